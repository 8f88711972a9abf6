/** Whether the next page is being fetched: the header shows the falling stroke. */

import { createStore } from './store';

export const progressStore = createStore({ busy: false });
