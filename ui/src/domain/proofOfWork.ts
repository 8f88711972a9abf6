/**
 * Proof of work of the built-in captcha (ALTCHA, version 2): finds the counter whose derived key has the challenge's
 * prefix.
 */

/** Bytes are hexadecimal. */
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

/** Keys derived concurrently; the browser spreads them over its cores. */
const BATCH_SIZE = 4;
/** Milliseconds of work before yielding to the page. */
const YIELD_INTERVAL = 8;

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(of: Uint8Array): string {
  return Array.from(of, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Yields to the event loop. A message channel is not throttled in background tabs, timers are. */
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

/** Web Crypto, off the main thread. */
function native(work: ProofOfWorkChallenge, salt: Uint8Array<ArrayBuffer>): Derive {
  return async (password) => {
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: work.cost };
    return new Uint8Array(await crypto.subtle.deriveBits(how, key, work.keyLength * 8));
  };
}

/** In JavaScript, several times slower. */
async function portable(work: ProofOfWorkChallenge, salt: Uint8Array): Promise<Derive> {
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return (password) => pbkdf2(sha256, password, salt, { c: work.cost, dkLen: work.keyLength });
}

/** Throws on an unknown algorithm, or when `signal` aborts. */
export async function solve(work: ProofOfWorkChallenge, signal: AbortSignal): Promise<Solution> {
  if (work.algorithm.toUpperCase() !== 'PBKDF2/SHA-256') throw new Error(`unknown work: ${work.algorithm}`);
  const nonce = bytes(work.nonce);
  const salt = bytes(work.salt);
  const wanted = work.keyPrefix.toLowerCase();
  // Web Crypto needs a secure context; a shop on a local network may have none.
  const isNative = Boolean(globalThis.crypto?.subtle);
  const derive = isNative ? native(work, salt) : await portable(work, salt);

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
