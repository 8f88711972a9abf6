/** Redirect to the site of the visitor's country: on arrival, only offered later, no redirect loops. */

import { setupI18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../api/client';
import type { PageInfo } from '../state/site';
import { toastStore } from '../state/toast';
import { redirectToRegion } from './region';

vi.mock('../api/client', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const page = (change: Partial<PageInfo> = {}) =>
  ({ page: 'home', search: '', site: { store_code: 'valmere_en' }, ...change }) as PageInfo;

/** Where the browser was redirected. */
let left: ReturnType<typeof vi.spyOn>;
/** The answer, and what happens before it. */
const answering = (redirect_url: string, meanwhile = () => {}) =>
  vi.mocked(call).mockImplementation(async () => {
    meanwhile();
    return { redirect_url, country: 'GB' };
  });

beforeEach(() => {
  left = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(call).mockReset();
});

describe('region redirect', () => {
  it('redirects from the first page, with the store code as referrer', async () => {
    answering('https://uk.shop.example/en?a=1');
    await redirectToRegion(i18n, page());
    expect(left).toHaveBeenCalledExactlyOnceWith('https://uk.shop.example/en?a=1&referrer=valmere_en');
  });

  it('is only offered once the page is used', async () => {
    answering('https://uk.shop.example/en', () => window.dispatchEvent(new Event('keydown')));
    await redirectToRegion(i18n, page());
    expect(left).not.toHaveBeenCalled();
    expect(JSON.stringify(toastStore.get())).toContain('We have a site for your country.');
  });

  it('is skipped for referred visitors and during checkout', async () => {
    await redirectToRegion(i18n, page({ search: 'referrer=valmere_uk' }));
    for (const task of ['cart', 'checkout', 'result']) await redirectToRegion(i18n, page({ page: task }));
    expect(call).not.toHaveBeenCalled();
  });

  it('ignores missing and non-HTTP targets', async () => {
    for (const answer of ['', 'javascript:alert(1)', 'data:text/html,x']) {
      answering(answer);
      await redirectToRegion(i18n, page());
    }
    expect(left).not.toHaveBeenCalled();
  });
});
