/** The bank account as its screen reads it, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { toBase64 } from './files';
import { setOwn } from './own';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

/** A statement travels with a third more as Base64, in a request of at most 8 MB. */
export const MOST_BYTES = 6_000_000;

const STATEMENTS = ['bank/statements'];
const LINES = 'bank/lines';
const REFUNDS = ['bank/refunds'];

export type BankFilters = Omit<Args<'bank/lines'>, 'before'>;

export const useStatements = () =>
  useQuery({ queryKey: STATEMENTS, queryFn: ({ signal }) => call('bank/statements', {}, signal) });

export const useBankLines = (filters: BankFilters) =>
  useInfiniteQuery({
    queryKey: [LINES, filters],
    queryFn: ({ pageParam, signal }) =>
      call('bank/lines', pageParam === null ? filters : { ...filters, before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
    placeholderData: keepPreviousData,
  });

export const useRefunds = () =>
  useQuery({ queryKey: REFUNDS, queryFn: ({ signal }) => call('bank/refunds', {}, signal) });

/** What shows the account, and the orders and duties that its movements change. */
export function refetchBank(): void {
  for (const key of [...STATEMENTS, LINES, ...REFUNDS, 'order/list', 'order/show', 'duty/list']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

export const useImport = () =>
  useMutation<Answer<'bank/import'>, ApiError, File>({
    mutationFn: async (file) =>
      call('bank/import', { name: file.name, content: toBase64(new Uint8Array(await file.arrayBuffer())) }),
    onSuccess: ({ items }) => {
      for (const { statement_id: id } of items) if (id !== null) setOwn('bank_statement', id);
      refetchBank();
    },
  });

/** Sets a movement aside, or takes it up again. */
export function useSetAside(path: 'bank/ignore' | 'bank/reopen') {
  return useMutation<Answer<'bank/ignore'>, ApiError, number>({
    mutationFn: (id) => call(path, { id }),
    onSuccess: (_, id) => setOwn('bank_line', id),
    // Somebody else may have been quicker.
    onSettled: refetchBank,
  });
}

/** What is booked from a statement and which of it can be taken back, as it is when somebody asks. */
export const useBookings = (statement_id: number) =>
  useQuery({
    queryKey: ['bank/bookings', statement_id],
    queryFn: ({ signal }) => call('bank/bookings', { statement_id }, signal),
    gcTime: 0,
  });

export const useSepaFile = () =>
  useMutation<Answer<'bank/sepa_file'>, ApiError, Args<'bank/sepa_file'>>({
    mutationFn: (args) => call('bank/sepa_file', args),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: REFUNDS }),
  });
