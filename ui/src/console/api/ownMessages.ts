/** Messages of the client itself, in the place of a server's that did not come, or says less. */

import { msg } from '@lingui/core/macro';

export const ownMessages = [
  msg({ id: 'error.try_later', message: 'That did not work and nothing was changed. Please try again in a moment.' }),
  msg({
    id: 'network.offline',
    message: 'There is no connection, and nothing was changed. Try again when you are back online.',
  }),
];
