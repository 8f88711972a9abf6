/** A text of a page as it is typed: kept on this device until it is saved as a draft. */

import type { PageLanguage } from '../../api/types';

export interface Text {
  title: string;
  description: string;
  markdown: string;
}

/** The versions that a text was made from. */
export interface Seen {
  version: number;
  base: number;
}

const EMPTY: Text = { title: '', description: '', markdown: '' };

export const textOf = ({ draft, published }: PageLanguage): Text => draft?.text ?? published?.text ?? EMPTY;

export const seenOf = ({ draft, versions }: PageLanguage): Seen => ({
  version: draft?.version ?? 0,
  base: versions[0]?.number ?? 0,
});

export const isSame = (one: Text, other: Text) =>
  one.title === other.title && one.description === other.description && one.markdown === other.markdown;

export const isSeen = (one: Seen, other: Seen) => one.version === other.version && one.base === other.base;

const isText = (text: Partial<Text> | null): text is Text =>
  [text?.title, text?.description, text?.markdown].every((one) => typeof one === 'string');

/** What was kept on this device; undefined where it is none, or nothing that can be read. */
export function parseKept(kept: string): (Seen & { text: Text }) | undefined {
  try {
    const { version, base, text } = JSON.parse(kept);
    return isText(text) && Number.isInteger(version) && Number.isInteger(base) ? { version, base, text } : undefined;
  } catch {
    return undefined;
  }
}

/** A text that was kept on this device, read in the same way. */
export function parseText(kept: string): Text | undefined {
  try {
    const text = JSON.parse(kept);
    return isText(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
