/**
 * Message for calls without a connection (`api/client`). Not imported: it is here for message extraction into the rest of
 * the language pack, which is loaded before a connection can be lost.
 */

import { msg } from '@lingui/core/macro';

export const offline = msg({
  id: 'network.offline',
  message: 'You appear to be offline. Please check your connection and try again.',
});
