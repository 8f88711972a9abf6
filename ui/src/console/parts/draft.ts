/** What somebody has begun to write: kept on this device, for this person, until it is sent. */

import { useEffect, useState } from 'react';

const keyOf = (person: number, place: string) => `console.draft.${person}.${place}`;

export function readDraft(person: number, place: string): string {
  try {
    return localStorage.getItem(keyOf(person, place)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(person: number, place: string, text: string): void {
  try {
    if (text.trim()) localStorage.setItem(keyOf(person, place), text);
    else localStorage.removeItem(keyOf(person, place));
  } catch {
    // Without storage it is kept while the page is open.
  }
}

/** `sent`: texts that have left, by which a draft is known to be done with. */
export function useDraft(person: number, place: string, sent: readonly string[]) {
  const [text, setText] = useState(() => readDraft(person, place));
  const isSent = text.trim() !== '' && sent.includes(text.trim());
  useEffect(() => {
    if (!isSent) return;
    setText('');
    keepDraft(person, place, '');
  }, [isSent, person, place]);
  return [
    isSent ? '' : text,
    (typed: string) => {
      setText(typed);
      keepDraft(person, place, typed);
    },
  ] as const;
}
