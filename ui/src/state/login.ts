/** Login and logout on the client: clears cached personal data, and guards pages by login state. */

import { useContext, useEffect } from 'react';
import type { Answers } from '../api/answers';
import type { LoggedIn } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { accountUrls, returnPath } from '../domain/accountUrls';
import { queryValue } from '../domain/urls';
import { resetCart } from './cart';
import { cartMergeStore } from './cartMerge';
import { customerStore, readCustomer, takeChange } from './customer';
import { navigate } from './navigation';
import { loadPromo } from './promo';
import { forgetViewed } from './recentlyViewed';
import { registrationPrefillStore } from './registrationPrefill';
import { useSite } from './site';
import { createStore, useStore } from './store';

function clearCustomerState(answers: Answers): void {
  readCustomer();
  takeChange();
  answers.forgetPerson();
  resetCart();
  // Promo tags may be limited to certain customers.
  void loadPromo();
}

/** Message above the login form, set by the page before. */
export const loginNoticeStore = createStore<{ messageId: string }>({ messageId: '' });

/** After a login: the server has merged the carts and rotated the session. */
export function completeLogin(answers: Answers, { bag }: LoggedIn): void {
  clearCustomerState(answers);
  loginNoticeStore.set({ messageId: '' });
  cartMergeStore.set({ notices: bag.notices, isReorder: false });
}

/** After a logout: removes all personal data of this tab. */
export function completeLogout(answers: Answers): void {
  clearCustomerState(answers);
  cartMergeStore.set({ notices: [] });
  registrationPrefillStore.set(registrationPrefillStore.initial);
  forgetViewed();
  try {
    window.sessionStorage.clear();
  } catch {
    // Storage is blocked: there is nothing to clear.
  }
}

/** For guest-only pages (boutique.md §2): redirects customers to the return path, else to their orders. */
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
    // A path of another language is resolved by the server.
    if (returnTo && asked !== lang) window.location.replace(returnTo);
    else navigate(returnTo || accountUrls.orders(lang), { replace: true });
  }, [loggedIn, search, lang, languages]);
}

export function useAnswers(): Answers {
  return useContext(AnswersContext);
}
