/**
 * Navigation for components. What carries it out (`state/history`, `moves`) is loaded when it is first wanted: until it is there,
 * what is asked of it waits.
 */

import { loadLater } from './later';
import { progressStore } from './progress';

export interface NavigateOptions {
  /** Replaces the current entry. */
  replace?: boolean;
  /** Bypasses the guard. */
  force?: boolean;
}

export interface Navigator {
  /** Navigates to a URL in this language. Other languages are other documents: use a plain link. */
  navigate: (href: string, options?: NavigateOptions) => void;
  /** Prefetches code and answers of a likely next page. */
  prefetch: (href: string) => void;
  /** Goes to the login from a page for customers, and on a write from any page. */
  logIn: (isWrite: boolean) => void;
}

let navigator: Navigator | undefined;
/** What waits for it: hints of all links, and the last navigation. */
let hints: ((navigator: Navigator) => void)[] = [];
let waiting: ((navigator: Navigator) => void) | undefined;

/** Called when moves are followed. */
export function setNavigator(ready: Navigator): void {
  navigator = ready;
  progressStore.set({ busy: false });
  const work = [...hints, ...(waiting ? [waiting] : [])];
  hints = [];
  waiting = undefined;
  for (const step of work) step(ready);
}

/** Does it now, or when it can be done; `otherwise` where it never can. */
function whenReady(step: (navigator: Navigator) => void, otherwise: () => void): void {
  if (navigator) {
    step(navigator);
    return;
  }
  waiting = step;
  progressStore.set({ busy: true });
  loadLater().catch(() => {
    if (waiting !== step) return;
    waiting = undefined;
    progressStore.set({ busy: false });
    otherwise();
  });
}

export function navigate(href: string, options: NavigateOptions = {}): void {
  whenReady(
    (ready) => ready.navigate(href, options),
    () => window.location[options.replace ? 'replace' : 'assign'](href),
  );
}

/** `login`: the address of the login, which leads back. */
export function logIn(isWrite: boolean, login: string): void {
  whenReady(
    (ready) => ready.logIn(isWrite),
    () => isWrite && window.location.assign(login),
  );
}

export function prefetch(href: string): void {
  if (navigator) {
    navigator.prefetch(href);
    return;
  }
  hints.push((ready) => ready.prefetch(href));
  loadLater().catch(() => {
    hints = [];
  });
}

/** Id of the current history entry. */
export function historyEntry(): number {
  return import.meta.env.SSR ? 0 : (window.history.state?.entry ?? 0);
}
