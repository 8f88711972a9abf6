/**
 * Whether somebody is logged in, as far as readable cookies tell: a hint for what is shown. What a customer may do is the
 * server's affair, and its 'login required' sets the hint right.
 */

import { readCookie, writeCookie } from '../api/client';
import { WRITES } from '../api/contract';
import { queryValue, urls } from '../domain/urls';
import { navigate } from './navigation';
import { useRoute } from './route';
import { useSite } from './site';
import { createStore, useStore } from './store';

interface CustomerState {
  /** Undefined until the cookie was read: then the document knows, where it was made for one visitor. */
  loggedIn: boolean | undefined;
  firstName: string;
}

export const customerStore = createStore<CustomerState>({ loggedIn: undefined, firstName: '' });

/** Reads the cookies: at first, and after each navigation, since another tab may have changed them. */
export function readCustomer(): void {
  const loggedIn = readCookie('isLogin') === '1';
  customerStore.set({ loggedIn, firstName: loggedIn ? readCookie('firstName') : '' });
}

export function useCustomer(): { loggedIn: boolean; firstName: string } {
  const { login } = useSite();
  const { loggedIn, firstName } = useStore(customerStore);
  return { loggedIn: loggedIn ?? login ?? false, firstName };
}

const LOGIN_ROUTES = ['login', 'register', 'forgetpwd', 'setpassword', 'logout'];

/** The way to the account; for guests to the login, and back to the page that is read. */
export function useAccountHref(): string {
  const { lang } = useSite();
  const { loggedIn } = useCustomer();
  const { name, path, search } = useRoute();
  if (loggedIn) return urls.account(lang);
  // The screens around the login hand on where one came from, not themselves.
  if (LOGIN_ROUTES.includes(name)) return urls.login(lang, queryValue(search, 'return'));
  return urls.login(lang, name === 'home' ? '' : path + (search && `?${search}`));
}

/** Pages for customers alone, after the language. */
const MEMBERS_ONLY = /^\/\w+\/(account(?!\/setPassword)|address|order|mywishlist)\b/;

/** Whether the page would answer a guest with nothing but the way to the login. */
export function isMembersOnlyPath(path: string): boolean {
  return MEMBERS_ONLY.test(path) && !customerStore.get().loggedIn;
}

/**
 * 'login required' (boutique.md §4). Whoever wanted to do something, or is on a page for customers, is led to the login and
 * back. On any other page a question that went on behind it has only taught that nobody is logged in.
 */
export function onLoginRequired(path: string): void {
  writeCookie('isLogin', '0', 2_592_000);
  readCustomer();
  const { pathname, search } = window.location;
  const isMembersOnly = MEMBERS_ONLY.test(pathname);
  if (!isMembersOnly && !WRITES.has(path)) return;
  const lang = pathname.split('/')[1] as 'en';
  navigate(urls.login(lang, pathname + search), { replace: isMembersOnly, force: true });
}
