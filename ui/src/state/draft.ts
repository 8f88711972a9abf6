/** What was typed at the checkout, kept for this tab: where it lies, and its end when the order is certain. */

export const DRAFT = 'checkout';

export function dropDraft(): void {
  try {
    window.sessionStorage.removeItem(DRAFT);
  } catch {
    // There is no storage, so nothing is left in it.
  }
}
