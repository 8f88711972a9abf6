/**
 * Entering and leaving an account: what the browser knows of a person is asked anew, or forgotten, and the way leads back to
 * where they were.
 */

import { useContext, useEffect } from 'preact/hooks';
import type { Answers } from '../api/answers';
import type { LoggedIn, Path } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { accountUrls, returnPath } from '../domain/accountUrls';
import { queryValue } from '../domain/urls';
import { resetCart } from './cart';
import { cartMergeStore } from './cartMerge';
import { customerStore, readCustomer } from './customer';
import { navigate } from './navigation';
import { loadPromo } from './promo';
import { registrationPrefillStore } from './registrationPrefill';
import { useSite } from './site';
import { createStore, useStore } from './store';

/** Answers that are one person's. */
const PERSONAL_CALLS: readonly Path[] = [
  'account/info',
  'address/index',
  'cart',
  'cart/sidebar',
  'checkout/index',
  'fapiao/view',
  'membercard/index',
  'order/index',
  'order/view',
];

function clearCustomerState(answers: Answers): void {
  for (const path of PERSONAL_CALLS) answers.invalidate(path);
  resetCart();
  readCustomer();
  // Some tags count for some customers alone.
  void loadPromo();
}

/** What the login page says of what went before it. */
export const loginNoticeStore = createStore<{ messageId: string }>({ messageId: '' });

/** After a login: the server has brought two bags together and begun another session. */
export function completeLogin(answers: Answers, { bag }: LoggedIn): void {
  clearCustomerState(answers);
  loginNoticeStore.set({ messageId: '' });
  cartMergeStore.set({ notices: bag.notices });
}

/** After a logout: nothing of the person is left in this tab. */
export function completeLogout(answers: Answers): void {
  clearCustomerState(answers);
  cartMergeStore.set({ notices: [] });
  registrationPrefillStore.set(registrationPrefillStore.initial);
  try {
    window.sessionStorage.clear();
  } catch {
    // There is no storage, so nothing is left in it.
  }
}

/**
 * For pages of the logged out (boutique.md §2): whoever is or becomes a customer goes back to where they came from, else to
 * their orders.
 */
export function useGuestsOnly(search: string): void {
  const { lang, languages } = useSite();
  const { loggedIn } = useStore(customerStore);
  useEffect(() => {
    if (!loggedIn) return;
    const returnTo = returnPath(
      search,
      lang,
      languages.map((language) => language.lang),
    );
    const asked = queryValue(search, 'return').split(/[/?]/)[1];
    // A key of another language's page: the server knows this one's.
    if (returnTo && asked !== lang) window.location.replace(returnTo);
    else navigate(returnTo || accountUrls.orders(lang), { replace: true });
  }, [loggedIn, search, lang, languages]);
}

/**
 * For pages of customers: one that the browser has kept whole, and shows again after the person has left, is asked for anew.
 */
export function useMembersOnly(): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      readCustomer();
      if (!customerStore.get().loggedIn) window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
}

export function useAnswers(): Answers {
  return useContext(AnswersContext);
}
