/** Polls for a condition until a deadline, which fails the test. */

import { setTimeout as pause } from 'node:timers/promises';

/**
 * @template T
 * @param {string} what condition, for the error message
 * @param {() => Promise<T> | T} probe called until its result is truthy
 * @param {number} [deadline] milliseconds
 * @returns {Promise<T>}
 */
export async function until(what, probe, deadline = 10_000) {
  const end = performance.now() + deadline;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await pause(25);
  }
}
