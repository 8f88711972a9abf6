/** The wait of deeds, and one clock for everything that counts it down. */

import { useSyncExternalStore } from 'react';

/** Milliseconds between a deed and its moment, as the server's `deed` module has it. */
export const UNDO_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 250);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const still = () => () => {};

/** Whole seconds until a moment, never below zero; without a moment no clock runs. */
export function useSecondsUntil(moment: number | undefined): number {
  return useSyncExternalStore(moment === undefined ? still : subscribe, () =>
    moment === undefined ? 0 : secondsUntil(moment, now),
  );
}

export function secondsUntil(moment: number, at: number): number {
  return Math.max(Math.ceil((moment - at) / 1000), 0);
}

/**
 * The moment of a deed that was seen at `at` by the clock of this device, which may differ from the server's: none is further
 * away than ten seconds, and one that was just answered is about as far.
 */
export function momentFor(due: number, at: number, isAnswer: boolean): number {
  const wait = due - at;
  if (isAnswer && Math.abs(wait - UNDO_MS) > UNDO_MS / 2) return at + UNDO_MS;
  return at + Math.min(Math.max(wait, 0), UNDO_MS);
}
