/** Somebody without an account who has just ordered: what a new account begins with, and whether one was asked for. */

import { createStore } from './store';

export const registrationPrefillStore = createStore({
  email: '',
  first_name: '',
  last_name: '',
  /** It was asked for with the order: a mail follows. */
  isRequested: false,
});
