/**
 * A call's answer inside a component. On the server it must be primed; in the browser it is taken from what is there and
 * fetched when it is missing, stale, or `live`.
 */

import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Answers } from './answers';
import { ApiError, asApiError, call, isAbort, SLOW_AFTER } from './client';
import { callKey } from './key';
import type { Answer, Args, Path } from './types';

export const AnswersContext = createContext<Answers>(new Answers({}));

/** Milliseconds an answer may be shown without asking again in the background. */
const STALE_AFTER = 60_000;

export interface CallOptions {
  /**
   * Asked only after hydration, anew at each mount, and never taken from the document: what is personal or moves (the bag,
   * exact stock, delivery dates). Until it is there `data` is undefined and `loading` true, on both sides.
   */
  live?: boolean;
  /** Not asked at all; `data` stays undefined. */
  skip?: boolean;
  /** While other arguments are fetched, the last answer stays (dimmed by the screen: `loading` is true). */
  keep?: boolean;
}

export interface CallState<T> {
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
  /** The answer has been awaited for ten seconds: say so, and offer `cancel` and `retry`. */
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
      // A fetch ahead may have brought the answer between the render and this effect.
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
          // Another's identical call took over and was given up: ask again.
          if (!own.signal.aborted) setAttempt((n) => n + 1);
          return;
        }
        const failure = asApiError(reason);
        // What is already on screen is not taken away because refreshing it failed.
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
