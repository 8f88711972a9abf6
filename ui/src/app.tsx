/** The application: a screen in its frame, and what a person sees who comes back to it or is another one. */

import type { I18n } from '@lingui/core';
import { type ComponentType, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Answers } from './api/answers';
import { whenIdle } from './domain/idle';
import { ErrorBoundary } from './layout/ErrorBoundary';
import { Providers } from './layout/Providers';
import { Shell } from './layout/Shell';
import type { MovesProps } from './moves';
import { screenOf } from './screens';
import { bindCartAnswers, refreshCart, resetCart } from './state/cart';
import { readCustomer, takeChange } from './state/customer';
import { replayOthers } from './state/earlyInput';
import { laterStore, loadLater } from './state/later';
import type { HeadCollector } from './state/page';
import { loadPromo } from './state/promo';
import type { RouteState } from './state/route';
import type { PageInfo } from './state/site';
import { useStore } from './state/store';

interface AppProps {
  info: PageInfo;
  i18n: I18n;
  answers: Answers;
  route: RouteState;
  head: HeadCollector;
}

export function App({ info, i18n, answers, route, head }: AppProps) {
  const [shown, setShown] = useState(route);
  const [turn, setTurn] = useState(0);
  const scroll = useRef<number>(undefined);
  const { code } = useStore(laterStore);

  const show = useCallback((next: RouteState, to: number | undefined) => {
    scroll.current = to;
    setShown(next);
    setTurn((before) => before + 1);
  }, []);

  /** Where another person looks on, nothing of the former is left; tells whether. */
  const forgetFormerPerson = useCallback(() => {
    readCustomer();
    if (!takeChange()) return false;
    answers.forgetPerson();
    resetCart();
    void import('./state/recentlyViewed').then(({ forgetViewed }) => forgetViewed());
    return true;
  }, [answers]);

  useEffect(() => {
    forgetFormerPerson();
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      // What its screens remember is of the other one, too.
      if (forgetFormerPerson()) window.location.reload();
      else refreshCart();
    });
    bindCartAnswers(answers);
    void loadPromo();
    // Not essential: whoever wants something of it tries again.
    whenIdle(() => void loadLater().catch(() => {}));
    // The last effect of hydration.
    replayOthers();
  }, [answers, forgetFormerPerson]);

  // `turn` changes with each navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrival itself is a ref
  useLayoutEffect(() => {
    if (scroll.current === undefined) return;
    window.scrollTo({ top: scroll.current, behavior: 'instant' });
    scroll.current = undefined;
  }, [turn]);

  // What was sent without scripts is of the page that was served.
  const shownInfo = useMemo(() => (turn === 0 ? info : { ...info, form: undefined, kept: undefined }), [info, turn]);
  const Screen = screenOf(shown.name);
  if (!Screen) throw new Error(`no screen: ${shown.name}`);
  const Moves = import.meta.env.SSR ? undefined : (code?.Moves as ComponentType<MovesProps> | undefined);
  return (
    <Providers info={shownInfo} i18n={i18n} answers={answers} route={shown} head={head}>
      {Moves && (
        <Moves
          info={info}
          i18n={i18n}
          answers={answers}
          route={route}
          show={show}
          forgetFormerPerson={forgetFormerPerson}
        />
      )}
      <Shell header={Screen.Header}>
        <ErrorBoundary key={shown.name === 'search' ? 'search' : `${shown.name} ${shown.path}`}>
          <Screen {...shown} />
        </ErrorBoundary>
      </Shell>
    </Providers>
  );
}
