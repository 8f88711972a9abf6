/**
 * The store that the visitor switched from (boutique.md §3, `fromStoreId`): kept for this tab, so that it survives the change
 * of document that a language is, and a reload.
 */

const KEY = 'fromStoreId';

export function keepFromStore(id: number): void {
  try {
    window.sessionStorage.setItem(KEY, String(id));
  } catch {
    // Storage is forbidden or full; nobody has switched, then.
  }
}

/** Its id; nothing when the visitor has not switched, or is back. */
export function fromStoreId(own: number): number | undefined {
  try {
    const id = Number(window.sessionStorage.getItem(KEY));
    return id > 0 && id !== own ? id : undefined;
  } catch {
    return undefined;
  }
}
