/** Messages of the client itself, in the place of a server's that did not come, or says less. */

import { msg } from '@lingui/core/macro';

export const ownMessages = [
  msg({ id: 'error.try_later', message: 'That did not work and nothing was changed. Please try again in a moment.' }),
  msg({
    id: 'network.offline',
    message: 'There is no connection, and nothing was changed. Try again when you are back online.',
  }),
  msg({
    id: 'passkey.here_already',
    message: 'This device already has a passkey for your account. Use another device, or sign in with the one it has.',
  }),
  msg({
    id: 'passkey.device_unfit',
    message:
      'This device cannot check who is using it. Set a PIN, a fingerprint or face recognition on it, or choose another device.',
  }),
  msg({
    id: 'passkey.failed',
    message: 'The browser could not use a passkey. Try again, or choose another device.',
  }),
];
