/** Focus management when cart rows are added or removed. */

/** Element id of a row. */
export function rowId(itemId: number): string {
  return `cart-item-${itemId}`;
}

/** Focuses a row once rendered; without one, the heading of the page. */
export function focusRow(itemId: number | undefined): void {
  // After rendering, and after a dialog has returned focus.
  setTimeout(() => {
    const row = itemId === undefined ? null : document.getElementById(rowId(itemId));
    const target = row ?? (itemId === undefined ? document.querySelector<HTMLElement>('main h1') : null);
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: !row });
  });
}
