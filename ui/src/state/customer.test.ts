/** Handling of 'login required' by page and call (boutique.md §4). */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../api/client';
import { isClosed } from '../moves';
import { closeShop, openShop, Refusal, setCookie } from '../testing';
import { customerStore, readCustomer, takeChange } from './customer';

const REQUIRED = new Refusal('login.required');

function at(url: string): void {
  window.history.replaceState(null, '', url);
  setCookie('isLogin=1');
  setCookie('firstName=%C3%89lodie');
  readCustomer();
}

const where = () => window.location.pathname + window.location.search;

describe('login required', () => {
  beforeEach(() => {
    openShop({ 'account/info': REQUIRED, 'address/create': REQUIRED });
  });
  afterEach(closeShop);

  it('clears the login hint', async () => {
    at('/en/c/bedding?page=2');
    expect(customerStore.get()).toEqual({ loggedIn: true, firstName: 'Élodie' });
    await expect(call('account/info', {})).rejects.toMatchObject({ id: 'login.required' });
    expect(customerStore.get()).toEqual({ loggedIn: false, firstName: '' });
    expect(document.cookie).toContain('isLogin=0');
    // Reads do not redirect.
    expect(where()).toBe('/en/c/bedding?page=2');
  });

  it('tells once that nobody is logged in any more, though the session is the same', async () => {
    setCookie('SID=a');
    at('/en/c/bedding');
    takeChange();
    await call('account/info', {}).catch(() => {});
    expect([takeChange(), takeChange()]).toEqual([true, false]);
  });

  it('redirects from a members-only page to the login with a return path', async () => {
    at('/en/order/detail?order_number=2026-000123');
    await call('account/info', {}).catch(() => {});
    expect(where()).toBe('/en/login?return=%2Fen%2Forder%2Fdetail%3Forder_number%3D2026-000123');
  });

  it('does not redirect from setting a password by a mailed link', async () => {
    at('/en/account/setPassword?token=0a1b');
    await call('account/info', {}).catch(() => {});
    expect(where()).toBe('/en/account/setPassword?token=0a1b');
  });

  it('marks only members-only pages for guests', () => {
    at('/en/c/bedding');
    expect(isClosed('/en/mywishlist')).toBe(false);
    customerStore.set({ loggedIn: false });
    expect(isClosed('/en/mywishlist')).toBe(true);
    expect(isClosed('/en/order/detail')).toBe(true);
    expect(isClosed('/en/account/setPassword')).toBe(false);
    expect(isClosed('/en/c/bedding')).toBe(false);
  });

  it('redirects from any page after a write', async () => {
    at('/fr/checkout');
    await call('address/create', {}).catch(() => {});
    expect(where()).toBe('/fr/login?return=%2Ffr%2Fcheckout');
  });
});

describe('who looks on', () => {
  afterEach(closeShop);

  it('is another one with another session, not with the first one', () => {
    readCustomer();
    takeChange();
    setCookie('SID=a');
    readCustomer();
    expect(takeChange()).toBe(false);
    setCookie('SID=b');
    readCustomer();
    // Seen, and not yet acted on.
    readCustomer();
    expect([takeChange(), takeChange()]).toEqual([true, false]);
  });
});
