import { renderHook } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import { readPages, useShowMore, writePages } from './pages';

test.each([
  ['', 1],
  ['pages=3', 3],
  ['pages=2.9', 2],
  ['pages=-4', 1],
  ['pages=many', 1],
  ['pages=9999', 20],
])('an address that says "%s" shows %i', (address, pages) => {
  expect(readPages(new URLSearchParams(address))).toBe(pages);
});

test('one page goes without saying', () => {
  expect([writePages(1), writePages(4)]).toEqual(['', '4']);
});

/** A list of which so many pages are there. */
const listOf = (loaded: number, more: object = {}) => ({
  data: loaded > 0 ? { pages: Array.from({ length: loaded }) } : undefined,
  error: null,
  hasNextPage: true,
  isFetching: false,
  fetchNextPage: vi.fn(),
  ...more,
});

test('as many pages are read as the address says, one after the other', () => {
  const calls = (loaded: number, more?: object) => {
    const list = listOf(loaded, more);
    renderHook(() => useShowMore(3, list, vi.fn()));
    return list.fetchNextPage.mock.calls.length;
  };
  expect([calls(1), calls(2), calls(3)]).toEqual([1, 1, 0]);
  // Not before the first one, while one is read, after a failure, or where there are no more.
  expect([calls(0), calls(1, { isFetching: true }), calls(1, { error: {} }), calls(1, { hasNextPage: false })]).toEqual(
    [0, 0, 0, 0],
  );
});

test('one more is kept in the address, as far as an address goes', () => {
  const show = (loaded: number) => {
    const list = listOf(loaded);
    const onChange = vi.fn();
    renderHook(() => useShowMore(Math.min(loaded, 20), list, onChange)).result.current();
    return [onChange.mock.calls, list.fetchNextPage.mock.calls.length];
  };
  expect(show(2)).toEqual([[[3]], 0]);
  expect(show(20)).toEqual([[], 1]);
});

test('a page that could not be read is asked for again', () => {
  const list = listOf(1, { error: {} });
  const onChange = vi.fn();
  renderHook(() => useShowMore(2, list, onChange)).result.current();
  expect([onChange.mock.calls.length, list.fetchNextPage.mock.calls.length]).toEqual([0, 1]);
});
