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
/** What waits for it: hints, and the last navigation that somebody has asked for. */
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

/** `login`: the address of the login, which leads back. A read in the background takes no place from what somebody has asked for. */
export function logIn(isWrite: boolean, login: string): void {
  if (isWrite) {
    whenReady(
      (ready) => ready.logIn(true),
      () => window.location.assign(login),
    );
  } else {
    hint((ready) => ready.logIn(false));
  }
}

/** Does it now, or when it can be done; where it never can, nothing is lost. */
function hint(step: (navigator: Navigator) => void): void {
  if (navigator) {
    step(navigator);
    return;
  }
  hints.push(step);
  loadLater().catch(() => {
    hints = [];
  });
}

export function prefetch(href: string): void {
  hint((ready) => ready.prefetch(href));
}

/** Id of the current history entry. */
export function historyEntry(): number {
  return import.meta.env.SSR ? 0 : (window.history.state?.entry ?? 0);
}
