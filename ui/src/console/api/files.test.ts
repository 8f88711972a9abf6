// @vitest-environment node
import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './files';

it('keeps every byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

it('takes files of megabytes', () => {
  const bytes = new Uint8Array(3_000_001).fill(0xfe);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

it('has nothing for nothing', () => expect(toBase64(new Uint8Array())).toBe(''));
