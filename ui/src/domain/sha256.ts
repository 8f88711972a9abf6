/**
 * PBKDF2 with SHA-256 (RFC 8018, FIPS 180-4), for pages that are served without TLS: there the browser keeps its own from us.
 * Whoever may use the browser's should, it is several times faster.
 */

const BLOCK = 64;
const DIGEST = 32;

/** The first 32 bits of the fractions of the roots of the first primes: square roots of eight, cube roots of 64. */
function constants(): [start: Int32Array, rounds: Int32Array] {
  const bits = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return [
    Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
    Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
  ];
}

const [START, ROUNDS] = constants();
const schedule = new Int32Array(64);

/** Adds one block to the state. */
function compress(state: Int32Array, block: DataView, at: number): void {
  const w = schedule;
  for (let i = 0; i < 16; i += 1) w[i] = block.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = ((state[i] as number) + (sums[i] as number)) | 0;
}

/** The state after `message`, which follows `before` bytes that `state` has already taken in. */
function digest(state: Int32Array, message: Uint8Array, before: number): Int32Array {
  // A one, zeros, and the length in bits, up to a whole number of blocks.
  const size = (((message.length + 8) >> 6) + 1) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(message);
  padded[message.length] = 0x80;
  const blocks = new DataView(padded.buffer);
  blocks.setUint32(size - 4, (before + message.length) * 8);
  const after = state.slice();
  for (let at = 0; at < size; at += BLOCK) compress(after, blocks, at);
  return after;
}

function bytesOf(state: Int32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(DIGEST));
  for (const [i, word] of state.entries()) bytes.setInt32(4 * i, word);
  return new Uint8Array(bytes.buffer);
}

/** The key of `length` bytes. */
export function pbkdf2(password: Uint8Array, salt: Uint8Array, iterations: number, length: number): Uint8Array {
  const secret = password.length > BLOCK ? bytesOf(digest(START, password, 0)) : password;
  // HMAC begins with the secret, masked, in a block of its own: taken in once, not at each turn.
  const keyed = (mask: number) => {
    const block = new Uint8Array(BLOCK).fill(mask);
    for (const [i, byte] of secret.entries()) block[i] = byte ^ mask;
    const state = START.slice();
    compress(state, new DataView(block.buffer), 0);
    return state;
  };
  const inner = keyed(0x36);
  const outer = keyed(0x5c);
  const mac = (message: Uint8Array) => digest(outer, bytesOf(digest(inner, message, BLOCK)), BLOCK);

  const key = new Uint8Array(Math.ceil(length / DIGEST) * DIGEST);
  // A digest, and the end that a message of one block and a digest has.
  const turn = new DataView(new ArrayBuffer(BLOCK));
  turn.setUint8(DIGEST, 0x80);
  turn.setUint32(BLOCK - 4, (BLOCK + DIGEST) * 8);
  const state = new Int32Array(8);
  for (let part = 0; part * DIGEST < length; part += 1) {
    const first = new Uint8Array(salt.length + 4);
    first.set(salt);
    new DataView(first.buffer).setUint32(salt.length, part + 1);
    const last = mac(first);
    const sum = last.slice();
    for (let i = 1; i < iterations; i += 1) {
      for (let word = 0; word < 8; word += 1) turn.setInt32(4 * word, last[word] as number);
      state.set(inner);
      compress(state, turn, 0);
      for (let word = 0; word < 8; word += 1) turn.setInt32(4 * word, state[word] as number);
      last.set(outer);
      compress(last, turn, 0);
      for (let word = 0; word < 8; word += 1) sum[word] = (sum[word] as number) ^ (last[word] as number);
    }
    key.set(bytesOf(sum), part * DIGEST);
  }
  return key.slice(0, length);
}
