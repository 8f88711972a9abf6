/**
 * Login state from readable cookies: a hint for display only. The server authorises, and its 'login required' corrects the
 * hint.
 */

import { readCookie, writeCookie } from '../api/client';
import { WRITES } from '../api/contract';
import { queryValue, urls } from '../domain/urls';
import { logIn } from './navigation';
import { useRoute } from './route';
import { useSite } from './site';
import { createStore, useStore } from './store';

interface CustomerState {
  /** Undefined until the cookie is read; until then `Site.login` counts. */
  loggedIn: boolean | undefined;
  firstName: string;
}

export const customerStore = createStore<CustomerState>({ loggedIn: undefined, firstName: '' });

/** A login, a logout and the end of a session give another one. */
let session = '';
let hasChanged = false;

/** Reads the cookies: at start, and on each navigation, since another tab may have changed them. */
export function readCustomer(): void {
  const loggedIn = readCookie('isLogin') === '1';
  customerStore.set({ loggedIn, firstName: loggedIn ? readCookie('firstName') : '' });
  const before = session;
  session = readCookie('SID');
  hasChanged ||= before !== '' && before !== session;
}

/** Whether somebody else looks on since this was last asked. */
export function takeChange(): boolean {
  const was = hasChanged;
  hasChanged = false;
  return was;
}

export function useCustomer(): { loggedIn: boolean; firstName: string } {
  const { login } = useSite();
  const { loggedIn, firstName } = useStore(customerStore);
  return { loggedIn: loggedIn ?? login ?? false, firstName };
}

/** URL of the account; for guests the login, with the current page as return path. */
export function useAccountHref(): string {
  const { lang } = useSite();
  const { loggedIn } = useCustomer();
  const { name, path, search, no_return } = useRoute();
  if (loggedIn) return urls.account(lang);
  // Login screens pass on their own return path.
  if (no_return) return urls.login(lang, queryValue(search, 'return'));
  return urls.login(lang, name === 'home' ? '' : path + (search && `?${search}`));
}

/**
 * Handles 'login required' (boutique.md §4). Writes, and pages for customers, redirect to the login with a return path;
 * background reads on other pages only correct the login hint.
 */
export function onLoginRequired(path: string): void {
  writeCookie('isLogin', '0', 2_592_000);
  readCustomer();
  // The session may have ended without another one.
  hasChanged = true;
  const { pathname, search } = window.location;
  logIn(WRITES.has(path), urls.login(pathname.split('/')[1] as 'en', pathname + search));
}
