/** Prefill for the registration of a guest who has just ordered. */

import { createStore } from './store';

export const registrationPrefillStore = createStore({
  email: '',
  first_name: '',
  last_name: '',
  /** Registration was requested with the order, and a mail follows. */
  isRequested: false,
});
