/** Test fixtures: renders a screen against a fake shop. Not imported by the application. */

import { I18nProvider } from '@lingui/react';
import { cleanup, render } from '@testing-library/preact';
import { renderToString } from 'preact-render-to-string';
import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { messages } from '../locales/en.po';
import { Answers } from './api/answers';
import { configure } from './api/client';
import { callKey } from './api/key';
import type { Message, Site, UserInfo } from './api/types';
import { AnswersContext } from './api/useCall';
import { noWords, PARIS } from './fixtures';
import { later } from './later';
import { logIn } from './moves';
import { bindCartAnswers, cartStore } from './state/cart';
import { cartMergeStore } from './state/cartMerge';
import { customerStore, onLoginRequired } from './state/customer';
import { noteForms, recordPresses, replayOthers } from './state/earlyInput';
import { navigate } from './state/history';
import { createI18n } from './state/i18n';
import { provideLater } from './state/later';
import { loginNoticeStore } from './state/login';
import { setNavigator } from './state/navigation';
import { registrationPrefillStore } from './state/registrationPrefill';
import type { ScreenProps } from './state/route';
import { PageContext } from './state/site';
import { toastStore } from './state/toast';

export const site = {
  brand: 'Valmère',
  lang: 'en',
  languages: [{ lang: 'en' }, { lang: 'fr' }],
  currency: 'EUR',
  store_id: 94,
  store_code: 'valmere_en',
  services: 'x',
  phone: '+33 4 50 00 12 12',
  time_zone: PARIS,
  email: 'maison@valmere.example',
  company: { name: 'Valmère Maison SAS', address: [] as string[] },
  accounts: true,
  passkeys: false,
  newsletter: false,
  eu: true,
  login: null,
  icon: '/media/apple-touch-icon.180.png',
  look: { typeface: 'spectral', logo: null, logo_on_dark: null, words: noWords },
  default_country: 'FR',
} as Site;

/** Newsletter choices with nothing subscribed. */
export const noLists = { hah_subscribe: 0, brand: 0, all_subscribe_status: 0 } as const;

export const claire: UserInfo = {
  email: 'claire@example.com',
  email_proved: true,
  first_name: 'Claire',
  last_name: 'Aubert',
  member_card: null,
  newsletter: { subscribed: false, confirmation_pending: false, ends_at: null, letters: noLists },
  deletion: null,
};

/** A refusal: message id, message ids by field, parameters of all of them. */
export class Refusal {
  readonly id: string;
  readonly fields: Record<string, string>;
  readonly params: Record<string, string>;

  constructor(id: string, fields: Record<string, string> = {}, params: Record<string, string> = {}) {
    this.id = id;
    this.fields = fields;
    this.params = params;
  }
}

provideLater(later);

export interface FakeShop {
  /** Answer, `Refusal`, promise of one, or function of the arguments, by path. */
  answers: Record<string, unknown>;
  /** Calls in order. */
  sent: { path: string; args: Record<string, unknown> }[];
}

export function setCookie(pair: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${pair}; path=/`;
}

/** Replaces `fetch`; call before each test. */
export function openShop(answers: Record<string, unknown> = {}): FakeShop {
  const shop: FakeShop = { answers: { 'cart/sidebar': { total_qty: 0 }, ...answers }, sent: [] };
  configure(site, onLoginRequired);
  setNavigator({ navigate, logIn, prefetch: () => {} });
  vi.stubGlobal('fetch', async (url: string, { body, signal }: RequestInit) => {
    const [path = '', query = ''] = url.replace('/hah_api/', '').split('?');
    const args = body ? JSON.parse(String(body)) : Object.fromEntries(new URLSearchParams(query));
    shop.sent.push({ path, args });
    const known = shop.answers[path];
    const isAborted = new Promise((_, reject) => {
      const abort = () => reject(Object.assign(new Error('aborted'), { name: 'AbortError' }));
      signal?.addEventListener('abort', abort);
    });
    const answer = await Promise.race([typeof known === 'function' ? known(args) : known, isAborted]);
    const params = answer?.params ?? {};
    const notice = (id: string): Message => ({ id, message: id, params });
    const envelope =
      answer instanceof Refusal || answer === undefined
        ? {
            code: '0',
            message: answer?.id === 'login.required' ? 'login required' : (answer?.id ?? ''),
            data: null,
            error: {
              id: answer?.id ?? 'error.try_later',
              params,
              fields: answer?.fields ?? {},
              field_messages: Object.fromEntries(
                Object.entries(answer?.fields ?? {}).map(([name, id]) => [name, notice(String(id))]),
              ),
            },
          }
        : { code: '1', message: '', data: answer };
    return { status: 200, json: async () => envelope } as Response;
  });
  return shop;
}

const hydrated: (() => void)[] = [];

/** Call after each test. */
export function closeShop(): void {
  cleanup();
  for (const unmount of hydrated.splice(0)) unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  window.sessionStorage.clear();
  for (const name of ['isLogin', 'firstName', 'SID']) setCookie(`${name}=; max-age=0`);
  customerStore.set(customerStore.initial);
  cartStore.set(cartStore.initial);
  bindCartAnswers(new Answers({}));
  toastStore.set({ current: null });
  loginNoticeStore.set({ messageId: '' });
  cartMergeStore.set({ notices: [] });
  registrationPrefillStore.set(registrationPrefillStore.initial);
  window.history.replaceState(null, '', '/');
}

type Primed = [path: string, args: object, answer: unknown][];

function pageOf(Screen: ComponentType<ScreenProps>, url: string, primed: Primed, facts: Partial<Site>) {
  const [path = '', search = ''] = url.split('?');
  window.history.replaceState(null, '', url);
  const answers = new Answers(
    Object.fromEntries(primed.map(([of, args, answer]) => [callKey(of, args), answer])),
    {},
    () => performance.now(),
  );
  bindCartAnswers(answers);
  const info = { site: { ...site, ...facts }, page: 'test', status: 200, variant: 'desktop' as const, path, search };
  const route: ScreenProps = { name: 'test', path, search, params: {}, variant: 'desktop' };
  const page = (
    <PageContext.Provider value={info}>
      <I18nProvider i18n={createI18n('en', messages)}>
        <AnswersContext.Provider value={answers}>
          <main>
            <Screen {...route} />
          </main>
        </AnswersContext.Provider>
      </I18nProvider>
    </PageContext.Provider>
  );
  return { page, answers };
}

/** Renders a screen at a URL with primed answers, and facts of the shop that differ. */
export function show(Screen: ComponentType<ScreenProps>, url: string, primed: Primed = [], facts: Partial<Site> = {}) {
  const { page, answers } = pageOf(Screen, url, primed, facts);
  return { ...render(page), answers };
}

/** Hydrates a served screen as the browser's entry does, after `early` has happened to it. */
export async function hydrateAfter(
  early: (served: HTMLElement) => void,
  Screen: ComponentType<ScreenProps>,
  url: string,
  primed: Primed = [],
): Promise<void> {
  const { page } = pageOf(Screen, url, primed, {});
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(page);
  // The last effect of hydration, as the application's.
  function Root() {
    useEffect(replayOthers, []);
    return page;
  }
  recordPresses();
  early(root);
  const replayForms = noteForms();
  const { unmount } = hydrateRoot(root, <Root />);
  hydrated.push(unmount);
  replayForms();
  await new Promise((resolve) => setTimeout(resolve, 150));
}
