/** Polls for a condition until a deadline, which fails the test. */

import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a test waits for a condition. Long, so that a slow machine fails no test. */
export const TIMEOUT = 30_000;

/**
 * @template T
 * @param {string} what condition, for the error message
 * @param {() => Promise<T> | T} probe called until its result is truthy
 * @returns {Promise<T>}
 */
export async function until(what, probe) {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await pause(25);
  }
}
