/** The captcha's state machine with each provider. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client';
import type { CaptchaChallenge } from '../api/types';
import { type CaptchaOptions, createCaptcha } from './captcha';

const builtin = { provider: 'builtin', altcha: {}, site_key: '', consent_required: false } as CaptchaChallenge;
const google: CaptchaChallenge = {
  provider: 'recaptcha',
  altcha: null,
  site_key: 'key',
  consent_required: true,
  expires_at: null,
};

function options(challenge: CaptchaChallenge) {
  let solved = 0;
  return {
    consentMessage: 'captcha.consent_contact',
    fetchChallenge: vi.fn<CaptchaOptions['fetchChallenge']>(async () => challenge),
    solve: vi.fn<CaptchaOptions['solve']>(async () => `proof ${++solved}`),
  };
}

const refused = (id: string) => new ApiError(200, '', id);

describe('built-in captcha', () => {
  it('solves on start, and submits the proof', async () => {
    const shop = options(builtin);
    const captcha = createCaptcha(shop);
    expect(captcha.store.get().phase).toBe('idle');
    captcha.start();
    captcha.start();
    await vi.waitFor(() => expect(captcha.store.get().phase).toBe('done'));
    expect(await captcha.submit(async (value) => `sent ${value}`)).toBe('sent proof 1');
    expect(shop.fetchChallenge).toHaveBeenCalledTimes(1);
  });

  it('retries an expired challenge once', async () => {
    const captcha = createCaptcha(options(builtin));
    const send = vi.fn(async (value: string) => {
      if (value === 'proof 1') throw refused('captcha.expired');
      return value;
    });
    expect(await captcha.submit(send)).toBe('proof 2');

    const never = createCaptcha(options(builtin));
    const refuse = vi.fn(async () => {
      throw new ApiError(200, '', 'form.problem', {}, { captcha: { id: 'captcha.wrong' } as never });
    });
    await expect(never.submit(refuse)).rejects.toMatchObject({ id: 'form.problem' });
    expect(refuse).toHaveBeenCalledTimes(2);
  });

  it('starts a new challenge after any refusal', async () => {
    const captcha = createCaptcha(options(builtin));
    const values: string[] = [];
    const send = async (value: string) => {
      values.push(value);
      throw refused('customer.exists');
    };
    await expect(captcha.submit(send)).rejects.toMatchObject({ id: 'customer.exists' });
    await expect(captcha.submit(send)).rejects.toMatchObject({ id: 'customer.exists' });
    expect(values).toEqual(['proof 1', 'proof 2']);
  });

  it('reports failure, and retries on submit', async () => {
    const shop = options(builtin);
    shop.fetchChallenge.mockRejectedValueOnce(new TypeError('offline'));
    const captcha = createCaptcha(shop);
    captcha.start();
    await vi.waitFor(() => expect(captcha.store.get().phase).toBe('failed'));
    expect(await captcha.submit(async (value) => value)).toBe('proof 1');
  });

  it('sends a form that needs no proof without one when there is none, or none is accepted', async () => {
    const shop = options(builtin);
    shop.fetchChallenge.mockRejectedValueOnce(new TypeError('offline'));
    const captcha = createCaptcha(shop);
    expect(await captcha.submitAnyway(async (value) => value)).toBe('');
    expect(await captcha.submitAnyway(async (value) => value)).toBe('proof 1');
    const never = createCaptcha(options(builtin));
    const accept = vi.fn(async (value: string) => {
      if (value !== '') throw refused('captcha.wrong');
      return value;
    });
    expect(await never.submitAnyway(accept)).toBe('');
    expect(accept).toHaveBeenCalledTimes(3);
  });

  it('aborts on unmount', async () => {
    const shop = options(builtin);
    let signal: AbortSignal | undefined;
    shop.solve.mockImplementation((_, given) => {
      signal = given;
      return new Promise(() => {});
    });
    const captcha = createCaptcha(shop);
    captcha.start();
    await vi.waitFor(() => expect(signal).toBeDefined());
    captcha.stop();
    expect(signal?.aborted).toBe(true);
  });
});

describe('third-party captcha', () => {
  afterEach(() => {
    document.cookie = 'allowRecaptcha=0; path=/; max-age=0';
  });

  it('asks for consent in the words of its form', async () => {
    const captcha = createCaptcha(options(google));
    const send = vi.fn(async (value: string) => value);
    await expect(captcha.submit(send)).rejects.toMatchObject({ id: 'captcha.consent_contact' });
    expect(captcha.store.get().phase).toBe('consent');
    expect(send).not.toHaveBeenCalled();

    captcha.allow();
    expect(document.cookie).toBe('allowRecaptcha=1');
    await expect(captcha.submit(send)).rejects.toMatchObject({ id: 'captcha.required' });
    captcha.answer('token');
    expect(await captcha.submit(send)).toBe('token');
    const refuse = async () => {
      throw refused('captcha.consent');
    };
    await expect(captcha.submit(refuse)).rejects.toMatchObject({ id: 'captcha.consent_contact' });
    captcha.answer('');
    await expect(captcha.submit(send)).rejects.toMatchObject({ id: 'captcha.required' });
  });

  it('needs no consent given before', async () => {
    document.cookie = 'allowRecaptcha=1; path=/';
    const captcha = createCaptcha(options(google));
    captcha.start();
    await vi.waitFor(() => expect(captcha.store.get().phase).toBe('widget'));
  });
});

it('is absent without a provider', async () => {
  const captcha = createCaptcha(options({ ...google, provider: 'none', consent_required: false }));
  expect(await captcha.submit(async (value) => `sent '${value}'`)).toBe("sent ''");
});
