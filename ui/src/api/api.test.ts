/** API client: cache keys, encoding, answers, refusals, deduplication. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answers } from './answers';
import { ApiError, call, configure } from './client';
import { callKey } from './key';
import type { Site } from './types';

const site = { store_id: 94, store_code: 'valmere_en', currency: 'EUR', services: 'hash' } as Site;

describe('cache keys', () => {
  it.each([
    ['page/topmenu', {}, 'page/topmenu?{}'],
    ['catalog/product', { url_key: 'the-duvet' }, 'catalog/product?{"url_key":"the-duvet"}'],
    [
      'catalog/category',
      { url_key: 'bedding', sort: undefined, page: null, filters: { size: ['b', 'a'], colour: ['white'], empty: [] } },
      'catalog/category?{"filters":{"colour":["white"],"size":["b","a"]},"url_key":"bedding"}',
    ],
    ['checkout/index', { country: '', member_card: '' }, 'checkout/index?{}'],
  ])('%s', (path, args, key) => {
    expect(callKey(path, args)).toBe(key);
  });
});

describe('API calls', () => {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
  const envelope = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
  const sent = (at = 0) => {
    const [url, init] = fetched.mock.calls[at] ?? ['', {}];
    const { pathname, searchParams } = new URL(url, 'https://shop.example');
    return { pathname, query: Object.fromEntries(searchParams), init };
  };
  const loginRequired = vi.fn();

  beforeEach(() => {
    fetched.mockReset();
    loginRequired.mockReset();
    vi.stubGlobal('fetch', fetched);
    document.cookie = 'SID=handle';
    configure(site, loginRequired);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('send session, store, currency and the Services header; form style is encoded in the query', async () => {
    fetched.mockResolvedValue(envelope({ code: '1', message: '', data: { items: [] } }));
    await call('catalog/category', { url_key: 'bedding', filters: { colour: ['white', 'grey'] } });
    const { pathname, query, init } = sent();
    expect(pathname).toBe('/hah_api/catalog/category');
    expect(query).toEqual({
      SID: 'handle',
      store_id: '94',
      ___store: 'valmere_en',
      currency: 'EUR',
      url_key: 'bedding',
      'f.colour': 'white,grey',
    });
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', headers: { Services: 'hash' } });
    expect(init.body).toBeUndefined();
  });

  it('send the promo tag, comma-separated lists, and JSON bodies', async () => {
    document.cookie = 'employcode=TEAM';
    fetched.mockImplementation(() => Promise.resolve(envelope({ code: '1', message: '', data: {} })));
    await call('cart/delete', { item_ids: [3, 5] });
    await call('cart/add', { sku: 'A', qty: 2 });
    expect(sent(0).query).toMatchObject({ 'promo-tag': 'TEAM', item_ids: '3,5' });
    expect(sent(1).init.body).toBe('{"sku":"A","qty":2}');
    expect(sent(1).query.sku).toBeUndefined();
    document.cookie = 'employcode=; max-age=0';
  });

  it('throw a refusal with its id, parameters and fields', async () => {
    fetched.mockResolvedValue(
      envelope({
        code: '0',
        message: "We don't have as many towels as you requested.",
        data: null,
        error: { id: 'cart.qty_insufficient', params: { name: 'towels' }, fields: {}, field_messages: {} },
      }),
    );
    await expect(call('cart/add', { sku: 'A' })).rejects.toMatchObject({
      id: 'cart.qty_insufficient',
      params: { name: 'towels' },
      status: 200,
    });
  });

  it('take keys of an answer for its own only (ASVS 15.3.6)', async () => {
    const hostile =
      '{"code":"1","message":"","data":{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}}';
    fetched.mockResolvedValue(new Response(hostile, { headers: { 'content-type': 'application/json' } }));
    await call('cart', {});
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('throw the generic error without a valid envelope', async () => {
    fetched.mockResolvedValueOnce(envelope({ code: '0', message: '', data: null }, 500));
    await expect(call('cart', {})).rejects.toMatchObject({ id: 'error.try_later', message: 'error', status: 500 });
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    await expect(call('cart', {})).rejects.toMatchObject({ id: 'error.try_later', status: 0 });
  });

  it('throw the offline message without a connection', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    await expect(call('cart', {})).rejects.toMatchObject({ id: 'network.offline', status: 0 });
  });

  it('report ’login required’', async () => {
    fetched.mockResolvedValue(envelope({ code: '0', message: 'login required', data: null }));
    await expect(call('cart', {})).rejects.toBeInstanceOf(ApiError);
    expect(loginRequired).toHaveBeenCalledOnce();
  });

  it('abort the earlier of two identical reads; both receive the answer', async () => {
    fetched
      .mockImplementationOnce(
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          }),
      )
      .mockResolvedValueOnce(envelope({ code: '1', message: '', data: { total_qty: 3 } }));
    const [first, second] = await Promise.all([call('cart/sidebar', {}), call('cart/sidebar', {})]);
    expect(first).toEqual({ total_qty: 3 });
    expect(second).toEqual({ total_qty: 3 });
  });

  it('time out after 3,000,000 ms', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    fetched.mockResolvedValue(envelope({ code: '1', message: '', data: {} }));
    await call('cart', {});
    expect(timeout).toHaveBeenCalledExactlyOnceWith(3_000_000);
    timeout.mockRestore();
  });

  it('send writes one at a time until there is a session: the first begins it', async () => {
    vi.resetModules();
    const fresh = await import('./client');
    fresh.configure(site, loginRequired);
    document.cookie = 'SID=; max-age=0';
    /** Answers of the calls under way, in their order. */
    const answers: ((answer: Response) => void)[] = [];
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const done = { code: '1', message: '', data: {} };
    const settled = () => new Promise((resolve) => setTimeout(resolve));

    const all = [
      fresh.call('cart/add', { sku: 'A' }),
      fresh.call('wishlist/add', { sku: 'A' }),
      fresh.call('cart/add', { sku: 'B' }),
    ];
    const read = fresh.call('cart', {});
    await settled();
    // A read begins none, and waits for nobody.
    expect(answers).toHaveLength(2);
    answers[0]?.(envelope(done));
    await read;
    // A refusal begins none either: the next is the first.
    answers[1]?.(envelope({ code: '0', message: 'sold out', data: null }));
    await expect(all[0]).rejects.toMatchObject({ message: 'sold out' });
    await settled();
    expect(answers).toHaveLength(3);
    answers[2]?.(envelope(done));
    await all[1];
    await settled();
    answers[3]?.(envelope(done));
    await all[2];

    // From then on they go at once.
    const later = [fresh.call('cart/add', { sku: 'D' }), fresh.call('cart/add', { sku: 'E' })];
    await settled();
    expect(answers).toHaveLength(6);
    for (const answer of answers.slice(4)) answer(envelope(done));
    await Promise.all(later);
  });

  it('do not wait for a first write that hangs', async () => {
    vi.resetModules();
    const fresh = await import('./client');
    fresh.configure(site, loginRequired);
    document.cookie = 'SID=; max-age=0';
    vi.useFakeTimers();
    fetched.mockImplementation(() => new Promise(() => {}));
    void fresh.call('payment/retry', { token: 't', payment_method: 'card' });
    void fresh.call('cart/add', { sku: 'A' });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('never abort a write', async () => {
    let aborted = false;
    fetched.mockImplementation((_, { signal }) => {
      signal?.addEventListener('abort', () => {
        aborted = true;
      });
      return Promise.resolve(envelope({ code: '1', message: '', data: {} }));
    });
    await Promise.all([call('cart/add', { sku: 'A' }), call('cart/add', { sku: 'A' })]);
    expect(aborted).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe('cached answers', () => {
  it('have an age, are replaced, and are invalidated by call', () => {
    let now = 0;
    const answers = new Answers({ 'cart/sidebar?{}': { total_qty: 1 } }, {}, () => now);
    now = 500;
    expect(answers.age('cart/sidebar?{}')).toBe(500);
    answers.set('cart/sidebar', {}, { total_qty: 2 });
    expect(answers.age('cart/sidebar?{}')).toBe(0);
    expect(answers.get('cart/sidebar', {})).toEqual({ total_qty: 2 });
    answers.invalidate('cart/sidebar');
    expect(answers.get('cart/sidebar', {})).toBeUndefined();
    expect(answers.age('cart/sidebar?{}')).toBe(Number.POSITIVE_INFINITY);
  });

  it('are limited in number', () => {
    const answers = new Answers({});
    for (let at = 0; at < 80; at += 1) answers.set('page/cms', { url_key: String(at) }, {} as never);
    expect(answers.get('page/cms', { url_key: '0' })).toBeUndefined();
    expect(answers.get('page/cms', { url_key: '79' })).toBeDefined();
  });
});
