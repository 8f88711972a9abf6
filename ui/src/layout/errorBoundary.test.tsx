/** A screen that fails while it is rendered: the page around it stays in use. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastStore } from '../state/toast';
import { closeShop, openShop, show } from '../testing';
import { ErrorBoundary } from './ErrorBoundary';
import { PostForm } from './PostForm';

function Failing(): never {
  throw new TypeError('x is undefined');
}

beforeEach(() => void openShop());
afterEach(() => {
  vi.restoreAllMocks();
  closeShop();
});

it('is replaced by the page of its failure, which notifies and is loaded again on request', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const sent = vi.fn();
  show(
    () => (
      <>
        <PostForm call="newsletter/subscribe" onSubmit={sent}>
          <button type="submit">Send</button>
        </PostForm>
        <ErrorBoundary>
          <Failing />
        </ErrorBoundary>
      </>
    ),
    '/en/cart',
  );
  const failure = await screen.findByRole('alert');
  expect(failure.querySelector('h1')?.textContent).not.toBe('');
  // What has gone wrong is of no use to a shopper.
  expect(failure.textContent).not.toContain('undefined');
  await waitFor(() => expect(toastStore.get().current?.tone).toBe('error'));

  fireEvent.click(screen.getByText('Send'));
  expect(sent).toHaveBeenCalledTimes(1);

  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('shows what does not fail', () => {
  show(
    () => (
      <ErrorBoundary>
        <p>Towels</p>
      </ErrorBoundary>
    ),
    '/en',
  );
  expect(screen.getByText('Towels')).toBeTruthy();
  expect(toastStore.get().current).toBeNull();
});
