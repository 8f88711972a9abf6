/** What is edited as a draft: kept on this device until the server has it, and nothing of two people is lost. */

import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../api/client';
import { useSelf } from '../api/queries';
import { keepDraft, readDraft } from './draft';

/** Milliseconds without a change after which a draft is saved. */
const PAUSE = 800;

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

/** What was kept on this device; undefined where it is nothing that can be read. */
export function parseKept<T>(kept: string, isWhole: (value: unknown) => value is T): (Seen & { value: T }) | undefined {
  try {
    const { version, base, value } = JSON.parse(kept);
    return isWhole(value) && Number.isInteger(version) && Number.isInteger(base) ? { version, base, value } : undefined;
  } catch {
    return undefined;
  }
}

/** The same, of what somebody else had written. */
export function parseReplaced<T>(kept: string, isWhole: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(kept);
    return isWhole(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Options<T> {
  /** Where it is kept on this device. */
  place: string;
  /** As the shop has it: the draft, or what is published. */
  stored: T;
  now: Seen;
  isWhole: (value: unknown) => value is T;
  /** Saves over the versions that were seen; answers what the shop has then. */
  save: (seen: Seen, value: T) => Promise<{ stored: T; now: Seen }>;
  /** Whether it was refused since somebody else has changed it: it is read again then. */
  isClash: (error: ApiError) => boolean;
  refetch: () => unknown;
}

export function useSavedDraft<T>({ place, stored, now, isWhole, save, isClash: isClashOf, refetch }: Options<T>) {
  const { id: person } = useSelf();
  const [kept] = useState(() => parseKept(readDraft(person, place), isWhole));
  const [value, setValue] = useState<T>(kept?.value ?? stored);
  const [seen, setSeen] = useState<Seen>(kept ?? now);
  const [replaced, setReplaced] = useState(() => parseReplaced(readDraft(person, `${place}.replaced`), isWhole));
  const [problem, setProblem] = useState<ApiError>();
  const [isPending, setPending] = useState(false);
  const isDirty = !isSame(value, stored);
  const isClash = isDirty && !isPending && !isSeen(seen, now);
  const latest = useRef({ save, isClashOf, refetch });
  latest.current = { save, isClashOf, refetch };

  // What somebody else has saved is shown where nothing of one's own would be lost.
  const { version, base } = now;
  useEffect(() => {
    if (isDirty || isPending) return;
    setSeen({ version, base });
    keepDraft(person, place, '');
  }, [isDirty, isPending, version, base, person, place]);
  const before = useRef(stored);
  useEffect(() => {
    const was = before.current;
    before.current = stored;
    if (isSame(value, was) && !isSame(was, stored)) setValue(stored);
  });

  useEffect(() => {
    if (!isDirty || isClash || isPending || problem) return;
    const timer = setTimeout(async () => {
      setPending(true);
      try {
        const done = await latest.current.save(seen, value);
        setSeen(done.now);
        // The server may write it otherwise; what was typed meanwhile stays.
        setValue((typed) => (isSame(typed, value) ? done.stored : typed));
      } catch (reason) {
        const error = asApiError(reason);
        if (latest.current.isClashOf(error)) await latest.current.refetch();
        else setProblem(error);
      } finally {
        setPending(false);
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [isDirty, isClash, isPending, problem, seen, value]);

  const change = (next: T) => {
    setValue(next);
    setProblem(undefined);
    keepDraft(person, place, JSON.stringify({ ...seen, value: next }));
  };
  const keepReplaced = (theirs: T | undefined) => {
    setReplaced(theirs);
    keepDraft(person, `${place}.replaced`, theirs === undefined ? '' : JSON.stringify(theirs));
  };
  return {
    value,
    change,
    isDirty,
    /** Whether somebody else has saved another one meanwhile. */
    isClash,
    /** Whether it is on its way, or will be. */
    isSaving: isPending || (isDirty && !isClash && !problem),
    problem,
    takeTheirs: () => {
      setValue(stored);
      setSeen(now);
    },
    keepMine: () => {
      setSeen(now);
      keepReplaced(stored);
    },
    /** What one's own has replaced. */
    replaced,
    takeReplaced: () => replaced !== undefined && change(replaced),
    forgetReplaced: () => keepReplaced(undefined),
  };
}

export type SavedDraft<T> = ReturnType<typeof useSavedDraft<T>>;
