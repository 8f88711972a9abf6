import { expect, test } from 'vitest';
import { filtersOf, readView, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

test('an address says what is shown, and nothing that it cannot mean', () => {
  const address = 'q=sheet&filter=planned&currencies=CHF%2CUSD&pages=3';
  expect(writeView(read(address)).toString()).toBe(address);
  expect(filtersOf(read(address))).toEqual({ q: 'sheet', filter: 'planned' });
  expect(read('filter=cheap&currencies=EUR,gold&pages=0')).toEqual({ q: '', isPlanned: false, more: [], pages: 1 });
});
