/**
 * Items that did not fit when a login merged the guest's cart into the customer's, or an order was put into the cart once
 * more; shown until dismissed.
 */

import type { BagNotice } from '../api/types';
import { createStore } from './store';

export const cartMergeStore = createStore<{ notices: BagNotice[]; isReorder: boolean }>({
  notices: [],
  isReorder: false,
});
