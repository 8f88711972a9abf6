/** Browser entry: hydrates the served document. */

import { hydrateRoot } from 'react-dom/client';
import './styles/layers.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { Answers } from './api/answers';
import { configure, readCookie } from './api/client';
import type { Site } from './api/types';
import { App } from './app';
import { whenIdle } from './domain/idle';
import { splitUrl } from './domain/urls';
import { preloadOverlays } from './layout/lazy';
import { loadPack, loadRest } from './packs';
import { findRoute, loadRestScreens, provideScreen, type Screen } from './routes';
import { onLoginRequired } from './state/customer';
import { giveUp, noteForms, recordPresses } from './state/earlyInput';
import { createI18n } from './state/i18n';
import { setFullPackLoader } from './state/languagePack';
import type { KeptForm, PageInfo, PageVariant, SentForm } from './state/site';
import { markHydrated } from './state/store';

interface PrimedDocument {
  /** URL as the server read it, without parameters that the page ignores. */
  url: string;
  site: Site;
  page: string;
  variant: PageVariant;
  status: number;
  calls: Record<string, unknown>;
  errors?: ConstructorParameters<typeof Answers>[1];
  form?: SentForm | null;
  kept?: KeptForm | null;
  attempt?: string | null;
  consent?: PageInfo['consent'];
}

/** Loads the served page's screen. The server names its script, so that the map of the rarer screens can wait. */
async function loadServedScreen(page: string): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[data-screen]')?.dataset.screen;
  const { default: screen } = (await import(/* @vite-ignore */ script ?? '')) as { default: Screen };
  provideScreen(page, screen);
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  const primed = JSON.parse(document.getElementById('primed')?.textContent ?? '') as PrimedDocument;
  if (!root) return;
  const { url, site, page, variant, calls, errors } = primed;
  // The page of a form has the address that it was sent to.
  if (primed.form || primed.kept) window.history.replaceState(window.history.state, '', url);
  const { path, search } = splitUrl(window.location.pathname + window.location.search);
  const [messages] = await Promise.all([loadPack(site.lang, page), loadServedScreen(page)]);
  configure(site, onLoginRequired);
  // The server decides the route (an unknown product is "notfound" under a product's URL) and which query parameters count.
  const route = { ...findRoute(path, splitUrl(url).search, variant), name: page };
  const i18n = createI18n(site.lang, messages);
  const info = { ...primed, path, search };
  setFullPackLoader(() => loadRest(i18n));
  // The server sets this cookie with the first answer of a visit.
  const isFirstPage = !readCookie('rwflag');
  const replayForms = noteForms();
  hydrateRoot(
    root,
    <App
      info={info}
      i18n={i18n}
      answers={new Answers(calls, errors, () => performance.now())}
      route={route}
      head={{ current: undefined }}
    />,
  );
  replayForms();
  markHydrated();
  document.documentElement.dataset.ready = '';
  void import('./state/formDraft').then(({ keepInputOnLanguageSwitch }) => keepInputOnLanguageSwitch()).catch(() => {});
  whenIdle(() => {
    void loadRest(i18n).catch(() => {});
    void loadRestScreens().catch(() => {});
    preloadOverlays();
    if (isFirstPage)
      void import('./layout/region').then(({ redirectToRegion }) => redirectToRegion(i18n, info)).catch(() => {});
  });
}

recordPresses();
start().catch(giveUp);
