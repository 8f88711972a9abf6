/** Leaving for a page outside of this document that one comes back from: a payment service's. */

/**
 * Goes there. Who comes back by the browser's button finds `back`, the page that tells how it stands, in place of the form
 * that was sent: what is done is not offered a second time.
 */
export function redirectTo(url: string, returnUrl?: string): void {
  if (returnUrl) window.history.replaceState(window.history.state, '', returnUrl);
  // A browser may show the document as it was left, with a button that is still at work: it is asked for anew.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(url);
}
