/** Employees' tags. What changes them answers with the list as it is afterwards. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Args, PromoTags } from './types';

const TAGS = ['promo/list'];

export const usePromoTags = () => useQuery({ queryKey: TAGS, queryFn: ({ signal }) => call('promo/list', {}, signal) });

/** What saving would make of a tag. */
export const planTag = (args: Args<'promo/plan'>) => call('promo/plan', args);

export function usePromoTagCall<P extends 'promo/save' | 'promo/switch_off'>(path: P) {
  return useMutation<PromoTags, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<PromoTags>,
    onSuccess: (answer) => queryClient.setQueryData<PromoTags>(TAGS, answer),
    // Somebody else may have been quicker.
    onError: () => void queryClient.invalidateQueries({ queryKey: TAGS }),
  });
}
