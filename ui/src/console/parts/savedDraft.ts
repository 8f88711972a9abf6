/** What is edited as a draft: kept on this device until the server has it, and nothing of two people is lost. */

import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../api/client';
import { useSelf } from '../api/queries';
import { keepDraft, readDraft } from './draft';

/** Milliseconds without a change after which a draft is saved. */
const PAUSE = 800;
/** Milliseconds after which it is tried again where no answer came. */
const RETRY = 5_000;

/** The versions that something was made from. */
export interface Seen {
  version: number;
  base: number;
}

export const isSeen = (one: Seen, other: Seen) => one.version === other.version && one.base === other.base;

/** With the names of all objects in order: two that say the same are written the same. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

export const isSame = (one: unknown, other: unknown) => written(one) === written(other);

/** Reads what was kept: whole, or undefined where it is nothing that can be shown. */
export type Read<T> = (kept: unknown) => T | undefined;

export interface Kept<T> extends Seen {
  value: T;
  /** What was sent and not answered: the shop may have it. */
  sent?: T | undefined;
}

function parsed(kept: string): unknown {
  try {
    return JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** What was kept on this device; undefined where it cannot be read. */
export function parseKept<T>(kept: string, read: Read<T>): Kept<T> | undefined {
  const { version, base, value, sent } = (parsed(kept) ?? {}) as Record<string, unknown>;
  const typed = read(value);
  if (typed === undefined || !isNumber(version) || !isNumber(base)) return undefined;
  return { version, base, value: typed, ...(sent !== undefined && { sent: read(sent) }) };
}

const isNumber = (value: unknown): value is number => Number.isInteger(value);

/** Whether it may have been saved although no answer came. */
const isUnanswered = ({ status }: ApiError) => status === 0 || status >= 500;

/** A text that is set aside: kept on this device until it is no longer needed. */
function useAside<T>(place: string, read: Read<T>) {
  const { id: person } = useSelf();
  const [value, setValue] = useState(() => read(parsed(readDraft(person, place))));
  const keep = (next: T | undefined) => {
    setValue(next);
    keepDraft(person, place, next === undefined ? '' : JSON.stringify(next));
  };
  return [value, keep] as const;
}

interface Stored<T> {
  stored: T;
  now: Seen;
}

interface Options<T> extends Stored<T> {
  /** Where it is kept on this device. */
  place: string;
  /** `stored`: as the shop has it, the draft, or what is published. */
  read: Read<T>;
  /** Saves over the versions that were seen; answers what the shop has then. */
  save: (seen: Seen, value: T) => Promise<Stored<T>>;
  /** Whether it was refused since somebody else has changed it: it is read again then. */
  isClash: (error: ApiError) => boolean;
  /** Reads what the shop has. */
  refetch: () => Promise<Stored<T>>;
}

export function useSavedDraft<T>(options: Options<T>) {
  const { place, stored, now, read } = options;
  const { id: person } = useSelf();
  const [kept] = useState(() => parseKept(readDraft(person, place), read));
  const [value, setValue] = useState<T>(kept?.value ?? stored);
  const [lastSeen, setSeen] = useState<Seen>(kept ?? now);
  const [sent, setSent] = useState(kept?.sent);
  const [mine, keepAside] = useAside(`${place}.mine`, read);
  const [replaced, keepReplaced] = useAside(`${place}.replaced`, read);
  const [problem, setProblem] = useState<ApiError>();
  const [isPending, setPending] = useState(false);
  const [taken, setTaken] = useState(0);
  const isDirty = !isSame(value, stored);
  // One's own is no other's, though its answer was lost.
  const isOwn = sent !== undefined && isSame(sent, stored);
  const { version, base } = isOwn ? now : lastSeen;
  const isClash = isDirty && !isPending && !isSeen({ version, base }, now);
  const isLost = problem !== undefined && isUnanswered(problem);
  const latest = useRef(options);
  latest.current = options;

  // What somebody else has saved is shown where nothing of one's own would be lost.
  useEffect(() => {
    if (isDirty || isPending) return;
    setSeen({ version: now.version, base: now.base });
    setSent(undefined);
    setProblem(undefined);
  }, [isDirty, isPending, now.version, now.base]);
  useEffect(() => {
    keepDraft(person, place, isDirty || isPending ? JSON.stringify({ version, base, value, sent }) : '');
  }, [isDirty, isPending, version, base, value, sent, person, place]);
  const before = useRef(stored);
  useEffect(() => {
    const was = before.current;
    before.current = stored;
    if (isSame(value, was) && !isSame(was, stored)) setValue(stored);
  });

  useEffect(() => {
    if (!isDirty || isClash || isPending || (problem && !isLost)) return;
    const fail = (reason: unknown) => setProblem(asApiError(reason));
    const send = async () => {
      const { save, refetch, isClash: isClashOf } = latest.current;
      if (sent !== undefined && !isOwn) {
        // Whether the shop has it is asked before anything else is sent: it would be refused as another's.
        const there = await refetch();
        if (isSame(sent, there.stored)) setSeen(there.now);
        setSent(undefined);
        setProblem(undefined);
        return;
      }
      setSeen({ version, base });
      setSent(value);
      try {
        const done = await save({ version, base }, value);
        setSeen(done.now);
        // The server may write it otherwise; what was typed meanwhile stays.
        setValue((typed) => (isSame(typed, value) ? done.stored : typed));
        setSent(undefined);
        setProblem(undefined);
      } catch (reason) {
        const error = asApiError(reason);
        if (isUnanswered(error)) throw error;
        setSent(undefined);
        if (!isClashOf(error)) throw error;
        await refetch();
      }
    };
    const timer = setTimeout(
      () => {
        setPending(true);
        void send()
          .catch(fail)
          .finally(() => setPending(false));
      },
      isLost ? RETRY : PAUSE,
    );
    return () => clearTimeout(timer);
  }, [isDirty, isClash, isPending, isOwn, isLost, problem, sent, version, base, value]);

  const change = (next: T) => {
    setValue(next);
    if (!isLost) setProblem(undefined);
  };
  /** Shows another one as a whole. */
  const take = (next: T) => {
    setTaken((count) => count + 1);
    change(next);
  };
  return {
    value,
    change,
    /** Rises when another one is shown as a whole: what a field has begun of the one before is of no use then. */
    taken,
    isDirty,
    /** Whether somebody else has saved another one meanwhile. */
    isClash,
    /** Whether it is on its way, or will be. */
    isSaving: isPending || (isDirty && !isClash && !problem),
    problem,
    takeTheirs: () => {
      keepAside(value);
      take(stored);
      setSeen(now);
      setProblem(undefined);
    },
    keepMine: () => {
      setSeen(now);
      keepReplaced(stored);
    },
    /** What was given up for another's. */
    mine,
    takeMine: () => {
      if (mine === undefined) return;
      keepReplaced(value);
      keepAside(undefined);
      take(mine);
    },
    forgetMine: () => keepAside(undefined),
    /** What one's own has replaced. */
    replaced,
    takeReplaced: () => {
      if (replaced === undefined) return;
      keepAside(value);
      keepReplaced(undefined);
      take(replaced);
    },
    forgetReplaced: () => keepReplaced(undefined),
  };
}

export type SavedDraft<T> = ReturnType<typeof useSavedDraft<T>>;
