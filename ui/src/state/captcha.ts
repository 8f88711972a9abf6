/**
 * State machine of a form's captcha, from the challenge to the value of the field `captcha`. The provider (decisions.md §4)
 * is none, a proof of work, or a third-party widget that is loaded only after consent.
 */

import { ApiError, asApiError, readCookie, writeCookie } from '../api/client';
import type { CaptchaChallenge, CaptchaProvider } from '../api/types';
import { createStore, type Store } from './store';

export interface CaptchaState {
  /**
   * `idle`: not started. `working`: challenge or proof of work is pending. `done`: there is a value. `consent`: cookies
   * must be allowed first. `widget`: waits for the user. `failed`: no challenge, or it could not be solved.
   */
  phase: 'idle' | 'working' | 'done' | 'consent' | 'widget' | 'failed';
  /** Undefined until the first challenge. */
  provider: CaptchaProvider | undefined;
  /** Site key of the widget. */
  siteKey: string;
  /** Increases with each challenge, so that the widget is rendered again. */
  attempt: number;
}

export interface Captcha {
  store: Store<CaptchaState>;
  /** Starts; call when the form receives focus, so that the proof is ready on submit. */
  start: () => void;
  /** Records consent to the captcha's cookies alone, and shows the widget. */
  allow: () => void;
  /** Token of the widget; empty when it expired. */
  answer: (token: string) => void;
  /** The widget could not be loaded. */
  fail: () => void;
  /**
   * Submits a form with the captcha's value. A value is used once: after any refusal a new challenge starts. An expired one
   * is retried immediately. Throws an `ApiError` when there is no value.
   */
  submit: <T>(send: (value: string) => Promise<T>) => Promise<T>;
  /** The same for a form that is sent with an empty value when there is none. */
  submitAnyway: <T>(send: (value: string) => Promise<T>) => Promise<T>;
  /** Aborts pending work. */
  stop: () => void;
}

export interface CaptchaOptions {
  /** Id of the message that asks for consent in this form. */
  consentMessage: string;
  fetchChallenge: () => Promise<CaptchaChallenge>;
  solve: (challenge: CaptchaChallenge, signal: AbortSignal) => Promise<string>;
}

const RETRYABLE = new Set(['captcha.expired', 'captcha.wrong']);
/** Six months (decisions.md §4). */
const CONSENT_MAX_AGE = 15_552_000;

/** Id of the message about the captcha, or of the refusal. */
function captchaFault(reason: unknown): string {
  return reason instanceof ApiError ? (reason.fields.captcha?.id ?? reason.id) : '';
}

function isAllowed(): boolean {
  return readCookie('allowRecaptcha') === '1';
}

export function createCaptcha({ consentMessage, fetchChallenge, solve }: CaptchaOptions): Captcha {
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
      // Unhandled here: `submit` awaits the same promise, and `phase` shows the failure.
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
    throw new ApiError(200, '', store.get().phase === 'consent' ? consentMessage : 'captcha.required');
  }

  async function submit<T>(send: (value: string) => Promise<T>, read: () => Promise<string>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await read();
      try {
        return await send(answer);
      } catch (reason) {
        renew();
        const id = captchaFault(reason);
        if (id === 'captcha.consent') throw new ApiError(200, '', consentMessage);
        if (attempt > 0 || store.get().provider !== 'builtin' || !RETRYABLE.has(id)) throw reason;
      }
    }
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
    submit: (send) => submit(send, current),
    submitAnyway: (send) =>
      submit(send, () => current().catch(() => '')).catch((reason) => {
        if (RETRYABLE.has(captchaFault(reason))) return send('');
        throw reason;
      }),
    stop: () => abortController?.abort(),
  };
}
