/** Navigation before what carries it out is there. */

import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

async function fresh() {
  const { setLaterLoader } = await import('./later');
  const navigation = await import('./navigation');
  return { setLaterLoader, ...navigation };
}

const NOTHING = { Moves: () => null, parts: {}, overlays: {} };

it('waits: of several the last one happens', async () => {
  const { setLaterLoader, setNavigator, navigate, prefetch } = await fresh();
  const load = vi.fn(async () => NOTHING);
  setLaterLoader(load);
  const done: string[] = [];
  prefetch('/en/c/beds');
  navigate('/en/c/gifts');
  navigate('/en/c/beds');
  expect(done).toEqual([]);
  setNavigator({
    navigate: (href) => void done.push(`to ${href}`),
    prefetch: (href) => void done.push(`ahead ${href}`),
    logIn: () => {},
  });
  expect(done).toEqual(['ahead /en/c/beds', 'to /en/c/beds']);
  navigate('/en/cart');
  expect(done.at(-1)).toBe('to /en/cart');
  expect(load).toHaveBeenCalledOnce();
});

it('a read that needs a login takes no place from a link that was pressed', async () => {
  const { setLaterLoader, setNavigator, navigate, logIn } = await fresh();
  setLaterLoader(async () => NOTHING);
  const done: string[] = [];
  navigate('/en/c/beds');
  logIn(false, '/en/login');
  setNavigator({
    navigate: (href) => void done.push(href),
    prefetch: () => {},
    logIn: (isWrite) => void done.push(`login ${isWrite}`),
  });
  expect(done).toEqual(['login false', '/en/c/beds']);
});

it('leaves for the document where the code cannot be had', async () => {
  const { setLaterLoader, setNavigator, navigate, prefetch } = await fresh();
  setLaterLoader(() => Promise.reject(new TypeError('offline')));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  prefetch('/en/help/returns');
  navigate('/en/c/beds');
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/en/c/beds'));
  navigate('/en/cart', { replace: true });
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/en/cart'));
  expect(assign).toHaveBeenCalledOnce();
  // What has been done otherwise is not done again.
  const late = vi.fn();
  setNavigator({ navigate: late, prefetch: late, logIn: late });
  expect(late).not.toHaveBeenCalled();
});
