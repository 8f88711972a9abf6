/** Polls for a condition until a deadline, which fails the test. */

import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds until a condition that never came fails a test. Generous: a loaded machine is slow, never wrong. */
export const TIMEOUT = 30_000;

/**
 * @template T
 * @param {string} what condition, for the error message
 * @param {() => Promise<T> | T} probe called until its result is truthy
 * @param {number} [deadline] milliseconds
 * @returns {Promise<T>}
 */
export async function until(what, probe, deadline = TIMEOUT) {
  const end = performance.now() + deadline;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await pause(25);
  }
}
