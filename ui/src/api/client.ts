/**
 * API client: `POST /hah_api/<path>` (boutique.md §7). Handles the envelope, the common query parameters and the
 * deduplication of reads. It renders nothing and caches nothing.
 */

import { JSON_STYLE, WRITES } from './contract';
import { callKey } from './key';
import type { Answer, Args, Envelope, Message, Path, Site } from './types';

/** Timeout of a call in milliseconds (boutique.md §9). After `SLOW_AFTER` screens offer to cancel. */
const TIMEOUT = 3_000_000;
export const SLOW_AFTER = 10_000;

/** Message id for failures without a better explanation. */
export const TRY_LATER = 'error.try_later';

/** A refused or failed call. `id` is a message id; `fields` holds messages by form field. */
export class ApiError extends Error {
  readonly id: string;
  readonly params: Record<string, string>;
  readonly fields: Record<string, Message>;
  /** HTTP status; 0 without a response. */
  readonly status: number;

  constructor(
    status: number,
    message: string,
    id = TRY_LATER,
    params: Record<string, string> = {},
    fields: Record<string, Message> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.id = id;
    this.params = params;
    this.fields = fields;
  }
}

/** Wraps anything thrown as an `ApiError`. */
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

/** Sets a cookie for the whole site; `maxAge` in seconds, negative to delete it, absent until the browser is closed. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const age = maxAge === undefined ? '' : `; max-age=${maxAge}`;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${name}=${value}; path=/${age}; samesite=lax${secure}`;
}

let site: Site | undefined;
let onLoginRequired = (_path: string) => {};

/** Sets the site and the handler of 'login required'. Called once, before the first call. */
export function configure(of: Site, loginRequired: (path: string) => void): void {
  site = of;
  onLoginRequired = loginRequired;
}

/** Encodes arguments in form style: lists comma-separated, a facet as `f.<facet>`. */
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

/** Pending reads by key. */
const inFlight = new Map<string, InFlightCall>();

/** Milliseconds for which a write waits for the one that begins the session. */
const PATIENCE = 10_000;

let hasSession = false;
/** Settles once the writes before the session are answered. */
let earlierWrites: Promise<unknown> = Promise.resolve();

/**
 * Sends a write. Until there is a session they go one at a time: the first begins it (decisions §4), and two at once would
 * begin two, of which the browser keeps one and what the other wrote is lost.
 */
function write<P extends Path>(path: P, args: Args<P>): Promise<Answer<P>> {
  const { signal } = new AbortController();
  hasSession ||= readCookie('SID') !== '';
  if (hasSession) return send(path, args, signal);
  const answer = earlierWrites.then(() => send(path, args, signal));
  const begun = answer.then(
    () => {
      hasSession = true;
    },
    () => {},
  );
  earlierWrites = Promise.race([begun, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return answer;
}

/**
 * Calls the API. A pending identical read is aborted (boutique.md §7), and its caller receives this call's answer. Writes
 * are never aborted.
 */
export function call<P extends Path>(
  path: P,
  args: Args<P>,
  options: { signal?: AbortSignal } = {},
): Promise<Answer<P>> {
  if (WRITES.has(path)) return write(path, args);

  const controller = new AbortController();
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
      // A quantity is saved even when the page is left.
      keepalive: path.startsWith('cart/'),
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
