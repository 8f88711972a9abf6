/** The customer's own data; updated in place by the answers of changes. */

import { useCallback } from 'react';
import type { UserInfo } from '../api/types';
import { type CallState, useCall } from '../api/useCall';
import { readCustomer } from './customer';
import { useAnswers } from './login';

export interface UserState extends CallState<UserInfo> {
  /** Replaces the data here and in the answer cache. */
  update: (user: UserInfo) => void;
}

export function useUser(options: { skip?: boolean } = {}): UserState {
  const answers = useAnswers();
  const state = useCall('account/info', {}, options);
  const update = useCallback(
    (user: UserInfo) => {
      answers.set('account/info', {}, user);
      readCustomer();
    },
    [answers],
  );
  return { ...state, update };
}
