/** The guard against leaving: links, Back, Forward. */

import { act, cleanup, renderHook } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeHistory } from '../fakeHistory';
import { type Move, navigate, pushOverlay, setNavigationGuard, useMoves } from './history';

let moves: Move[] = [];

const path = () => window.location.pathname;
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('navigation guard', () => {
  let browser: ReturnType<typeof fakeHistory>;
  beforeEach(() => {
    window.history.replaceState(null, '', '/en');
    browser = fakeHistory();
    moves = [];
    const listener = { current: (move: Move) => void moves.push(move) };
    renderHook(() => useMoves(listener));
    act(() => navigate('/en/account'));
    act(() => navigate('/en/account/edit'));
  });
  afterEach(() => {
    setNavigationGuard(null);
    cleanup();
    vi.restoreAllMocks();
  });

  it('asks on a link, and navigates when confirmed', () => {
    let leave = () => {};
    setNavigationGuard((go) => {
      leave = go;
    });
    navigate('/en/cart');
    expect(path()).toBe('/en/account/edit');
    leave();
    expect(path()).toBe('/en/cart');
    navigate('/en');
    expect(path()).toBe('/en');
  });

  it('is bypassed by a forced navigation', () => {
    const ask = vi.fn();
    setNavigationGuard(ask);
    navigate('/en/login', { force: true });
    expect(path()).toBe('/en/login');
    expect(ask).not.toHaveBeenCalled();
  });

  it('asks on Back: the page stays, then goes back through the open dialog', async () => {
    let leave = () => {};
    let closed = false;
    setNavigationGuard((go) => {
      leave = go;
      pushOverlay(() => {
        closed = true;
      });
    });
    await browser.go(-1);
    await settle();
    expect(path()).toBe('/en/account/edit');
    expect(moves.at(-1)?.path).toBe('/en/account/edit');
    leave();
    await settle();
    expect(closed).toBe(true);
    expect(path()).toBe('/en/account');
    expect(moves.at(-1)).toMatchObject({ path: '/en/account', kind: 'pop' });
  });

  it('asks on Forward', async () => {
    navigate('/en/cart');
    await browser.go(-1);
    await settle();
    expect(path()).toBe('/en/account/edit');
    let leave = () => {};
    setNavigationGuard((go) => {
      leave = go;
    });
    await browser.go(1);
    await settle();
    expect(path()).toBe('/en/account/edit');
    leave();
    await settle();
    expect(path()).toBe('/en/cart');
  });
});

describe('an overlay that Back has closed', () => {
  let browser: ReturnType<typeof fakeHistory>;
  beforeEach(() => {
    window.history.replaceState(null, '', '/en');
    browser = fakeHistory();
    renderHook(() => useMoves({ current: () => {} }));
    act(() => navigate('/en/withdraw'));
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
  const isOverlay = () => (window.history.state as { overlay?: boolean } | null)?.overlay === true;
  const move = async (by: number) => {
    await browser.go(by);
    await settle();
  };

  it('is opened again by Forward if it can be, and closed by Back again', async () => {
    const log: string[] = [];
    const leave = pushOverlay(
      () => log.push('closed'),
      () => {
        log.push('opened');
        return true;
      },
    );
    await move(-1);
    await move(1);
    expect(log).toEqual(['closed', 'opened']);
    expect(isOverlay()).toBe(true);
    await move(-1);
    await move(1);
    expect(log).toEqual(['closed', 'opened', 'closed', 'opened']);
    leave();
    await settle();
    expect(isOverlay()).toBe(false);
    await move(1);
    expect(log.at(-1)).toBe('opened');
    expect(log).toHaveLength(5);
  });

  it.each([undefined, () => false])('is skipped otherwise: %s', async (reopen) => {
    pushOverlay(() => {}, reopen);
    await move(-1);
    await move(1);
    expect(isOverlay()).toBe(false);
    expect(path()).toBe('/en/withdraw');
  });

  it('is not opened again from another page', async () => {
    const reopen = vi.fn(() => true);
    pushOverlay(() => {}, reopen);
    await move(-1);
    await move(-1);
    await move(1);
    await move(1);
    expect(reopen).not.toHaveBeenCalled();
    expect(path()).toBe('/en/withdraw');
  });
});
