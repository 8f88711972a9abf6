// @vitest-environment node
import { expect, it } from 'vitest';
import { addressOf, LIST, readView } from './view';

const read = (address: string) => readView(new URL(address, 'http://localhost').searchParams);

it.each([
  LIST,
  { ...LIST, hide: ['carrier' as const] },
  { mode: 'paste' as const, orders: [], at: '', hide: [] },
  { mode: 'pack' as const, orders: [], at: '', hide: [] },
  { mode: 'pack' as const, orders: ['2026-000123', '2026-000124'], at: '2026-000124', hide: [] },
])('comes back from %j', (view) => expect(read(addressOf(view))).toEqual(view));

it('has short addresses', () => {
  expect(addressOf(LIST)).toBe('/pack');
  expect(addressOf({ mode: 'pack', orders: ['2026-000123', '2026-000124'], at: '', hide: [] })).toBe(
    '/pack?mode=pack&orders=2026-000123,2026-000124',
  );
});

it.each([
  ['/pack?mode=fly', LIST],
  ['/pack?at=2026-000123', LIST],
  [
    '/pack?mode=pack&at=x&orders=,2026-000123,nonsense,2026-000123',
    { mode: 'pack', orders: ['2026-000123'], at: '', hide: [] },
  ],
])('%s', (address, view) => expect(read(address)).toEqual(view));
