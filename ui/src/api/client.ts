/**
 * One call of the shop's interface: `POST /hah_api/<path>` (boutique.md §7). It knows the envelope, the query that every
 * call carries, and that an identical earlier read is cancelled. It shows nothing and keeps nothing.
 */

import { JSON_STYLE, WRITES } from './contract';
import { callKey } from './key';
import type { Answer, Args, Envelope, Notice, Path, Site } from './types';

/** The limit of boutique.md §9; shoppers are told after `SLOW_AFTER` and may stop waiting. */
const TIMEOUT = 3_000_000;
export const SLOW_AFTER = 10_000;

/** What a shopper is told when the answer cannot be had or read. */
export const TRY_LATER = 'error.try_later';

/** A refusal or a failure. `id` is what is translated; `fields` names the form fields at fault. */
export class ApiError extends Error {
  readonly id: string;
  readonly params: Record<string, string>;
  readonly fields: Record<string, Notice>;
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;

  constructor(
    status: number,
    message: string,
    id = TRY_LATER,
    params: Record<string, string> = {},
    fields: Record<string, Notice> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.id = id;
    this.params = params;
    this.fields = fields;
  }
}

/** Why something was not done, in the one form in which it is told: whatever else was thrown is a fault of ours. */
export function asApiError(reason: unknown): ApiError {
  return reason instanceof ApiError ? reason : new ApiError(0, String(reason));
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function readCookie(name: string): string {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1));
  }
  return '';
}

/** Writes a cookie of the whole shop; `maxAge` in seconds, below zero to take it away. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

let site: Site | undefined;
let onLoginRequired = (_path: string) => {};

/** Said once at start: whose shop this is, and what happens when a session has ended. */
export function configure(of: Site, loginRequired: (path: string) => void): void {
  site = of;
  onLoginRequired = loginRequired;
}

/** Form style: lists are comma-separated, a facet is `f.<facet>`. */
function formPairs(args: object): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || value === null || value === '') continue;
    if (name === 'filters') {
      for (const [facet, values] of Object.entries(value as Record<string, string[]>)) {
        if (values.length > 0) pairs.push([`f.${facet}`, values.join(',')]);
      }
    } else {
      pairs.push([name, Array.isArray(value) ? value.join(',') : String(value)]);
    }
  }
  return pairs;
}

interface InFlightCall {
  controller: AbortController;
  answer: Promise<unknown>;
}

/** Reads on their way, by key. */
const inFlight = new Map<string, InFlightCall>();

/**
 * Makes the call. An identical read on its way is cancelled (boutique.md §7); whoever waits for it gets this one's answer.
 * A write is never aborted.
 */
export function call<P extends Path>(
  path: P,
  args: Args<P>,
  options: { signal?: AbortSignal } = {},
): Promise<Answer<P>> {
  const controller = new AbortController();
  if (WRITES.has(path)) return send(path, args, controller.signal);

  const key = callKey(path, args);
  const earlier = inFlight.get(key);
  const flight: InFlightCall = { controller, answer: Promise.resolve() };
  const answer = send(path, args, controller.signal)
    .catch((error) => {
      const later = inFlight.get(key);
      if (isAbort(error) && !options.signal?.aborted && later && later !== flight) {
        return later.answer as Promise<Answer<P>>;
      }
      throw error;
    })
    .finally(() => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    });
  flight.answer = answer;
  inFlight.set(key, flight);
  earlier?.controller.abort();
  options.signal?.addEventListener('abort', () => controller.abort(), { once: true });
  return answer;
}

async function send<P extends Path>(path: P, args: Args<P>, signal: AbortSignal): Promise<Answer<P>> {
  if (!site) throw new Error('configure() comes before the first call');
  const query = new URLSearchParams([
    ['SID', readCookie('SID')],
    ['store_id', String(site.store_id)],
    ['___store', site.store_code],
    ['currency', site.currency],
  ]);
  const tag = readCookie('employcode');
  if (tag) query.set('promo-tag', tag);

  const json = JSON_STYLE.has(path);
  if (!json) for (const [name, value] of formPairs(args)) query.append(name, value);

  const limit = AbortSignal.timeout(TIMEOUT);
  try {
    const response = await fetch(`/hah_api/${path}?${query}`, {
      method: 'POST',
      credentials: 'include',
      headers: { Services: site.services, ...(json ? { 'Content-Type': 'application/json' } : {}) },
      body: json ? JSON.stringify(args) : undefined,
      signal: AbortSignal.any([signal, limit]),
    });
    const envelope = (await response.json()) as Envelope;
    if (envelope.code === '1') return envelope.data as Answer<P>;
    if (envelope.message === 'login required') onLoginRequired(path);
    const { id, params, field_messages } = envelope.error ?? {};
    throw new ApiError(response.status, envelope.message || 'error', id, params, field_messages);
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error;
    throw new ApiError(0, String(error), navigator.onLine ? TRY_LATER : 'network.offline');
  }
}
