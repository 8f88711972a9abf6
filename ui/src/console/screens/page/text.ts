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

/** What was kept of a text; undefined where it is none. */
export function readText(kept: unknown): Text | undefined {
  const { title, description, markdown } = (kept ?? {}) as Partial<Record<keyof Text, unknown>>;
  const isText = (one: unknown) => typeof one === 'string';
  return isText(title) && isText(description) && isText(markdown)
    ? ({ title, description, markdown } as Text)
    : undefined;
}
