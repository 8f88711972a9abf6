/**
 * Moving between pages inside the document: history, where each page was scrolled to, and overlays that Back closes.
 * Which screen an address shows is decided by the application above, which listens here.
 */

import { splitUrl } from '../domain/urls';

/** How a location came about: what to do with scroll and focus follows from it. */
export interface Move {
  path: string;
  search: string;
  hash: string;
  kind: 'push' | 'replace' | 'pop';
  /** Identifies the history entry. */
  entry: number;
}

interface EntryState {
  entry: number;
  overlay?: boolean;
}

type Listener = (move: Move) => void;

const listeners = new Set<Listener>();
const scrollPositions = new Map<number, number>();
let entry = 0;
let nextEntry = 1;

function state(): EntryState | null {
  const value: unknown = window.history.state;
  return value && typeof value === 'object' && 'entry' in value ? (value as EntryState) : null;
}

function emit(kind: Move['kind']): void {
  const { pathname, search, hash } = window.location;
  const move: Move = { path: splitUrl(pathname).path, search: search.slice(1), hash, kind, entry };
  for (const listener of [...listeners]) listener(move);
}

// ── Overlays ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Open dialogs, innermost last. Each has pushed a history entry, so that Back closes it (U17). */
const overlays: { close: () => void }[] = [];
/** Entries that are being left because an overlay closed by itself: their `popstate` is ours. */
let silentPops = 0;
/** What to do when the silent step back has happened. */
let afterPop: (() => void)[] = [];

/** Called when a dialog opens; answers what it must call when it closes by other means than Back. */
export function pushOverlay(close: () => void): () => void {
  const overlay = { close };
  overlays.push(overlay);
  // The page stands still beneath: coming back to it must not move it.
  window.history.scrollRestoration = 'manual';
  window.history.pushState({ entry, overlay: true } satisfies EntryState, '');
  return () => {
    const at = overlays.indexOf(overlay);
    if (at < 0) return;
    overlays.splice(at, 1);
    if (state()?.overlay) {
      silentPops += 1;
      window.history.back();
    }
  };
}

// ── Leaving ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Guard = (leave: () => void) => void;
let guard: Guard | null = null;

/** Asked before the page is left inside the document: it may call `leave`, or not. Null: nothing holds anybody. */
export function setNavigationGuard(ask: Guard | null): void {
  guard = ask;
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function saveScroll(): void {
  scrollPositions.set(entry, window.scrollY);
}

/** Where the page of this entry was scrolled to when it was left. */
export function savedScroll(of: number): number | undefined {
  return scrollPositions.get(of);
}

export interface NavigateOptions {
  /** Takes the place of the current entry. */
  replace?: boolean;
  /** Asks nobody. */
  force?: boolean;
}

/** Goes to an address of this language. Outside of it, use a plain link: another language is another document. */
export function navigate(href: string, { replace = false, force = false }: NavigateOptions = {}): void {
  if (guard && !force) {
    guard(() => navigate(href, { replace, force: true }));
    return;
  }
  guard = null;
  const go = () => {
    saveScroll();
    if (replace) {
      window.history.replaceState({ entry } satisfies EntryState, '', href);
    } else {
      entry = nextEntry;
      nextEntry += 1;
      window.history.pushState({ entry } satisfies EntryState, '', href);
    }
    emit(replace ? 'replace' : 'push');
  };
  // A link inside an open overlay: the overlay closes first, and its entry with it.
  const open = overlays.splice(0);
  for (const overlay of open) overlay.close();
  if (open.length > 0 && state()?.overlay) {
    silentPops += 1;
    afterPop.push(go);
    window.history.go(-open.length);
  } else {
    go();
  }
}

/** Starts listening to Back and Forward. */
export function startNavigation(listener: Listener): () => void {
  const known = state();
  entry = known?.entry ?? 0;
  nextEntry = entry + 1;
  if (!known || known.overlay) window.history.replaceState({ entry } satisfies EntryState, '');
  listeners.add(listener);

  const onPop = () => {
    if (silentPops > 0) {
      silentPops -= 1;
      const work = afterPop;
      afterPop = [];
      for (const step of work) step();
      return;
    }
    const overlay = overlays.pop();
    if (overlay) {
      overlay.close();
      return;
    }
    const arrived = state();
    // A link to a place on this page: the browser has made the entry and scrolls.
    if (!arrived) {
      window.history.replaceState({ entry } satisfies EntryState, '');
      return;
    }
    // Forward into the entry of an overlay that is gone: there is nothing to show.
    if (arrived.overlay) {
      window.history.back();
      return;
    }
    const target = arrived.entry;
    if (target === entry) return;
    if (guard) {
      // The browser has left already: it is called back, and sent on again when leaving was meant.
      const ask = guard;
      const isBack = target < entry;
      const { pathname, search } = window.location;
      silentPops += 1;
      afterPop.push(() =>
        ask(() => {
          guard = null;
          const open = overlays.splice(0);
          for (const overlay of open) overlay.close();
          // The question itself has taken the place of what lay ahead.
          if (isBack) window.history.go(-1 - open.length);
          else navigate(pathname + search);
        }),
      );
      window.history.go(isBack ? 1 : -1);
      return;
    }
    saveScroll();
    entry = target;
    nextEntry = Math.max(nextEntry, entry + 1);
    window.history.scrollRestoration = 'manual';
    emit('pop');
  };
  // A document that is left for good is restored by the browser itself.
  const onHide = () => {
    window.history.scrollRestoration = 'auto';
  };
  window.addEventListener('popstate', onPop);
  window.addEventListener('pagehide', onHide);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', onPop);
    window.removeEventListener('pagehide', onHide);
  };
}

// ── Fetching ahead ──────────────────────────────────────────────────────────────────────────────────────────────────

let prefetcher: (href: string) => void = () => {};

export function setPrefetcher(fetchAhead: (href: string) => void): void {
  prefetcher = fetchAhead;
}

/** Loads code and answers of a page that is likely to be visited next. */
export function prefetch(href: string): void {
  prefetcher(href);
}
