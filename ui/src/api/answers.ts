/**
 * Cache of call answers by key: those primed in the document, and those fetched since. The server creates one per page, a
 * browser one per document.
 */

import type { ApiError } from './client';
import { callKey } from './key';
import type { Answer, Args, Path } from './types';

/** Least recently set entries are evicted first. */
const MAX_ENTRIES = 60;

export class Answers {
  #map = new Map<string, { data: unknown; at: number }>();
  #errors: Record<string, Pick<ApiError, 'id' | 'params' | 'message'>>;
  #now: () => number;

  constructor(
    primed: Record<string, unknown>,
    errors: Record<string, Pick<ApiError, 'id' | 'params' | 'message'>> = {},
    now: () => number = () => 0,
  ) {
    this.#errors = errors;
    this.#now = now;
    for (const [key, data] of Object.entries(primed)) this.#map.set(key, { data, at: now() });
  }

  get<P extends Path>(path: P, args: Args<P>): Answer<P> | undefined {
    return this.#map.get(callKey(path, args))?.data as Answer<P> | undefined;
  }

  error(key: string) {
    return this.#errors[key];
  }

  /** Milliseconds since the answer was set; infinite when there is none. */
  age(key: string): number {
    const entry = this.#map.get(key);
    return entry ? this.#now() - entry.at : Number.POSITIVE_INFINITY;
  }

  set<P extends Path>(path: P, args: Args<P>, data: Answer<P>): void {
    const key = callKey(path, args);
    delete this.#errors[key];
    this.#map.delete(key);
    this.#map.set(key, { data, at: this.#now() });
    if (this.#map.size > MAX_ENTRIES) this.#map.delete(this.#map.keys().next().value as string);
  }

  /** Removes every answer of a call, whatever its arguments. */
  invalidate(path: Path): void {
    for (const key of this.#map.keys()) if (key.startsWith(`${path}?`)) this.#map.delete(key);
  }
}
