/** Credentials for mail and payment as their screen knows them: never what was entered. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Args, CredentialList, CredentialTest } from './types';

const LIST = ['credential/list'];

export const useCredentials = () =>
  useQuery({ queryKey: LIST, queryFn: ({ signal }) => call('credential/list', {}, signal) });

type Change = 'credential/save_mail' | 'credential/save_stripe' | 'credential/save_wechat' | 'credential/remove';

/** A change, after which the list is shown as the answer has it. */
export function useCredentialCall<P extends Change>(path: P) {
  return useMutation<CredentialList, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<CredentialList>,
    onSuccess: (list) => queryClient.setQueryData(LIST, list),
    onError: () => void queryClient.invalidateQueries({ queryKey: LIST }),
  });
}

type Test = 'credential/test_mail' | 'credential/test_stripe' | 'credential/test_wechat';

export function useCredentialTest<P extends Test>(path: P) {
  return useMutation<CredentialTest, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<CredentialTest>,
  });
}
