import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchIdle } from './idle';

const MINUTE = 60_000;
const onIdle = vi.fn();
const onPulse = vi.fn();
const press = () => window.dispatchEvent(new Event('keydown'));

beforeEach(() => {
  vi.useFakeTimers();
  onIdle.mockClear();
  onPulse.mockClear();
});
afterEach(() => vi.useRealTimers());

it('tells once that nobody has used the device', () => {
  watchIdle(10 * MINUTE, { onIdle, onPulse });
  vi.advanceTimersByTime(10 * MINUTE - 1);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('waits anew after each use, and tells of it once a minute', () => {
  const { stop } = watchIdle(10 * MINUTE, { onIdle, onPulse });
  for (let minute = 0; minute < 30; minute += 1) {
    vi.advanceTimersByTime(MINUTE);
    press();
    press();
  }
  expect(onIdle).not.toHaveBeenCalled();
  expect(onPulse).toHaveBeenCalledTimes(30);
  stop();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(onIdle).not.toHaveBeenCalled();
});

it('is not opened by whatever wakes a sleeping device', () => {
  watchIdle(10 * MINUTE, { onIdle, onPulse });
  // Timers sleep with the device, clocks do not.
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  press();
  expect(onIdle).toHaveBeenCalledTimes(1);
  expect(onPulse).not.toHaveBeenCalled();
});

it('hears of other tabs', () => {
  const { use } = watchIdle(10 * MINUTE, { onIdle, onPulse });
  vi.advanceTimersByTime(9 * MINUTE);
  use();
  vi.advanceTimersByTime(9 * MINUTE);
  expect(onIdle).not.toHaveBeenCalled();
  expect(onPulse).not.toHaveBeenCalled();
});
