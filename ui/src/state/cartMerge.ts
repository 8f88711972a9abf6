/** Items that did not fit when a login merged the guest's cart into the customer's; shown until dismissed. */

import type { BagNotice } from '../api/types';
import { createStore } from './store';

export const cartMergeStore = createStore<{ notices: BagNotice[] }>({ notices: [] });
