/**
 * The captcha of a form: from the challenge to the value of its field `captcha`. What is asked depends on the shop's
 * provider (decisions.md §4): nothing, work that the browser does by itself, or a widget of a third party, which is not
 * loaded before its cookies are allowed.
 */

import { ApiError, asApiError, readCookie, writeCookie } from '../api/client';
import type { CaptchaChallenge, CaptchaProvider } from '../api/types';
import { createStore, type Store } from './store';

export interface CaptchaState {
  /**
   * `idle`: not begun. `working`: the browser is at it. `done`: there is a value. `consent`: cookies must be allowed first.
   * `widget`: the third party waits for an answer. `failed`: there was no challenge, or nothing that could be done with it.
   */
  phase: 'idle' | 'working' | 'done' | 'consent' | 'widget' | 'failed';
  /** Undefined until the first challenge has come. */
  provider: CaptchaProvider | undefined;
  /** Of the widget. */
  siteKey: string;
  /** Rises with each new question: the widget begins anew. */
  attempt: number;
}

export interface Captcha {
  store: Store<CaptchaState>;
  /** Begins; to be called when somebody turns to the form, so that the work is done when it is sent. */
  start: () => void;
  /** The captcha's cookies are allowed, here and for this purpose alone. */
  allow: () => void;
  /** What the widget answered; empty when its answer has lapsed. */
  answer: (token: string) => void;
  /** The widget could not be had. */
  fail: () => void;
  /**
   * Sends a form with the value of its field `captcha`. An answer counts once: whatever is refused, the next sending brings
   * a new one. One that lapsed while the form was filled in is replaced at once. Throws an `ApiError` when there is no value.
   */
  submit: <T>(send: (value: string) => Promise<T>) => Promise<T>;
  /** Nobody waits any longer. */
  stop: () => void;
}

export interface CaptchaOptions {
  fetchChallenge: () => Promise<CaptchaChallenge>;
  solve: (challenge: CaptchaChallenge, signal: AbortSignal) => Promise<string>;
}

const RETRYABLE = new Set(['captcha.expired', 'captcha.wrong']);
/** Six months, as every record of a choice (decisions.md §4). */
const CONSENT_MAX_AGE = 15_552_000;

function isAllowed(): boolean {
  return readCookie('allowRecaptcha') === '1';
}

export function createCaptcha({ fetchChallenge, solve }: CaptchaOptions): Captcha {
  const store = createStore<CaptchaState>({ phase: 'idle', provider: undefined, siteKey: '', attempt: 0 });
  let value: Promise<string> | undefined;
  let abortController: AbortController | undefined;
  let token = '';

  async function begin(signal: AbortSignal): Promise<string> {
    store.set({ phase: 'working' });
    try {
      const challenge = await fetchChallenge();
      signal.throwIfAborted();
      const { provider, site_key: siteKey } = challenge;
      store.set({ provider, siteKey });
      if (provider === 'recaptcha') {
        store.set({ phase: challenge.consent_required && !isAllowed() ? 'consent' : 'widget' });
        return '';
      }
      const answer = provider === 'builtin' ? await solve(challenge, signal) : '';
      signal.throwIfAborted();
      store.set({ phase: 'done' });
      return answer;
    } catch (reason) {
      if (!signal.aborted) {
        store.set({ phase: 'failed' });
        value = undefined;
      }
      throw asApiError(reason);
    }
  }

  function start(): Promise<string> {
    if (!value) {
      abortController = new AbortController();
      value = begin(abortController.signal);
      // Whoever sends the form hears of a failure; whoever only began, sees it.
      value.catch(() => {});
    }
    return value;
  }

  function renew(): void {
    abortController?.abort();
    value = undefined;
    token = '';
    store.set(({ attempt }) => ({ attempt: attempt + 1, phase: 'idle' }));
    void start();
  }

  async function current(): Promise<string> {
    const answer = await start();
    if (store.get().provider !== 'recaptcha') return answer;
    if (token) return token;
    throw new ApiError(200, '', store.get().phase === 'consent' ? 'captcha.consent' : 'captcha.required');
  }

  return {
    store,
    start: () => void start(),
    allow() {
      writeCookie('allowRecaptcha', '1', CONSENT_MAX_AGE);
      store.set({ phase: 'widget' });
    },
    answer(given) {
      token = given;
      store.set({ phase: given ? 'done' : 'widget' });
    },
    fail() {
      value = undefined;
      store.set({ phase: 'failed' });
    },
    async submit(send) {
      for (let attempt = 0; ; attempt += 1) {
        const answer = await current();
        try {
          return await send(answer);
        } catch (reason) {
          renew();
          const id = reason instanceof ApiError ? (reason.fields.captcha?.id ?? reason.id) : '';
          if (attempt > 0 || store.get().provider !== 'builtin' || !RETRYABLE.has(id)) throw reason;
        }
      }
    },
    stop: () => abortController?.abort(),
  };
}
