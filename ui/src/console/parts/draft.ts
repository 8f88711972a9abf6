/** What somebody has begun to write: kept on this device, for this person, until it is sent. */

import { useEffect, useState } from 'react';

const PREFIX = 'console.draft.';
/** When each was begun: ISO 8601. */
const BEGUN = 'console.begun.';
/** What nobody has come back to for so long is thrown away: it may hold somebody's words, and names of customers. */
const KEPT_DAYS = 30;

const keyOf = (person: number, place: string) => `${PREFIX}${person}.${place}`;

/** Throws away what is older than is kept; those of an older console count from now on. */
export function sweepDrafts(now: Date): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
      const begun = localStorage.getItem(BEGUN + key);
      if (begun === null) localStorage.setItem(BEGUN + key, now.toISOString());
      else if (now.getTime() - Date.parse(begun) > KEPT_DAYS * 86_400_000) forget(key);
    }
  } catch {
    // Without storage there are none.
  }
}

function forget(key: string): void {
  localStorage.removeItem(key);
  localStorage.removeItem(BEGUN + key);
}

export function readDraft(person: number, place: string): string {
  try {
    return localStorage.getItem(keyOf(person, place)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(person: number, place: string, text: string): void {
  try {
    const key = keyOf(person, place);
    if (text.trim()) {
      localStorage.setItem(key, text);
      localStorage.setItem(BEGUN + key, new Date().toISOString());
    } else forget(key);
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
