import { expect, test } from 'vitest';
import { filtersOf, readView, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

test('the address holds the whole state of the list', () => {
  const view = read('q=rossi&step=received&sort=oldest&pages=2');
  expect(view).toEqual({ q: 'rossi', step: 'received', oldest: true, pages: 2 });
  expect(writeView(view).toString()).toBe('q=rossi&step=received&sort=oldest&pages=2');
  expect(filtersOf(view)).toEqual({ q: 'rossi', step: 'received', oldest: true });
});

test('what an address cannot mean is left out', () => {
  expect(read('step=lost&sort=price&pages=x')).toEqual({ q: '', step: null, oldest: false, pages: 1 });
  expect(writeView(read('')).toString()).toBe('');
});
