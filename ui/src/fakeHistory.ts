/** A history for tests, since happy-dom's does not go back. Not imported by the application. */

import { vi } from 'vitest';

/** Dispatches wouter's events, as the patch that it replaces does. Ends with `vi.restoreAllMocks`. */
export function fakeHistory() {
  const entries: { url: string; state: unknown }[] = [{ url: window.location.pathname, state: null }];
  let at = 0;
  const replace = window.history.replaceState.bind(window.history);
  vi.spyOn(window.history, 'pushState').mockImplementation((state, _, url) => {
    const here = String(url || window.location.pathname + window.location.search);
    entries.splice(at + 1, entries.length, { url: here, state });
    at += 1;
    replace(state, '', here);
    window.dispatchEvent(new Event('pushState'));
  });
  vi.spyOn(window.history, 'replaceState').mockImplementation((state, _, url) => {
    const here = String(url || window.location.pathname + window.location.search);
    entries[at] = { url: here, state };
    replace(state, '', here);
    window.dispatchEvent(new Event('replaceState'));
  });
  const go = async (by = 0) => {
    await Promise.resolve();
    at += by;
    replace(entries[at]?.state, '', entries[at]?.url);
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  vi.spyOn(window.history, 'go').mockImplementation((by) => void go(by));
  vi.spyOn(window.history, 'back').mockImplementation(() => void go(-1));
  return { go };
}
