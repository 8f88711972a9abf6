/** Redirects to a page outside the shop that the user returns from: a payment provider. */

/** The browser's Back then leads to `returnUrl` instead of the submitted form, so that nothing is submitted twice. */
export function redirectTo(url: string, returnUrl?: string): void {
  if (returnUrl) window.history.replaceState(window.history.state, '', returnUrl);
  // A page restored from the back/forward cache still shows the busy button: reload it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(url);
}
