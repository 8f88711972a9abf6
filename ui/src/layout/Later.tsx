/**
 * Parts of the served page that are hydrated later, each as a tree of its own: their code is loaded when the browser is idle, so
 * the first view does without it. Until then they are what the server has sent: links lead to documents, forms are posted, and a
 * press that scripts take over waits for them.
 */

import { useLingui } from '@lingui/react';
import { type ComponentType, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { AnswersContext } from '../api/useCall';
import { recordPressesIn } from '../state/earlyInput';
import { laterStore, loadLater } from '../state/later';
import { HeadContext } from '../state/page';
import { useRoute } from '../state/route';
import { usePageInfo } from '../state/site';
import { hydrateLate, isHydrated, useStore } from '../state/store';
import { ErrorBoundary } from './ErrorBoundary';
import { Providers } from './Providers';

/** Leaves what is there: hydration passes it by, and later renderings find it unchanged. */
const UNTOUCHED = { __html: '' };

/** The content as of the first rendering, which is what the server sent, and as of now. */
function Served({ loaded, children }: { loaded: boolean; children: ReactNode }) {
  const { i18n } = useLingui();
  const answers = useContext(AnswersContext);
  const head = useContext(HeadContext);
  const page = (
    <Providers info={usePageInfo()} i18n={i18n} answers={answers} head={head} route={useRoute()}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Providers>
  );
  const served = useRef(page).current;
  const place = useRef<HTMLDivElement>(null);
  const root = useRef<ReturnType<typeof hydrateRoot>>(undefined);
  const replay = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    if (!loaded) {
      replay.current ??= recordPressesIn(current, loadLater);
      return;
    }
    root.current ??= hydrateLate(() => hydrateRoot(current, served));
    if (page !== served) root.current.render(page);
    replay.current?.();
    replay.current = undefined;
  });
  useEffect(() => () => root.current?.unmount(), []);
  return <div ref={place} className="later" dangerouslySetInnerHTML={UNTOUCHED} />;
}

/** The part of a name in `Later.parts`, with its props. */
export function later<P extends object>(name: string): ComponentType<P> {
  const Part = (props: P) => {
    const Content = laterStore.get().code?.parts[name] as ComponentType<P> | undefined;
    if (!Content) throw new Error(`no such part: ${name}`);
    return <Content {...props} />;
  };
  return function LaterPart(props: P) {
    const loaded = useStore(laterStore).code !== undefined;
    // Only what the server has rendered is a tree of its own.
    const [isServed] = useState(() => !loaded && !isHydrated());
    useEffect(() => {
      if (!loaded && !isServed) void loadLater().catch(() => {});
    }, [loaded, isServed]);
    const part = <Part {...props} />;
    return isServed ? <Served loaded={loaded}>{part}</Served> : <div className="later">{loaded && part}</div>;
  };
}
