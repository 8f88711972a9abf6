/** A text of a page as it is typed. */

import type { PageLanguage } from '../../api/types';
import type { Seen } from '../../parts/savedDraft';

export interface Text {
  title: string;
  description: string;
  markdown: string;
}

const EMPTY: Text = { title: '', description: '', markdown: '' };

export const textOf = ({ draft, published }: PageLanguage): Text => draft?.text ?? published?.text ?? EMPTY;

export const seenOf = ({ draft, versions }: PageLanguage): Seen => ({
  version: draft?.version ?? 0,
  base: versions[0]?.number ?? 0,
});

export function isText(value: unknown): value is Text {
  const text = value as Partial<Text> | null;
  return [text?.title, text?.description, text?.markdown].every((one) => typeof one === 'string');
}
