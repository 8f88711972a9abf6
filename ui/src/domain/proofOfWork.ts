/**
 * The work that the built-in captcha asks for (ALTCHA, version 2): to find the counter whose derived key begins as the
 * challenge says. Nobody has to see, hear or solve anything; a machine that sends thousands of forms has to pay for each.
 */

import { pbkdf2 } from './sha256';

/** What is asked; bytes are hexadecimal. */
export interface ProofOfWorkChallenge {
  /** `PBKDF2/SHA-256`. */
  algorithm: string;
  /** Iterations. */
  cost: number;
  /** Bytes. */
  keyLength: number;
  keyPrefix: string;
  nonce: string;
  salt: string;
}

export interface Solution {
  counter: number;
  derivedKey: string;
}

/** Keys derived at the same time: the browser spreads them over the machine's cores. */
const BATCH_SIZE = 4;
/** Milliseconds of work without letting the page do its own. */
const YIELD_INTERVAL = 8;

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(of: Uint8Array): string {
  return Array.from(of, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A turn for the page. Timers would be held back in a tab that is not in view. */
function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

type Derive = (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array;

/** By the browser, which leaves the page its thread. */
function native(work: ProofOfWorkChallenge, salt: Uint8Array<ArrayBuffer>): Derive {
  return async (password) => {
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: work.cost };
    return new Uint8Array(await crypto.subtle.deriveBits(how, key, work.keyLength * 8));
  };
}

/** Throws when the work is of a kind that is not known here, or `signal` ends it. */
export async function solve(work: ProofOfWorkChallenge, signal: AbortSignal): Promise<Solution> {
  if (work.algorithm.toUpperCase() !== 'PBKDF2/SHA-256') throw new Error(`unknown work: ${work.algorithm}`);
  const nonce = bytes(work.nonce);
  const salt = bytes(work.salt);
  const wanted = work.keyPrefix.toLowerCase();
  // Absent where a page is served without TLS.
  const isNative = Boolean(globalThis.crypto?.subtle);
  const derive: Derive = isNative
    ? native(work, salt)
    : (password) => pbkdf2(password, salt, work.cost, work.keyLength);

  const tryCounter = async (counter: number): Promise<Solution | null> => {
    const password = new Uint8Array(nonce.length + 4);
    password.set(nonce);
    new DataView(password.buffer).setUint32(nonce.length, counter);
    const derivedKey = hex(await derive(password));
    return derivedKey.startsWith(wanted) ? { counter, derivedKey } : null;
  };

  let since = performance.now();
  for (let counter = 0; ; counter += BATCH_SIZE) {
    signal.throwIfAborted();
    const tried = await Promise.all(Array.from({ length: BATCH_SIZE }, (_, i) => tryCounter(counter + i)));
    const found = tried.find((one) => one !== null);
    if (found) return found;
    if (!isNative && performance.now() - since > YIELD_INTERVAL) {
      await yieldToPage();
      since = performance.now();
    }
  }
}
