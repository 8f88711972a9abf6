/** The customer's own data: asked for once, and replaced by what a change of them answers. */

import { useCallback, useState } from 'preact/hooks';
import type { UserInfo } from '../api/types';
import { type CallState, useCall } from '../api/useCall';
import { readCustomer } from './customer';
import { useAnswers } from './login';

export interface UserState extends CallState<UserInfo> {
  /** What a call has answered: it holds from now on, here and on the other pages. */
  update: (user: UserInfo) => void;
}

export function useUser(options: { skip?: boolean } = {}): UserState {
  const answers = useAnswers();
  const first = useCall('account/info', {}, options);
  const [updated, setLater] = useState<UserInfo>();
  const update = useCallback(
    (user: UserInfo) => {
      answers.set('account/info', {}, user);
      readCustomer();
      setLater(user);
    },
    [answers],
  );
  return { ...first, data: updated ?? first.data, update };
}
