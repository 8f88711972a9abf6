// @vitest-environment node
/** Proof of work, compared with Node's PBKDF2. */

import { pbkdf2Sync } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ProofOfWorkChallenge, solve } from './proofOfWork';

const bytes = (length: number, seed = 7) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) & 255);

/** A challenge solved by this counter; its prefix is half of the key. */
function challenge(counter: number): ProofOfWorkChallenge & { key: string } {
  const nonce = Buffer.from(bytes(16, 9));
  const salt = Buffer.from(bytes(16, 11));
  const password = Buffer.concat([nonce, Buffer.from([0, 0, counter >> 8, counter & 255])]);
  const key = pbkdf2Sync(password, salt, 20, 32, 'sha256').toString('hex');
  return {
    algorithm: 'PBKDF2/SHA-256',
    cost: 20,
    keyLength: 32,
    keyPrefix: key.slice(0, 32),
    nonce: nonce.toString('hex'),
    salt: salt.toString('hex'),
    key,
  };
}

describe('proof of work', () => {
  afterEach(() => vi.unstubAllGlobals());
  const never = new AbortController().signal;

  it.each([0, 3, 301])('finds counter %i with and without Web Crypto', async (counter) => {
    const { key, ...work } = challenge(counter);
    expect(await solve(work, never)).toEqual({ counter, derivedKey: key });
    vi.stubGlobal('crypto', {});
    expect(await solve(work, never)).toEqual({ counter, derivedKey: key });
  });

  it('aborts with its signal', async () => {
    const end = new AbortController();
    const solving = solve({ ...challenge(0), keyPrefix: 'f'.repeat(64) }, end.signal);
    end.abort();
    await expect(solving).rejects.toThrow(/abort/);
  });

  it('rejects an unknown algorithm', async () => {
    await expect(solve({ ...challenge(0), algorithm: 'ARGON2ID' }, never)).rejects.toThrow('ARGON2ID');
  });
});
