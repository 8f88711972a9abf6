/** What the screens read, kept by TanStack Query; what they change answers with the list as it is afterwards. */

import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { type ApiError, call } from './client';
import type { Answer, Args, ConsoleSession, Passkeys, Path, Permission, StaffSelf } from './types';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A refusal stays one, and calls are quick: whoever wants to try again has a button.
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

const SESSION = ['staff/session'];
const PEOPLE = ['staff/people'];
const SESSIONS = ['staff/sessions'];
const PASSKEYS = ['passkey/list'];

export const fetchSession = () =>
  queryClient.fetchQuery({ queryKey: SESSION, queryFn: () => call('staff/session', {}), staleTime: 0 });

/** Fetched before the first screen. */
export function useSession(): ConsoleSession {
  return useSuspenseQuery({
    queryKey: SESSION,
    queryFn: () => call('staff/session', {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }).data;
}

export function useSelf(): StaffSelf {
  const { signed_in: self } = useSession();
  if (!self) throw new Error('this screen needs a session');
  return self;
}

export function useMay(permission: Permission): boolean {
  return useSelf().permissions.includes(permission);
}

/** Ends the session; rejects with an `ApiError`. */
export async function signOut(): Promise<void> {
  await call('staff/sign_out', {});
  setSelf(null);
}

/** The session is locked: nothing more is answered. */
export function setLocked(): void {
  queryClient.setQueryData<ConsoleSession>(SESSION, (session) =>
    session?.signed_in ? { ...session, signed_in: { ...session.signed_in, is_locked: true } } : session,
  );
}

/** Reads anew what is on the screen, and forgets the rest: it may be somebody else who looks now. */
export function refetchAll(): void {
  const isData = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== SESSION[0] };
  queryClient.removeQueries({ ...isData, type: 'inactive' });
  void queryClient.invalidateQueries(isData);
}

export function setSelf(self: StaffSelf | null): void {
  // What was read belongs to the person who has read it.
  if (!self) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  queryClient.setQueryData<ConsoleSession>(SESSION, (session) => session && { ...session, signed_in: self });
}

export const usePeople = (enabled = true) =>
  useQuery({ queryKey: PEOPLE, queryFn: ({ signal }) => call('staff/people', {}, signal), enabled });

type PeopleCall =
  | 'staff/invite'
  | 'staff/withdraw_invitation'
  | 'staff/set_role'
  | 'staff/disable'
  | 'staff/enable'
  | 'staff/end_sessions'
  | 'staff/add_role'
  | 'staff/change_role'
  | 'staff/delete_role'
  | 'passkey/remove_all';

export function usePeopleCall<P extends PeopleCall & Path>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args),
    onSuccess: (answer) => queryClient.setQueryData(PEOPLE, answer),
    // Somebody else may have been quicker.
    onError: ({ id }) => {
      const isOld = ['staff.not_found', 'staff.role_unknown', 'role.in_use'].includes(id);
      if (isOld || id.endsWith('.changed_meanwhile')) void queryClient.invalidateQueries({ queryKey: PEOPLE });
    },
  });
}

export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => call('staff/sessions', {}, signal) });

export function useEndSession() {
  return useMutation<Answer<'staff/end_session'>, ApiError, { id: number }>({
    mutationFn: (args) => call('staff/end_session', args),
    onSuccess: (answer) => queryClient.setQueryData(SESSIONS, answer),
  });
}

export const useSessionsOf = (id: number) =>
  useQuery({
    queryKey: ['staff/sessions_of', id],
    queryFn: ({ signal }) => call('staff/sessions_of', { id }, signal),
    gcTime: 0,
  });

export function useEndSessionOf() {
  return useMutation<Answer<'staff/end_session_of'>, ApiError, Args<'staff/end_session_of'>>({
    mutationFn: (args) => call('staff/end_session_of', args),
    onSuccess: (answer, { id }) => queryClient.setQueryData(['staff/sessions_of', id], answer),
    // It may have ended by itself, and the person may be another than was seen.
    onSettled: (_, failure, { id }) => {
      void queryClient.invalidateQueries({ queryKey: PEOPLE });
      if (failure) void queryClient.invalidateQueries({ queryKey: ['staff/sessions_of', id] });
    },
  });
}

export const refetchSessions = () => queryClient.invalidateQueries({ queryKey: SESSIONS });

export const usePasskeys = () =>
  useQuery({ queryKey: PASSKEYS, queryFn: ({ signal }) => call('passkey/list', {}, signal) });

/** The keys as they are now; how many work decides what is offered elsewhere. */
export function setPasskeys(keys: Passkeys): void {
  queryClient.setQueryData(PASSKEYS, keys);
  const passkeys = keys.items.filter((key) => key.is_usable).length;
  queryClient.setQueryData<ConsoleSession>(SESSION, (session) =>
    session?.signed_in ? { ...session, signed_in: { ...session.signed_in, passkeys } } : session,
  );
}

export function usePasskeyCall<P extends 'passkey/rename' | 'passkey/remove'>(path: P) {
  return useMutation<Passkeys, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<Passkeys>,
    onSuccess: setPasskeys,
    onError: ({ id }) => {
      if (id === 'staff.passkey_not_found') void queryClient.invalidateQueries({ queryKey: PASSKEYS });
    },
  });
}

export type AuditFilters = Omit<Args<'audit/list'>, 'before'>;

export const useAudit = (filters: AuditFilters) =>
  useInfiniteQuery({
    queryKey: ['audit/list', filters],
    queryFn: ({ pageParam, signal }) =>
      call('audit/list', pageParam === null ? filters : { ...filters, before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
    // The earlier list stays until the new one is there, so that nothing jumps.
    placeholderData: keepPreviousData,
  });

/** Verifies the chain; a seal from a letter is looked for in it. */
export const useVerify = () =>
  useMutation({ mutationFn: (seal?: string) => call('audit/verify', seal ? { seal } : {}) });

export const useInvitation = (secret: string) =>
  useQuery({
    queryKey: ['staff/invitation', secret],
    queryFn: ({ signal }) => call('staff/invitation', { secret }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
