// @vitest-environment node
import { expect, it } from 'vitest';
import { countFilters, filtersOf, isFiltered, PLAIN, readView, writeView } from './view';

const read = (address: string) => readView(new URLSearchParams(address));
const write = (address: string) => writeView(read(address)).toString();

it('comes back from the address as it went in', () => {
  const view = {
    q: 'müller 123',
    status: ['processing' as const, 'shipped' as const],
    method: 'card',
    country: 'FR',
    channel: 'telephone' as const,
    uncollected: true,
    from: '2026-11-01',
    until: '2026-11-30',
    sort: 'oldest' as const,
    hide: ['payment' as const, 'pieces' as const],
    pages: 3,
  };
  expect(readView(writeView(view))).toEqual(view);
});

it('has an empty address for the plain list', () => {
  expect(writeView(PLAIN).toString()).toBe('');
  expect(read('')).toEqual(PLAIN);
});

it.each([
  ['status=processing,nonsense', 'status=processing'],
  ['method=gold&country=france&sort=sideways', ''],
  ['from=yesterday&until=2026-11-30', 'until=2026-11-30'],
  ['uncollected=1&sort=oldest', 'uncollected=1&sort=oldest'],
  ['uncollected=yes', ''],
  ['pages=1', ''],
  ['pages=-4', ''],
  ['pages=9999', 'pages=20'],
  ['unknown=1', ''],
  ['hide=pieces,weight,payment', 'hide=payment%2Cpieces'],
])('%s means %j', (address, meant) => expect(write(address)).toBe(meant));

it('tells a filtered list from the whole one', () => {
  expect(isFiltered(PLAIN)).toBe(false);
  expect(isFiltered({ ...PLAIN, sort: 'oldest', pages: 2 })).toBe(false);
  expect(isFiltered({ ...PLAIN, q: 'x' })).toBe(true);
  expect(countFilters({ ...PLAIN, q: 'x', status: ['shipped', 'closed'], country: 'FR' })).toBe(1);
});

it('asks for nothing that is not set', () => {
  expect(filtersOf(PLAIN)).toEqual({ sort: 'newest' });
  expect(filtersOf({ ...PLAIN, status: ['closed'] })).toEqual({ status: ['closed'], sort: 'newest' });
});
