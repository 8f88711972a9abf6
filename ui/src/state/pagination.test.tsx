/** Further pages of a list: where it becomes shorter, and for whom. */

import { act, renderHook, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Answers } from '../api/answers';
import { AnswersContext, useCall } from '../api/useCall';
import { pageArgs } from '../domain/listQuery';
import { closeShop, openShop } from '../testing';
import { usePages } from './pagination';

let saved: number[] = [];
const PER_PAGE = 2;
const pageOf = (page: number) => ({
  items: saved.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((item_id) => ({ item_id })),
  total: saved.length,
  page,
  per_page: PER_PAGE,
});

beforeEach(() => {
  saved = [1, 2, 3, 4, 5];
  openShop({ 'wishlist/index': ({ page }: { page?: string }) => pageOf(Number(page ?? 1)) });
});
afterEach(closeShop);

function open() {
  const answers = new Answers({ 'wishlist/index?{}': pageOf(1) });
  const { result } = renderHook(
    () => {
      const { data } = useCall('wishlist/index', pageArgs(1));
      return usePages('wishlist/index', pageArgs, 1, data, (item) => item.item_id);
    },
    {
      // The testing library has Preact's types.
      wrapper: (({ children }: { children: ReactNode }) => (
        <AnswersContext.Provider value={answers}>{children}</AnswersContext.Provider>
      )) as never,
    },
  );
  const ids = () => result.current.items.map((item) => item.item_id);
  const more = async (count: number) => {
    act(() => result.current.fetch());
    await waitFor(() => expect(ids()).toHaveLength(count));
  };
  return { answers, ids, more };
}

it('what moves up after a removal is shown, and nothing is left out', async () => {
  const { answers, ids, more } = open();
  await more(4);
  saved = [1, 2, 4, 5];
  act(() => answers.invalidate('wishlist/index'));
  await waitFor(() => expect(ids()).toEqual([1, 2, 4, 5]));
});

it('a list that has become shorter ends', async () => {
  const { answers, ids, more } = open();
  await more(4);
  await more(5);
  saved = [1, 2];
  act(() => answers.invalidate('wishlist/index'));
  await waitFor(() => expect(ids()).toEqual([1, 2]));
});

it('the next person sees no page of the last one', async () => {
  const { answers, ids, more } = open();
  await more(4);
  saved = [8, 9];
  act(() => answers.forgetPerson());
  expect(ids()).toEqual([]);
  await waitFor(() => expect(ids()).toEqual([8, 9]));
});
