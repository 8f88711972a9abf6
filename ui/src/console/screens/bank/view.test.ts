// @vitest-environment node
import { expect, it } from 'vitest';
import { addressOf, filtersOf, PLAIN, readView, writeView } from './view';

const read = (address: string) => readView(new URLSearchParams(address));
const write = (address: string) => writeView(read(address)).toString();

it('comes back from the address as it went in', () => {
  const view = { tab: 'booked' as const, statement: 12, pages: 3 };
  expect(readView(writeView(view))).toEqual(view);
});

it('has a short address for what waits', () => {
  expect(addressOf(PLAIN)).toBe('/bank');
  expect(addressOf({ ...PLAIN, tab: 'refunds' })).toBe('/bank?tab=refunds');
  expect(read('')).toEqual(PLAIN);
});

it.each([
  ['tab=nonsense&statement=12', 'statement=12'],
  ['tab=refunds&statement=12&pages=2', 'tab=refunds'],
  ['statement=-1', ''],
  ['statement=1e3', ''],
  ['pages=1', ''],
  ['pages=9999', 'pages=20'],
])('%s means %j', (address, meant) => expect(write(address)).toBe(meant));

it('asks for nothing that is not set', () => {
  expect(filtersOf(PLAIN)).toEqual({ state: 'open' });
  expect(filtersOf({ tab: 'ignored', statement: 4, pages: 2 })).toEqual({ state: 'ignored', statement_id: 4 });
});
