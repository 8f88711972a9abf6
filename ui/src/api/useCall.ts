/**
 * Reads a call inside a component. On the server the answer must be primed; a browser takes it from the store and fetches
 * it when missing, outdated, stale or `live`.
 */

import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Answers } from './answers';
import { ApiError, asApiError, isAbort, SLOW_AFTER } from './client';
import { callKey } from './key';
import type { Answer, Args, Path } from './types';

export const AnswersContext = createContext<Answers>(new Answers({}));

/** Milliseconds until a cached answer is refetched in the background. */
export const STALE_AFTER = 60_000;

export interface CallOptions {
  /**
   * Fetched after hydration at each mount and never primed: for personal or volatile data (cart, exact stock, delivery
   * dates). Until then `data` is undefined and `loading` true, on the server as well.
   */
  live?: boolean;
  /** Does not call; `data` stays undefined. */
  skip?: boolean;
  /** Keeps the previous answer while other arguments are fetched (`loading` is true). */
  keep?: boolean;
}

export interface CallState<T> {
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
  /** No answer for ten seconds: show it, with `cancel` and `retry`. */
  slow: boolean;
  retry: () => void;
  cancel: () => void;
}

export function useCall<P extends Path>(path: P, args: Args<P>, options: CallOptions = {}): CallState<Answer<P>> {
  const answers = useContext(AnswersContext);
  const key = callKey(path, args);
  const { live = false, skip = false, keep = false } = options;

  /** How the last request of this mount ended; `isLoaded` once one has succeeded. */
  const [settled, setSettled] = useState<{ key: string; isLoaded: boolean; error?: ApiError }>();
  const [attempt, setAttempt] = useState(0);
  const [, setSeen] = useState(0);
  const [slow, setSlow] = useState(false);
  const current = settled?.key === key ? settled : undefined;
  const own = skip || (live && !current?.isLoaded) ? undefined : answers.get(path, args);
  const primedError = live || skip || own ? undefined : answers.errors[key];
  if (import.meta.env.SSR && !own && !primedError && !live && !skip) {
    throw new Error(`not primed: ${key}`);
  }
  const error =
    current?.error ??
    (primedError && attempt === 0
      ? new ApiError(200, primedError.message, primedError.id, primedError.params)
      : undefined);
  const isCancelled = useRef(false);
  const last = useRef<Answer<P>>(undefined);
  if (own) last.current = own;
  const data = own ?? (keep && !skip && !error ? last.current : undefined);

  // `key` stands for `path` and `args`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: args is a new object at each render
  useEffect(() => {
    if (skip) return;
    const leave = answers.subscribe(key, () => {
      if (answers.age(key) < Number.POSITIVE_INFINITY) return setSeen((n) => n + 1);
      setSettled((last) => last && { ...last, error: undefined });
      setAttempt((n) => n + 1);
    });
    if (attempt === 0 && !live && (primedError || answers.age(key) < STALE_AFTER)) {
      // An answer may have arrived between render and effect.
      if (answers.get(path, args) !== own) setSeen((n) => n + 1);
      return leave;
    }
    let isLeft = false;
    isCancelled.current = false;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    const settle = (error?: ApiError) => {
      if (isLeft) return;
      clearTimeout(timer);
      setSlow(false);
      setSettled((last) => ({ key, isLoaded: !error || (last?.key === key && last.isLoaded), error }));
    };
    answers.load(path, args).then(
      () => settle(),
      (reason) => {
        if (!isAbort(reason)) settle(asApiError(reason));
        // Cancelled by another reader: fetched anew.
        else if (!isLeft && !isCancelled.current) setAttempt((n) => n + 1);
      },
    );
    return () => {
      isLeft = true;
      clearTimeout(timer);
      setSlow(false);
      leave();
    };
  }, [answers, key, attempt, live, skip]);

  const stop = useCallback(() => {
    isCancelled.current = true;
    setSlow(false);
    answers.cancel(key);
  }, [answers, key]);
  const retry = useCallback(() => {
    stop();
    setSettled(undefined);
    setAttempt((n) => n + 1);
  }, [stop]);
  const cancel = useCallback(() => {
    stop();
    setSettled({ key, isLoaded: false, error: new ApiError(0, 'canceled') });
  }, [stop, key]);

  const isValid = own !== undefined && answers.age(key) < Number.POSITIVE_INFINITY;
  // A refresh of what is merely old fails silently.
  return { data, error: isValid ? undefined : error, loading: !skip && !error && !isValid, slow, retry, cancel };
}
