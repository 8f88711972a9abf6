/** The application around a screen: context providers, and client-side transitions between pages. */

import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Router } from 'wouter';
import type { Answers } from './api/answers';
import { call } from './api/client';
import type { Path } from './api/types';
import { AnswersContext } from './api/useCall';
import { splitUrl } from './domain/urls';
import { Shell } from './layout/Shell';
import { loadPackOf } from './packs';
import { NoWrap } from './parts/NoWrap';
import { callsOf, findRoute, loadScreen, screenOf } from './routes';
import { bindCartAnswers, loadCartCount } from './state/cart';
import { isMembersOnlyPath, readCustomer } from './state/customer';
import { replayOthers } from './state/earlyInput';
import { type Move, savedScroll, setPrefetcher, useMoves } from './state/navigation';
import { announceNextPage, type HeadCollector, HeadContext } from './state/page';
import { progressStore } from './state/progress';
import { loadPromo } from './state/promo';
import { RouteContext, type RouteState, useShownLocation } from './state/route';
import { PageContext, type PageInfo, type PageVariant } from './state/site';

/** Milliseconds to wait for a page's answers before showing skeletons (U23). */
const MAX_WAIT = 300;
const PREFETCH_MAX_AGE = 60_000;

interface AppProps {
  info: PageInfo;
  i18n: I18n;
  answers: Answers;
  route: RouteState;
  head: HeadCollector;
}

function currentVariant(): PageVariant {
  return window.matchMedia('(max-width: 599.98px)').matches ? 'mobile' : 'desktop';
}

/** Fetches a page's calls into the cache. Errors are ignored: the screen repeats the call and shows them. */
async function fetchCalls(route: RouteState, info: PageInfo, answers: Answers, maxAge: number): Promise<void> {
  await Promise.all(
    callsOf(route, info)
      .filter(({ key }) => answers.age(key) > maxAge)
      .map(({ path, args }) =>
        call(path as Path, args as never).then(
          (answer) => answers.set(path as Path, args as never, answer),
          () => {},
        ),
      ),
  );
}

/**
 * Gives a product's card in a list the view transition name of the picture on its page, so that one morphs into the other.
 */
function markSharedPicture(path: string): () => void {
  const card = document.querySelector<HTMLElement>(`article:has([href="${CSS.escape(path)}"]) picture`)?.parentElement;
  card?.style.setProperty('view-transition-name', 'product-picture');
  return () => card?.style.removeProperty('view-transition-name');
}

/** Follows the address. A component of its own: the page is rendered when its code and data are loaded, not before. */
function Moves({ info, listener }: { info: PageInfo; listener: RefObject<((move: Move) => void) | null> }) {
  useMoves(info, listener);
  return null;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function App({ info, i18n, answers, route, head }: AppProps) {
  const [shown, setShown] = useState(route);
  const [turn, setTurn] = useState(0);
  const pendingScroll = useRef<{ scroll: number } | null>(null);
  const moveListener = useRef<((move: Move) => void) | null>(null);

  useEffect(() => {
    readCustomer();
    bindCartAnswers(answers);
    void loadPromo();
    void loadCartCount();
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
        if (move.kind === 'pop') pendingScroll.current = { scroll: savedScroll(move.entry) ?? 0 };
        setShown(next);
        setTurn(sequence);
        return;
      }
      progressStore.set({ busy: true });
      readCustomer();
      try {
        const fetching = fetchCalls(
          next,
          info,
          answers,
          move.kind === 'pop' ? Number.POSITIVE_INFINITY : PREFETCH_MAX_AGE,
        );
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
      pendingScroll.current = { scroll: move.kind === 'pop' ? (savedScroll(move.entry) ?? 0) : 0 };
      announceNextPage();
      const change = () => {
        setShown(next);
        setTurn(sequence);
      };
      if (document.startViewTransition && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
        const leaving = next.name === 'product' && from.name !== 'product' ? markSharedPicture(next.path) : undefined;
        let back: (() => void) | undefined;
        const transition = document.startViewTransition(
          () =>
            new Promise<void>((resolve) => {
              clearTimeout(busy);
              change();
              // `setTimeout`, not an animation frame: rendering is paused during this callback.
              setTimeout(() => {
                leaving?.();
                if (from.name === 'product' && next.name !== 'product') back = markSharedPicture(from.path);
                resolve();
              });
            }),
        );
        // Keyboard users see focus at once: the transition's snapshots would cover it.
        const skip = () => transition.skipTransition();
        // A busy browser that cannot take its snapshots in time must not delay the next page.
        const busy = setTimeout(skip, MAX_WAIT);
        const cleanUp = () => {
          back?.();
          document.removeEventListener('keydown', skip);
        };
        document.addEventListener('keydown', skip);
        // A skipped transition rejects `ready`; the page has changed all the same.
        transition.ready.catch(() => {});
        transition.finished.then(cleanUp, cleanUp);
      } else {
        change();
      }
    }

    moveListener.current = (move) => void handleMove(move);
    setPrefetcher((href) => {
      const { path, search } = splitUrl(href);
      const next = findRoute(path, search, currentVariant());
      void loadScreen(next.name).catch(() => {});
      void loadPackOf(i18n, next.name).catch(() => {});
      if (!isMembersOnlyPath(path)) void fetchCalls(next, info, answers, PREFETCH_MAX_AGE);
    });
    // The last effect of hydration: moves are followed now.
    replayOthers();
  }, [answers, route, i18n, info]);

  // `turn` changes with each navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrival itself is a ref
  useLayoutEffect(() => {
    if (!pendingScroll.current) return;
    window.scrollTo({ top: pendingScroll.current.scroll, behavior: 'instant' });
    pendingScroll.current = null;
  }, [turn]);

  // What was sent without scripts is of the page that was served.
  const shownInfo = useMemo(() => (turn === 0 ? info : { ...info, form: undefined, kept: undefined }), [info, turn]);
  const Screen = screenOf(shown.name);
  if (!Screen) throw new Error(`no screen: ${shown.name}`);
  return (
    <PageContext.Provider value={shownInfo}>
      <I18nProvider i18n={i18n} defaultComponent={NoWrap}>
        <AnswersContext.Provider value={answers}>
          <HeadContext.Provider value={head}>
            <Moves info={info} listener={moveListener} />
            <RouteContext.Provider value={shown}>
              <Router hook={useShownLocation}>
                <Shell>
                  <Screen key={shown.name === 'search' ? 'search' : `${shown.name} ${shown.path}`} {...shown} />
                </Shell>
              </Router>
            </RouteContext.Provider>
          </HeadContext.Provider>
        </AnswersContext.Provider>
      </I18nProvider>
    </PageContext.Provider>
  );
}
