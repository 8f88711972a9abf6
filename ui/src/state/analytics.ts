/**
 * Events for `window.dataLayer` (boutique.md §3). Pushing sends nothing anywhere: a tag manager that a shop has configured,
 * and a shopper has allowed, reads it.
 */

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export function pushEvent(event: { event: string }): void {
  window.dataLayer ??= [];
  window.dataLayer.push(event);
}
