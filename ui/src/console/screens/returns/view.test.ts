import { expect, test } from 'vitest';
import { filtersOf, isFiltered, readView, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

test('the address holds the whole state of the list', () => {
  const view = read('q=rossi&step=received&sort=oldest&pages=2');
  expect(view).toEqual({ q: 'rossi', step: 'received', owed: false, overdue: false, oldest: true, pages: 2 });
  expect(writeView(view).toString()).toBe('q=rossi&step=received&sort=oldest&pages=2');
  expect(filtersOf(view)).toEqual({ q: 'rossi', step: 'received', owed: false, overdue: false, oldest: true });
  const owed = read('owed=1&sort=oldest');
  expect(filtersOf(owed)).toEqual({ q: '', step: null, owed: true, overdue: false, oldest: true });
  expect(writeView(owed).toString()).toBe('owed=1&sort=oldest');
  const overdue = read('overdue=1');
  expect(filtersOf(overdue).overdue).toBe(true);
  expect(writeView(overdue).toString()).toBe('overdue=1');
});

test('what an address cannot mean is left out', () => {
  const plain = { q: '', step: null, owed: false, overdue: false, oldest: false, pages: 1 };
  expect(read('step=lost&owed=yes&sort=price&pages=x')).toEqual(plain);
  expect(writeView(read('')).toString()).toBe('');
});

test('order alone filters nothing', () => {
  expect(
    ['', 'sort=oldest', 'owed=1', 'overdue=1', 'step=closed', 'q=x'].map((query) => isFiltered(read(query))),
  ).toEqual([false, false, true, true, true, true]);
});
