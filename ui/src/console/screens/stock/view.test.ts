import { expect, test } from 'vitest';
import { filtersOf, readView, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

test('an address says what is shown, and nothing that it cannot mean', () => {
  const address = 'q=sheet&filter=low&hide=held%2Cexpected&pages=3';
  expect(writeView(read(address)).toString()).toBe(address);
  expect(filtersOf(read(address))).toEqual({ q: 'sheet', filter: 'low' });
  expect(read('filter=much&hide=name&pages=0')).toEqual({ q: '', filter: 'all', hide: [], pages: 1 });
});
