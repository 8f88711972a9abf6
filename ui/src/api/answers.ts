/**
 * Store of call answers by key: those primed in the document, and those fetched since. The server creates one per page, a
 * browser one per document. Readers subscribe: what they show is kept, and fetched again when it is outdated.
 */

import { type ApiError, call } from './client';
import { PUBLIC } from './contract';
import { callKey } from './key';
import type { Answer, Args, Path } from './types';

/** Answers that nobody shows; the one set first is dropped first. */
const MAX_UNREAD = 60;

interface Entry {
  data?: unknown;
  /** When it was set; minus infinity when there is none or it is outdated. */
  at: number;
  /** Changes with each answer and when it is outdated: what a read brings that began before is dropped. */
  turn: number;
  /** The read under way, shared by all who ask. */
  flight?: { answer: Promise<void>; controller: AbortController };
  readers: Set<() => void>;
}

export class Answers {
  #entries = new Map<string, Entry>();
  #now: () => number;
  /** What the document was primed with, by key, whatever has been set since: for parts that are hydrated later. */
  readonly primed: Record<string, unknown>;
  /** Primed refusals by key. */
  readonly errors: Record<string, Pick<ApiError, 'id' | 'params' | 'message'>>;

  constructor(primed: Record<string, unknown>, errors: Answers['errors'] = {}, now: () => number = () => 0) {
    this.errors = errors;
    this.#now = now;
    this.primed = primed;
    for (const [key, data] of Object.entries(primed)) Object.assign(this.#entry(key), { data, at: now() });
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key) ?? { at: Number.NEGATIVE_INFINITY, turn: 0, readers: new Set() };
    this.#entries.set(key, entry);
    return entry;
  }

  get<P extends Path>(path: P, args: Args<P>): Answer<P> | undefined {
    return this.#entries.get(callKey(path, args))?.data as Answer<P> | undefined;
  }

  /** Milliseconds since the answer was set; infinite when there is none or it is outdated. */
  age(key: string): number {
    return this.#now() - (this.#entries.get(key)?.at ?? Number.NEGATIVE_INFINITY);
  }

  set<P extends Path>(path: P, args: Args<P>, data: Answer<P>): void {
    const key = callKey(path, args);
    const entry = this.#entry(key);
    delete this.errors[key];
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.data = data;
    entry.at = this.#now();
    this.#tell(entry);
    const unread = [...this.#entries].filter(([, { readers, flight }]) => readers.size === 0 && !flight);
    for (const [old] of unread.slice(0, -MAX_UNREAD)) this.#entries.delete(old);
  }

  #tell(entry: Entry): void {
    entry.turn += 1;
    for (const reader of [...entry.readers]) reader();
  }

  /** Fetches an answer, once for all who ask meanwhile; one that was set while it was on its way stays. */
  load<P extends Path>(path: P, args: Args<P>): Promise<void> {
    const entry = this.#entry(callKey(path, args));
    if (!entry.flight) {
      const controller = new AbortController();
      const answer = this.#fetch(path, args, entry, controller.signal).finally(() => {
        if (entry.flight?.controller === controller) entry.flight = undefined;
      });
      entry.flight = { answer, controller };
    }
    return entry.flight.answer;
  }

  async #fetch<P extends Path>(path: P, args: Args<P>, entry: Entry, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { turn } = entry;
      const answer = await call(path, args, { signal });
      if (entry.turn === turn) return this.set(path, args, answer);
      if (entry.at > Number.NEGATIVE_INFINITY) return;
    }
  }

  /** Ends a read under way for all who wait for it. */
  cancel(key: string, entry = this.#entry(key)): void {
    entry.flight?.controller.abort();
    entry.flight = undefined;
  }

  /** Keeps an answer while it is shown, and calls `reader` when it changes or is outdated. Returns what ends that. */
  subscribe(key: string, reader: () => void): () => void {
    const entry = this.#entry(key);
    entry.readers.add(reader);
    return () => {
      entry.readers.delete(reader);
      // The next screen may read the same: its effects run after these.
      queueMicrotask(() => entry.readers.size === 0 && this.cancel(key, entry));
    };
  }

  /**
   * Every answer of a call is outdated, whatever its arguments: shown ones are fetched again. `isGone`: until then nothing is
   * shown, as what they told is no longer so.
   */
  invalidate(path: Path, isGone = false): void {
    this.#outdate((key) => key.startsWith(`${path}?`), isGone);
  }

  /** Another person looks on from here: all that is not public is gone (`x-access` of the contract). */
  forgetPerson(): void {
    this.#outdate((key) => !PUBLIC.has(key.split('?')[0] as string), true);
  }

  #outdate(isMeant: (key: string) => boolean, isGone: boolean): void {
    for (const [key, entry] of [...this.#entries]) {
      if (!isMeant(key)) continue;
      if (isGone || entry.readers.size === 0) entry.data = undefined;
      entry.at = Number.NEGATIVE_INFINITY;
      this.#tell(entry);
      if (entry.readers.size === 0 && !entry.flight) this.#entries.delete(key);
    }
  }
}
