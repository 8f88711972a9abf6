/** The application around a screen: context providers, and client-side transitions between pages. */

import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Router } from 'wouter';
import type { Answers } from './api/answers';
import type { Path } from './api/types';
import { AnswersContext } from './api/useCall';
import { whenIdle } from './domain/idle';
import { splitUrl } from './domain/urls';
import { ErrorBoundary } from './layout/ErrorBoundary';
import { Shell } from './layout/Shell';
import { loadPackOf } from './packs';
import type { showWithTransition } from './pageTransition';
import { NoWrap } from './parts/NoWrap';
import { callsOf, findRoute, loadScreen, screenOf } from './routes';
import { bindCartAnswers, loadCartCount, refreshCart, resetCart } from './state/cart';
import { isMembersOnlyPath, readCustomer, takeChange } from './state/customer';
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
      .map(({ path, args }) => answers.load(path as Path, args as never).catch(() => {})),
  );
}

/** Follows the address. A component of its own: the page is rendered when its code and data are loaded, not before. */
function Moves({ info, listener }: { info: PageInfo; listener: RefObject<((move: Move) => void) | null> }) {
  useMoves(info, listener);
  return null;
}

/** Changes the page; with a transition once its code is there. */
let show: typeof showWithTransition = (change) => change();

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function App({ info, i18n, answers, route, head }: AppProps) {
  const [shown, setShown] = useState(route);
  const [turn, setTurn] = useState(0);
  const pendingScroll = useRef<{ scroll: number } | null>(null);
  const moveListener = useRef<((move: Move) => void) | null>(null);

  useEffect(() => {
    /** Whose page this is; of another person nothing is left. */
    const isSomebodyElse = () => {
      readCustomer();
      if (!takeChange()) return false;
      answers.forgetPerson();
      resetCart();
      return true;
    };
    isSomebodyElse();
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      // What its screens remember is of the other one, too.
      if (isSomebodyElse()) window.location.reload();
      else refreshCart();
    });
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
        progressStore.set({ busy: false });
        setShown(next);
        setTurn(sequence);
        return;
      }
      progressStore.set({ busy: true });
      isSomebodyElse();
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
      pendingScroll.current = { scroll: move.kind === 'pop' ? (savedScroll(move.entry) ?? 0) : 0 };
      announceNextPage();
      const change = () => {
        setShown(next);
        setTurn(sequence);
      };
      show(change, from, next);
    }

    moveListener.current = (move) => void handleMove(move);
    setPrefetcher((href) => {
      // `Save-Data`: nothing that nobody has asked for.
      if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
      const { path, search } = splitUrl(href);
      const next = findRoute(path, search, currentVariant());
      void loadScreen(next.name).catch(() => {});
      void loadPackOf(i18n, next.name).catch(() => {});
      if (!isMembersOnlyPath(path)) void fetchCalls(next, info, answers, PREFETCH_MAX_AGE);
    });
    whenIdle(() => {
      void import('./pageTransition').then(
        (module) => {
          show = module.showWithTransition;
        },
        () => {},
      );
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
                  <ErrorBoundary key={shown.name === 'search' ? 'search' : `${shown.name} ${shown.path}`}>
                    <Screen {...shown} />
                  </ErrorBoundary>
                </Shell>
              </Router>
            </RouteContext.Provider>
          </HeadContext.Provider>
        </AnswersContext.Provider>
      </I18nProvider>
    </PageContext.Provider>
  );
}
