import { expect, test } from 'vitest';
import { filtersOf, isFiltered, PLAIN, readView, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

test('an address is read as it was written', () => {
  const query = 'q=rossi&filter=guests&sort=oldest&hide=newsletter%2Csince&pages=3';
  expect(writeView(read(query)).toString()).toBe(query);
  expect(writeView(PLAIN).toString()).toBe('');
  expect(filtersOf(read(query))).toEqual({ q: 'rossi', filter: 'guests', sort: 'oldest' });
});

test('what an address cannot mean is left out', () => {
  expect(read('filter=rich&sort=up&hide=name&pages=-2&q=%20')).toEqual(PLAIN);
  expect(read('pages=9999').pages).toBe(20);
  expect([isFiltered(PLAIN), isFiltered(read('filter=deletion')), isFiltered(read('q=a'))]).toEqual([
    false,
    true,
    true,
  ]);
});
