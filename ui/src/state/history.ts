/**
 * Client-side navigation over wouter's location hooks: scroll positions, overlays that Back closes, a guard against leaving.
 * The application maps URLs to screens; components navigate through `state/navigation`.
 */

import { type RefObject, useEffect, useLayoutEffect } from 'react';
import {
  navigate as changeLocation,
  useBrowserLocation,
  useHistoryState,
  useSearch,
} from 'wouter/use-browser-location';
import { splitUrl } from '../domain/urls';
import type { NavigateOptions } from './navigation';

/** A change of location; `kind` decides on scroll and focus. */
export interface Move {
  path: string;
  search: string;
  kind: 'push' | 'replace' | 'pop';
  /** Id of the history entry. */
  entry: number;
}

interface EntryState {
  entry: number;
  overlay?: boolean;
}

const scrollPositions = new Map<number, number>();
let entry = 0;
let nextEntry = 1;
/** How the location has changed since the last move; null when it has not: overlays change only the history state. */
let pendingKind: Move['kind'] | null = null;

function state(): EntryState | null {
  const value: unknown = window.history.state;
  return value && typeof value === 'object' && 'entry' in value ? (value as EntryState) : null;
}

// ── Overlays ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Overlay {
  close: () => void;
  reopen?: () => boolean;
}

/** Open dialogs, innermost last. Each has pushed a history entry, so that Back closes it (U17). */
const overlays: Overlay[] = [];
/** The last one closed, whose entry is the next one. */
let closed: Overlay | null = null;
/** Pending `popstate` events that this module caused. */
let silentPops = 0;
/** Runs after the next silent pop. */
let afterPop: (() => void)[] = [];

/**
 * Registers an open dialog; returns the function to call when it closes other than by Back. `reopen` is called when Forward
 * leads to its entry again, and tells whether it did; else the entry is skipped.
 */
export function pushOverlay(close: () => void, reopen?: () => boolean): () => void {
  listen();
  const overlay = { close, reopen };
  overlays.push(overlay);
  closed = null;
  // The page below must not scroll when the entry is popped.
  window.history.scrollRestoration = 'manual';
  window.history.pushState({ entry, overlay: true } satisfies EntryState, '');
  return () => {
    const at = overlays.indexOf(overlay);
    if (at < 0) return;
    overlays.splice(at, 1);
    closed = overlay;
    if (state()?.overlay) {
      silentPops += 1;
      window.history.back();
    }
  };
}

// ── Leaving ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Guard = (leave: () => void) => void;
let guard: Guard | null = null;

/** Sets a guard that is called before a client-side navigation, and may call `leave`. Null removes it. */
export function setNavigationGuard(ask: Guard | null): void {
  guard = ask;
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function saveScroll(): void {
  scrollPositions.set(entry, window.scrollY);
}

/** Scroll position of a history entry when it was left. */
export function savedScroll(of: number): number | undefined {
  return scrollPositions.get(of);
}

export function navigate(href: string, { replace = false, force = false }: NavigateOptions = {}): void {
  if (guard && !force) {
    guard(() => navigate(href, { replace, force: true }));
    return;
  }
  guard = null;
  const go = () => {
    saveScroll();
    closed = null;
    if (!replace) {
      entry = nextEntry;
      nextEntry += 1;
    }
    pendingKind = replace ? 'replace' : 'push';
    changeLocation(href, { replace, state: { entry } satisfies EntryState });
  };
  // A link inside an overlay: close it and its entry first.
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

/**
 * Calls the listener when the location has changed. The component renders on each change of the address: use one without
 * content.
 */
export function useMoves(listener: RefObject<((move: Move) => void) | null>): void {
  // First, so that its listener precedes wouter's.
  useEffect(() => {
    listen();
    return () => {
      stop?.();
      stop = undefined;
    };
  }, []);
  const [pathname] = useBrowserLocation();
  const search = useSearch();
  const historyState = useHistoryState<EntryState>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move to the same address changes the state only
  useLayoutEffect(() => {
    if (!pendingKind) return;
    const move: Move = { path: splitUrl(pathname).path, search: search.replace(/^\?/, ''), kind: pendingKind, entry };
    pendingKind = null;
    listener.current?.(move);
  }, [pathname, search, historyState]);
}

let stop: (() => void) | undefined;

/** Listens from the first dialog or page on: a dialog may open before pages are followed. */
function listen(): void {
  stop ??= listenToPops();
}

/** Listens to Back and Forward. Wouter does not see those that stay on the page. */
function listenToPops(): () => void {
  const known = state();
  entry = known?.entry ?? 0;
  nextEntry = entry + 1;
  if (!known || known.overlay) window.history.replaceState({ entry } satisfies EntryState, '');

  const onPop = (event: PopStateEvent) => {
    if (silentPops > 0) {
      event.stopImmediatePropagation();
      silentPops -= 1;
      const work = afterPop;
      afterPop = [];
      for (const step of work) step();
      return;
    }
    const overlay = overlays.pop();
    if (overlay) {
      event.stopImmediatePropagation();
      closed = overlay;
      overlay.close();
      return;
    }
    const arrived = state();
    // A fragment link: the browser created the entry and scrolls.
    if (!arrived) {
      window.history.replaceState({ entry } satisfies EntryState, '');
      return;
    }
    // Forward into the entry of a closed overlay.
    if (arrived.overlay) {
      event.stopImmediatePropagation();
      if (closed?.reopen?.()) overlays.push(closed);
      else window.history.back();
      return;
    }
    const target = arrived.entry;
    if (target === entry) return;
    if (guard) {
      event.stopImmediatePropagation();
      // The browser has already navigated: go back, ask, and repeat the navigation when confirmed.
      const ask = guard;
      const isBack = target < entry;
      const { pathname, search } = window.location;
      silentPops += 1;
      afterPop.push(() =>
        ask(() => {
          guard = null;
          const open = overlays.splice(0);
          for (const overlay of open) overlay.close();
          // The confirmation dialog has replaced the forward entries.
          if (isBack) window.history.go(-1 - open.length);
          else navigate(pathname + search);
        }),
      );
      window.history.go(isBack ? 1 : -1);
      return;
    }
    saveScroll();
    closed = null;
    entry = target;
    nextEntry = Math.max(nextEntry, entry + 1);
    window.history.scrollRestoration = 'manual';
    pendingKind = 'pop';
  };
  // Scroll of an unloaded document is restored by the browser.
  const onHide = () => {
    window.history.scrollRestoration = 'auto';
  };
  // Capture: before wouter's listener.
  window.addEventListener('popstate', onPop, true);
  window.addEventListener('pagehide', onHide);
  return () => {
    window.removeEventListener('popstate', onPop, true);
    window.removeEventListener('pagehide', onHide);
  };
}
