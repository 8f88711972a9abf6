/** What did not fit when a guest's bag came to a customer's: told on the next page, until it is read. */

import type { BagNotice } from '../api/types';
import { createStore } from './store';

export const cartMergeStore = createStore<{ notices: BagNotice[] }>({ notices: [] });
