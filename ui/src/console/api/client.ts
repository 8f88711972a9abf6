/**
 * `POST /console_api/<noun>/<verb>`: envelope, errors, and the refusals that are answered here for every screen: a missing
 * session leads to sign-in, a locked one shows the lock, a missing proof asks for it and repeats the call.
 */

import { isUnattended } from './idle';
import { restoring } from './restoring';
import type { Answer, Args, Envelope, Message, Path } from './types';

/** Milliseconds: no call of the console takes longer. */
const TIMEOUT = 60_000;

export const TRY_LATER = 'error.try_later';

/** A refused or failed call. `id` is a message id; `fields` holds messages by form field. */
export class ApiError extends Error implements Message {
  readonly status: number;
  readonly id: string;
  readonly params: Record<string, string>;
  readonly fields: Record<string, Message>;

  constructor(
    status: number,
    id: string,
    params: Record<string, string> = {},
    fields: Record<string, Message> = {},
    text = id,
  ) {
    super(text);
    this.name = 'ApiError';
    this.status = status;
    this.id = id;
    this.params = params;
    this.fields = fields;
  }
}

export function asApiError(reason: unknown): ApiError {
  return reason instanceof ApiError ? reason : new ApiError(0, TRY_LATER, {}, {}, String(reason));
}

interface Handlers {
  /** The session is missing or over. */
  signInRequired: () => void;
  /** The session is locked until its person has shown who they are. */
  locked: () => void;
  /** Asks for a passkey, or password and code; false when the person declines. */
  askProof: () => Promise<boolean>;
}

let handlers: Handlers = { signInRequired: () => {}, locked: () => {}, askProof: async () => false };

export function configure(own: Handlers): void {
  handlers = own;
}

/** Shows sign-in or the lock where a refusal asks for it; answers whether it did. */
export function answerRefusal(id: string | undefined): boolean {
  if (id === 'staff.sign_in_required') handlers.signInRequired();
  if (id === 'staff.locked') handlers.locked();
  if (id === 'system.restoring') restoring.set(true);
  return id === 'staff.sign_in_required' || id === 'staff.locked';
}

export async function call<P extends Path>(path: P, args: Args<P>, signal?: AbortSignal): Promise<Answer<P>> {
  try {
    return await send(path, args, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    answerRefusal(error.id);
    if (error.id !== 'staff.proof_required' || !(await handlers.askProof())) throw error;
  }
  return send(path, args, signal);
}

async function send<P extends Path>(path: P, args: Args<P>, signal?: AbortSignal): Promise<Answer<P>> {
  const limit = AbortSignal.timeout(TIMEOUT);
  let response: Response;
  let envelope: Envelope;
  try {
    response = await fetch(`/console_api/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', ...(isUnattended() && { 'X-Unattended': '1' }) },
      body: JSON.stringify(args),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, navigator.onLine ? TRY_LATER : 'network.offline', {}, {}, String(error));
  }
  try {
    envelope = (await response.json()) as Envelope;
  } catch {
    // A limit or a proxy in between answers without an envelope.
    throw new ApiError(response.status, response.status === 429 ? 'request.throttled' : TRY_LATER);
  }
  if (envelope.code === '1') return envelope.data as Answer<P>;
  const { id = TRY_LATER, params, field_messages } = envelope.error ?? {};
  throw new ApiError(response.status, id, params, field_messages, envelope.message);
}
