/** `useCall` while its arguments change. */

import { renderHook, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeShop, openShop, Refusal } from '../testing';
import { Answers } from './answers';
import { AnswersContext, useCall } from './useCall';

const first = { total: 1 };
const second = { total: 2 };
let answer: (answer: unknown) => void = () => {};

beforeEach(() => {
  openShop({
    'catalog/category': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
});
afterEach(closeShop);

function open(keep: boolean) {
  const answers = new Answers({ 'catalog/category?{"url_key":"a"}': first }, {}, () => 1);
  return renderHook(({ page }: { page?: number }) => useCall('catalog/category', { url_key: 'a', page }, { keep }), {
    initialProps: {},
    // The testing library has Preact's types.
    wrapper: (({ children }: { children: ReactNode }) => (
      <AnswersContext.Provider value={answers}>{children}</AnswersContext.Provider>
    )) as never,
  });
}

describe('useCall with changing arguments', () => {
  it('keeps the primed answer until the next arrives', async () => {
    const { result, rerender } = open(true);
    expect(result.current.data).toBe(first);
    rerender({ page: 2 });
    expect(result.current).toMatchObject({ data: first, loading: true });
    answer(second);
    await waitFor(() => expect(result.current).toMatchObject({ data: second, loading: false }));
  });

  it('clears the answer without `keep`', () => {
    const { result, rerender } = open(false);
    rerender({ page: 2 });
    expect(result.current).toMatchObject({ data: undefined, loading: true });
  });

  it('replaces the previous answer with the error of the next call', async () => {
    const { result, rerender } = open(true);
    rerender({ page: 2 });
    answer(new Refusal('no'));
    await waitFor(() => expect(result.current.error?.id).toBe('no'));
    expect(result.current).toMatchObject({ data: undefined, loading: false });
  });
});
