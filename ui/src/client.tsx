/** Browser entry: hydrates the served document. */

import type { Messages } from '@lingui/core';
import { hydrateRoot } from 'react-dom/client';
import './styles/layers.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
// Of parts whose code comes later: their styles are of the first view.
import './layout/Announcement.module.css';
import './layout/Footer.module.css';
import './layout/LocaleLinks.module.css';
import './layout/NewsletterForm.module.css';
import { Answers } from './api/answers';
import { configure, readCookie } from './api/client';
import type { Site } from './api/types';
import { App } from './app';
import { whenIdle } from './domain/idle';
import { splitUrl } from './domain/urls';
import { provideScreen, type Screen } from './screens';
import { onLoginRequired } from './state/customer';
import { giveUp, noteForms, recordPresses } from './state/earlyInput';
import { createI18n } from './state/i18n';
import { setLaterLoader } from './state/later';
import type { RouteState } from './state/route';
import type { KeptForm, PageInfo, PageVariant, SentForm } from './state/site';
import { markHydrated } from './state/store';

interface PrimedDocument {
  /** URL as the server read it, without parameters that the page ignores. */
  url: string;
  site: Site;
  page: string;
  /** What the route table says of it. */
  route: Pick<RouteState, 'params' | 'access' | 'no_return'>;
  variant: PageVariant;
  status: number;
  calls: Record<string, unknown>;
  errors?: ConstructorParameters<typeof Answers>[1];
  form?: SentForm | null;
  kept?: KeptForm | null;
  attempt?: string | null;
  consent?: PageInfo['consent'];
}

/**
 * Loads the served page's screen and messages. The server names their files, so that the maps of all the others can wait.
 *
 * Answers the messages.
 */
async function loadServed(page: string): Promise<Messages> {
  const { screen = '', packs = '' } = document.querySelector<HTMLScriptElement>('script[data-screen]')?.dataset ?? {};
  const [module, ...parts] = await Promise.all(
    [screen, ...packs.split(' ')].map((file) => import(/* @vite-ignore */ file)),
  );
  provideScreen(page, (module as { default: Screen }).default);
  return Object.assign({}, ...(parts as { messages: Messages }[]).map(({ messages }) => messages));
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  const primed = JSON.parse(document.getElementById('primed')?.textContent ?? '') as PrimedDocument;
  if (!root) return;
  const { url, site, page, variant, calls, errors } = primed;
  // The page of a form has the address that it was sent to.
  if (primed.form || primed.kept) window.history.replaceState(window.history.state, '', url);
  const { path, search } = splitUrl(window.location.pathname + window.location.search);
  const messages = await loadServed(page);
  configure(site, onLoginRequired);
  // The server decides the route (an unknown product is "notfound" under a product's URL) and which query parameters count.
  const route = { ...primed.route, name: page, path, search: splitUrl(url).search, variant };
  const i18n = createI18n(site.lang, messages);
  const info = { ...primed, path, search };
  setLaterLoader(async () => (await import('./later')).start(page, i18n));
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
  void import('./state/languageSwitch').then(({ followLanguageSwitch }) => followLanguageSwitch(site)).catch(() => {});
  whenIdle(() => {
    if (isFirstPage)
      void import('./layout/region').then(({ redirectToRegion }) => redirectToRegion(i18n, info)).catch(() => {});
  });
}

recordPresses();
start().catch(giveUp);
