/** The inbox as its screens read it, kept by TanStack Query: threads, canned texts, and when the chat is offered. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { setOwn } from './own';
import { queryClient } from './queries';
import type { Answer, Args, ThreadDetail } from './types';

const LIST = 'message/list';
const SHOW = 'message/show';
const WAITING = ['message/waiting'];
const TEXTS = ['message/texts'];
const HOURS = ['message/chat_hours'];

export type ThreadFilters = Omit<Args<'message/list'>, 'after'>;

export const useThreads = (filters: ThreadFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) =>
      call('message/list', pageParam === null ? filters : { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

/** The first threads that match, for the commands. */
export const useFoundThreads = (q: string, enabled: boolean) =>
  useQuery({
    queryKey: [LIST, 'found', q],
    queryFn: ({ signal }) => call('message/list', { q }, signal),
    enabled,
    placeholderData: keepPreviousData,
  });

export const useThread = (reference: string) =>
  useQuery({ queryKey: [SHOW, reference], queryFn: ({ signal }) => call('message/show', { reference }, signal) });

export function refetchThread(reference: string): void {
  for (const queryKey of [[SHOW, reference], [LIST], WAITING, ['duty/list']]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

type ThreadCall = 'message/say' | 'message/note' | 'message/assign' | 'message/close' | 'message/reopen';

/** A change of one thread, which is shown as the answer has it. */
export function useThreadCall<P extends ThreadCall>(path: P) {
  return useMutation<ThreadDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<ThreadDetail>,
    onSuccess: (detail) => {
      setOwn('message', detail.thread.reference);
      queryClient.setQueryData([SHOW, detail.thread.reference], detail);
    },
    onSettled: (_answer, _error, { reference }) => refetchThread(reference ?? ''),
  });
}

/** Chats in which somebody waits, read again as soon as something is said. */
export const useWaitingChats = (enabled: boolean) =>
  useQuery({ queryKey: WAITING, queryFn: ({ signal }) => call('message/waiting', {}, signal), enabled }).data?.items;

export const useTexts = () => useQuery({ queryKey: TEXTS, queryFn: ({ signal }) => call('message/texts', {}, signal) });

export function useTextCall<P extends 'message/save_text' | 'message/delete_text'>(path: P) {
  return useMutation<Answer<'message/save_text'>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<Answer<'message/save_text'>>,
    onSuccess: (texts) => queryClient.setQueryData(TEXTS, texts),
    onError: () => void queryClient.invalidateQueries({ queryKey: TEXTS }),
  });
}

export const useChatHours = () =>
  useQuery({ queryKey: HOURS, queryFn: ({ signal }) => call('message/chat_hours', {}, signal) });

export const useSetChatHours = () =>
  useMutation<Answer<'message/set_chat_hours'>, ApiError, Args<'message/set_chat_hours'>>({
    mutationFn: (args) => call('message/set_chat_hours', args),
    onSuccess: (hours) => queryClient.setQueryData(HOURS, hours),
    onError: () => void queryClient.invalidateQueries({ queryKey: HOURS }),
  });
