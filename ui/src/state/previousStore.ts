/**
 * The store that the visitor switched from (boutique.md §3, `fromStoreId`): kept for this tab, so that it survives the change
 * of document that a language is, and a reload.
 */

import { readSession, writeSession } from './sessionStorage';

const KEY = 'fromStoreId';

export function savePreviousStore(id: number): void {
  writeSession(KEY, id);
}

/** Its id; nothing when the visitor has not switched, or is back. */
export function readPreviousStore(own: number): number | undefined {
  const id = Number(readSession(KEY));
  return id > 0 && id !== own ? id : undefined;
}
