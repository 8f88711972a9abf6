// @vitest-environment node
import { expect, it } from 'vitest';
import { filtersOf, readView, writeView } from './view';

it.each(['', 'q=ada', 'status=pending', 'q=ada&status=unsubscribed&pages=3'])('keeps %j', (search) => {
  expect(writeView(readView(new URLSearchParams(search))).toString()).toBe(search);
});

it('leaves out what an address cannot mean', () => {
  const view = readView(new URLSearchParams('q=%20ada%20&status=everybody&pages=x'));
  expect(view).toEqual({ q: 'ada', status: null, pages: 1 });
  expect(filtersOf(view)).toEqual({ q: 'ada', status: null });
});
