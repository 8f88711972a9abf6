/**
 * What is said when no answer came because the visitor's device has no connection (`api/client`). Nobody imports it: it
 * stands here for the catalogues, whose second part is at hand by the time a connection is lost.
 */

import { msg } from '@lingui/core/macro';

export const offline = msg({
  id: 'network.offline',
  message: 'You appear to be offline. Please check your connection and try again.',
});
