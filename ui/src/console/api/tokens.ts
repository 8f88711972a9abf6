/** Tokens with which programs call the console. What changes them answers with the list as it is afterwards. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { TokenCreated, Tokens } from './types';

const TOKENS = ['token/list'];

export const useTokens = (enabled = true) =>
  useQuery({ queryKey: TOKENS, queryFn: ({ signal }) => call('token/list', {}, signal), enabled });

/** Answers with the secret, which is shown this once and kept nowhere. */
export function useCreateToken() {
  return useMutation<TokenCreated, ApiError, { name: string; permissions: Tokens['grantable']; ends_on: string }>({
    mutationFn: (args) => call('token/create', args),
    onSuccess: ({ items, grantable, latest_on }) =>
      queryClient.setQueryData<Tokens>(TOKENS, { items, grantable, latest_on }),
    gcTime: 0,
  });
}

export function useRevokeToken() {
  return useMutation<Tokens, ApiError, { id: number }>({
    mutationFn: (args) => call('token/revoke', args),
    onSuccess: (answer) => queryClient.setQueryData<Tokens>(TOKENS, answer),
    // Somebody else may have been quicker.
    onError: () => void queryClient.invalidateQueries({ queryKey: TOKENS }),
  });
}
