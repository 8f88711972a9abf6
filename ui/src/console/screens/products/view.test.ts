import { expect, test } from 'vitest';
import { filtersOf, readView, writeView } from './view';

test('an address says what is shown, and nothing that it cannot mean', () => {
  const address =
    'q=sheet&state=off&kind=kit&category=bed-linen&missing=text.de&grid=name.de%2Cweight_g&hide=category%2Cprice&pages=3';
  const view = readView(new URLSearchParams(address));
  expect(writeView(view).toString()).toBe(address);
  expect(filtersOf(view)).toMatchObject({
    is_on: false,
    kind: 'kit',
    missing: 'text.de',
    fields: ['name.de', 'weight_g'],
  });
  const odd = readView(new URLSearchParams('state=maybe&kind=variant&category=a%20b&grid=a,,a,%3Cb%3E&hide=name'));
  expect(odd).toEqual({ q: '', state: '', kind: '', category: '', missing: '', grid: ['a'], hide: [], pages: 1 });
});
