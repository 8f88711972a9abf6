/** Whether the next page is loading; the header shows a progress line. */

import { createStore } from './store';

export const progressStore = createStore({ busy: false });
