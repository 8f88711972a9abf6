/** Client-side transitions between pages: follows the address, fetches what the next page needs, shows it. */

import type { I18n } from '@lingui/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Answers } from './api/answers';
import type { Path } from './api/types';
import { matchPath } from './domain/routeTable';
import { splitUrl, urls } from './domain/urls';
import { loadPackOf } from './packs';
import { showWithTransition } from './pageTransition';
import { callsOf, findRoute, loadScreen } from './routes';
import { customerStore } from './state/customer';
import { type Move, navigate, savedScroll, useMoves } from './state/history';
import { historyEntry, setNavigator } from './state/navigation';
import { announceNextPage } from './state/page';
import { progressStore } from './state/progress';
import type { RouteState } from './state/route';
import type { PageInfo, PageVariant } from './state/site';

/** Milliseconds to wait for a page's answers before showing skeletons (U23). */
const MAX_WAIT = 300;
const PREFETCH_MAX_AGE = 60_000;

export interface MovesProps {
  info: PageInfo;
  i18n: I18n;
  answers: Answers;
  /** The page that was served. */
  route: RouteState;
  /** Shows a page; `scroll` is where it is to be scrolled to, undefined where it stays. */
  show: (route: RouteState, scroll: number | undefined) => void;
  /** Where somebody else looks on than before, forgets what is the other's; tells whether. */
  forgetFormerPerson: () => boolean;
}

function currentVariant(): PageVariant {
  return window.matchMedia('(max-width: 599.98px)').matches ? 'mobile' : 'desktop';
}

/** Fetches a page's calls into the cache. Errors are ignored: the screen repeats the call and shows them. */
async function fetchCalls(route: RouteState, info: PageInfo, answers: Answers, maxAge: number): Promise<void> {
  await Promise.all(
    callsOf(route, info)
      .filter(({ key }) => answers.age(key) > maxAge)
      .map(({ path, args }) => answers.load(path as Path, args as never).catch(() => {})),
  );
}

/** Whether `path` is for customers only. */
function isMembersOnly(path: string): boolean {
  return matchPath(path)?.route.access === 'member';
}

/** Whether `path` would only redirect this visitor to the login. */
export function isClosed(path: string): boolean {
  return isMembersOnly(path) && !customerStore.get().loggedIn;
}

/** Goes to the login, which leads back: from a page for customers, and on a write from any page. */
export function logIn(isWrite: boolean): void {
  const { pathname, search } = window.location;
  const replace = isMembersOnly(pathname);
  if (!replace && !isWrite) return;
  const lang = pathname.split('/')[1] as 'en';
  navigate(urls.login(lang, pathname + search), { replace, force: true });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A component of its own, since it renders at each change of the address: a page only when its code and data are loaded. */
export function Moves({ info, i18n, answers, route, show, forgetFormerPerson }: MovesProps): null {
  const listener = useRef<((move: Move) => void) | null>(null);
  useMoves(listener);

  useLayoutEffect(() => {
    let latest = 0;
    let current = route;

    async function handleMove(move: Move): Promise<void> {
      latest += 1;
      const sequence = latest;
      const samePath = move.path === current.path;
      const variant = samePath ? current.variant : currentVariant();
      const next = findRoute(move.path, move.search, variant);
      // Same screen, other query (filters, sorting, page of a list): focus and scroll stay (U25).
      if (samePath && next.name === current.name) {
        current = next;
        progressStore.set({ busy: false });
        show(next, move.kind === 'pop' ? (savedScroll(move.entry) ?? 0) : undefined);
        return;
      }
      progressStore.set({ busy: true });
      forgetFormerPerson();
      try {
        // Back shows what is there, however old, and fetches what is not.
        const maxAge = move.kind === 'pop' ? Number.MAX_VALUE : PREFETCH_MAX_AGE;
        const fetching = fetchCalls(next, info, answers, maxAge);
        await Promise.all([
          loadScreen(next.name),
          loadPackOf(i18n, next.name),
          Promise.race([fetching, delay(MAX_WAIT)]),
        ]);
      } catch {
        // The page's code cannot be loaded, probably after a deployment: fall back to a full page load.
        window.location.reload();
        return;
      }
      if (sequence !== latest) return;
      progressStore.set({ busy: false });
      const from = current;
      current = next;
      const scroll = move.kind === 'pop' ? (savedScroll(move.entry) ?? 0) : 0;
      announceNextPage();
      showWithTransition(() => show(next, scroll), from, next);
    }

    listener.current = (move) => void handleMove(move);
  }, [answers, route, i18n, info, show, forgetFormerPerson]);

  // The last effect: moves are followed now.
  useEffect(() => {
    // Back or Forward within the served document, before this was listened to.
    const { path, search } = splitUrl(window.location.pathname + window.location.search);
    if (path !== info.path || search !== info.search)
      listener.current?.({ path, search, kind: 'pop', entry: historyEntry() });
    setNavigator({
      navigate,
      logIn,
      prefetch: (href) => {
        // `Save-Data`: nothing that nobody has asked for.
        if ((window.navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
        const { path, search } = splitUrl(href);
        const next = findRoute(path, search, currentVariant());
        void loadScreen(next.name).catch(() => {});
        void loadPackOf(i18n, next.name).catch(() => {});
        if (!isClosed(path)) void fetchCalls(next, info, answers, PREFETCH_MAX_AGE);
      },
    });
    document.documentElement.dataset.later = '';
  }, [answers, i18n, info]);
  return null;
}
