/**
 * Reads a call inside a component. On the server the answer must be primed; a browser takes it from the cache and fetches
 * it when missing, stale or `live`.
 */

import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Answers } from './answers';
import { ApiError, asApiError, call, isAbort, SLOW_AFTER } from './client';
import { callKey } from './key';
import type { Answer, Args, Path } from './types';

export const AnswersContext = createContext<Answers>(new Answers({}));

/** Milliseconds until a cached answer is refetched in the background. */
const STALE_AFTER = 60_000;

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

  const primed = live || skip ? undefined : answers.get(path, args);
  const primedError = live || skip || primed ? undefined : answers.error(key);
  if (import.meta.env.SSR && !primed && !primedError && !live && !skip) {
    throw new Error(`not primed: ${key}`);
  }

  const [settled, setSettled] = useState<{ key: string; data?: Answer<P>; error?: ApiError }>();
  const [attempt, setAttempt] = useState(0);
  const [slow, setSlow] = useState(false);
  const controller = useRef<AbortController>(undefined);

  const current = settled?.key === key ? settled : undefined;
  const error =
    current?.error ??
    (primedError && attempt === 0
      ? new ApiError(200, primedError.message, primedError.id, primedError.params)
      : undefined);
  const last = useRef<Answer<P>>(undefined);
  const own = current?.data ?? primed;
  if (own) last.current = own;
  const data = own ?? (keep && !skip && !error ? last.current : undefined);

  // `key` stands for `path` and `args`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: args is a new object at each render
  useEffect(() => {
    if (skip) return;
    if (attempt === 0 && !live && (primedError || answers.age(key) < STALE_AFTER)) {
      // A prefetch may have completed between render and effect.
      const arrived = primed ? undefined : answers.get(path, args);
      if (arrived) setSettled({ key, data: arrived });
      return;
    }
    const own = new AbortController();
    controller.current = own;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    const settle = () => {
      clearTimeout(timer);
      setSlow(false);
    };
    call(path, args, { signal: own.signal }).then(
      (answer) => {
        settle();
        if (own.signal.aborted) return;
        if (!live) answers.set(path, args, answer);
        setSettled({ key, data: answer });
      },
      (reason) => {
        settle();
        if (isAbort(reason)) {
          // The identical call that replaced this one was cancelled: retry.
          if (!own.signal.aborted) setAttempt((n) => n + 1);
          return;
        }
        const failure = asApiError(reason);
        // A failed refresh does not remove data that is on screen.
        setSettled((last) => ({ key, error: failure, data: last?.key === key ? last.data : undefined }));
      },
    );
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [key, attempt, live, skip]);

  const retry = useCallback(() => {
    setSettled(undefined);
    setAttempt((n) => n + 1);
  }, []);
  const cancel = useCallback(() => {
    controller.current?.abort();
    setSlow(false);
    setSettled({ key, error: new ApiError(0, 'canceled') });
  }, [key]);

  const loading = !skip && !current && !primed && !error;
  return { data, error: data && !current?.data ? undefined : error, loading, slow, retry, cancel };
}
