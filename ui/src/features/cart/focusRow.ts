/** Where focus goes when a row of the bag has come or gone. */

/** The name of a row's element. */
export function rowId(itemId: number): string {
  return `cart-item-${itemId}`;
}

/** Focuses a row once it stands; without one, or when it is not on this page, the heading of the page that the bag is on. */
export function focusRow(itemId: number | undefined): void {
  // After the change has been drawn, and after a dialog has handed focus back.
  setTimeout(() => {
    const row = itemId === undefined ? null : document.getElementById(rowId(itemId));
    const target = row ?? (itemId === undefined ? document.querySelector<HTMLElement>('main h1') : null);
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: !row });
  });
}
