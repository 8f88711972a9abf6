/**
 * Deeds that wait for their moment. Deeds asked for on this page are added as they are answered; the list is read again when one
 * has come or gone, and, in case nobody tells of it, once the moment of one has come.
 */

import { useQuery } from '@tanstack/react-query';
import { refetchBank } from './bank';
import { call } from './client';
import { refetchCustomers } from './customers';
import { momentFor } from './deedClock';
import { refetchOrder } from './orders';
import { setOwn } from './own';
import { queryClient } from './queries';
import { refetchReturns } from './returns';
import { createStore } from './store';
import { refetchThread } from './threads';
import type { Args, Deed, DeedAuthor } from './types';

const DEEDS = ['deed/list'];
/** Milliseconds after its moment at which a deed is looked for again, as often as it is still there. */
const LATER = [700, 1500, 3000, 6000, 15_000];
/** Milliseconds before its moment from which a deed that is gone counts as carried out: clocks differ. */
const NEAR = 1000;

/** The deed that was carried out last, or failed with its reason. */
export const settled = createStore<Deed | undefined>(undefined);

/** When this page has seen a deed for the first time, and whether as the answer to its own call. */
const seen = new Map<number, { at: number; isAnswer: boolean }>();

/** What deeds are about that were asked for on this page, where their thing does not say it: of a movement, its order. */
const about = new Map<number, string>();

/** Whether a person has asked for it themselves: what their programs ask for is not theirs. */
export const isOwn = (by: DeedAuthor, self: number) => by.id === self && by.token_id === null;

export const aboutOf = ({ id }: Deed): string | undefined => about.get(id);

function refetchThing({ noun, thing }: Deed): void {
  if (noun === 'order') refetchOrder(thing);
  else if (noun === 'customer') refetchCustomers();
  else if (noun === 'message') refetchThread(thing);
  else if (noun === 'return') refetchReturns();
  else refetchBank();
}

/** Deeds that are looked for once their moment has come. */
const followed = new Set<number>();

function note(deed: Deed, isAnswer: boolean, isFollowed = true): Deed {
  if (!seen.has(deed.id)) seen.set(deed.id, { at: Date.now(), isAnswer });
  if (isFollowed && !deed.failure && !followed.has(deed.id)) {
    followed.add(deed.id);
    follow(deed);
  }
  return deed;
}

/** The moment of a deed by the clock of this device. */
export function momentOf(deed: Deed): number {
  const { at, isAnswer } = seen.get(deed.id) ?? { at: Date.now(), isAnswer: false };
  return momentFor(Date.parse(deed.due_at), at, isAnswer);
}

function follow(deed: Deed, attempt = 0): void {
  const wait = LATER[attempt];
  if (wait === undefined) return;
  const from = attempt === 0 ? momentOf(deed) - Date.now() : 0;
  setTimeout(async () => {
    if (!isPending(deed.id)) return;
    await fetchDeeds().catch(() => undefined);
    if (isPending(deed.id)) follow(deed, attempt + 1);
  }, from + wait);
}

/** A deed that was pending is so no longer: carried out, failed, or undone by somebody else. */
function end(deed: Deed): void {
  if (deed.failure || Date.now() > momentOf(deed) - NEAR) {
    settled.set(deed);
  }
  refetchThing(deed);
}

const items = () => queryClient.getQueryData<{ items: Deed[] }>(DEEDS)?.items ?? [];

const isPending = (id: number) => items().some((deed) => deed.id === id && !deed.failure);

const setItems = (change: (now: Deed[]) => Deed[]) =>
  queryClient.setQueryData<{ items: Deed[] }>(DEEDS, (now) => ({ items: change(now?.items ?? []) }));

async function read(signal?: AbortSignal) {
  const answer = await call('deed/list', {}, signal);
  // Those of a bulk action are told by its progress: hundreds are not looked for one by one.
  for (const deed of items().filter(({ failure, run_id }) => !failure && run_id === null)) {
    const now = answer.items.find(({ id }) => id === deed.id);
    if (!now || now.failure) end(now ?? deed);
  }
  for (const deed of answer.items) note(deed, false, deed.run_id === null);
  return answer;
}

const fetchDeeds = () => queryClient.fetchQuery({ queryKey: DEEDS, queryFn: () => read(), staleTime: 0 });

export const useDeeds = (): Deed[] =>
  useQuery({ queryKey: DEEDS, queryFn: ({ signal }) => read(signal) }).data?.items ?? [];

type DeedCall =
  | 'order/pay'
  | 'order/ship'
  | 'order/ready'
  | 'order/hand_over'
  | 'order/cancel'
  | 'order/return'
  | 'order/refund'
  | 'order/refund_made'
  | 'order/resend'
  | 'order/set_email'
  | 'order/set_addresses'
  | 'order/set_carrier'
  | 'order/charge_carrier'
  | 'order/remove'
  | 'order/unpay'
  | 'return/arrive'
  | 'return/receive'
  | 'return/inspect'
  | 'return/refund'
  | 'customer/erase'
  | 'customer/set_email'
  | 'customer/send_password_link'
  | 'customer/remove_passkey'
  | 'customer/unsubscribe'
  | 'customer/invite_newsletter'
  | 'message/reply'
  | 'bank/book'
  | 'bank/book_sure'
  | 'bank/take_back';

/** Asks for a deed; its thing shows that it is pending. */
export async function ask<P extends DeedCall>(path: P, args: Args<P>, what?: string): Promise<Deed> {
  const deed = note((await call(path, args)) as Deed, true);
  setOwn(deed.noun, deed.thing, momentOf(deed));
  if (what) {
    about.set(deed.id, what);
    setOwn('order', what, momentOf(deed));
  }
  await queryClient.cancelQueries({ queryKey: DEEDS });
  setItems((now) => [...now.filter(({ id }) => id !== deed.id), deed]);
  refetchThing(deed);
  return deed;
}

/** A pending deed that came with an order, of somebody else perhaps. */
export function meet(deed: Deed): void {
  note(deed, false);
  if (!items().some(({ id }) => id === deed.id)) setItems((now) => [...now, deed]);
}

export async function undo(deed: Deed): Promise<void> {
  try {
    await call('deed/undo', { id: deed.id });
    setOwn(deed.noun, deed.thing);
    setItems((now) => now.filter(({ id }) => id !== deed.id));
  } catch (error) {
    void fetchDeeds().catch(() => undefined);
    throw error;
  } finally {
    refetchThing(deed);
  }
}

export async function dismiss({ id }: Deed): Promise<void> {
  await call('deed/dismiss', { id });
  setItems((now) => now.filter((deed) => deed.id !== id));
  void queryClient.invalidateQueries({ queryKey: ['duty/list'] });
}
