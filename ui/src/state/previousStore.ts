/**
 * Store view that the visitor switched from (boutique.md §3, `fromStoreId`); kept in the tab over the change of document
 * and reloads.
 */

import { readSession, writeSession } from './sessionStorage';

const KEY = 'fromStoreId';

export function savePreviousStore(id: number): void {
  writeSession(KEY, id);
}

/** Its id; undefined when the visitor has not switched, or is back in that store view. */
export function readPreviousStore(own: number): number | undefined {
  const id = Number(readSession(KEY));
  return id > 0 && id !== own ? id : undefined;
}
