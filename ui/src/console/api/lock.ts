/**
 * The lock of this device, for all its tabs at once: by hand, and by itself where several people use it. What is half typed
 * stays in the page behind it.
 */

import { useEffect } from 'react';
import { call } from './client';
import { watchIdle } from './idle';
import { fetchSession, refetchAll, setLocked, setSelf, useSelf } from './queries';
import type { StaffSelf } from './types';

type Word = 'used' | 'locked' | 'opened';

/** Milliseconds between two words about the same use. */
const QUIET = 5_000;

const channel = new BroadcastChannel('console.lock');
const say = (word: Word) => channel.postMessage(word);

/** Shows the lock here and in the other tabs. */
function show(): void {
  setLocked();
  say('locked');
}

/** Locks at once: what the server says to it is not waited for. */
export function lock(): void {
  show();
  // Without an answer it is locked here, and by the server once nobody has used it for long enough.
  call('staff/lock', {}).catch(() => undefined);
}

/** The lock is opened, by its person or by somebody else. What was read is read again; what is open stays. */
export function open(self: StaffSelf): void {
  setSelf(self);
  refetchAll();
  say('opened');
}

/** Locks and opens with the other tabs of this device. */
export function useOtherTabs(): void {
  useEffect(() => {
    const hear = ({ data: word }: MessageEvent<Word>) => {
      if (word === 'locked') setLocked();
      if (word === 'opened') void fetchSession().then(refetchAll, () => undefined);
    };
    channel.addEventListener('message', hear);
    return () => channel.removeEventListener('message', hear);
  }, []);
}

/** Locks a shared device that nobody uses. */
export function useIdleLock(): void {
  const { locks_after: after, is_locked: isLocked } = useSelf();
  useEffect(() => {
    if (after === null || isLocked) return;
    let saidAt = 0;
    const tell = () => {
      if (Date.now() - saidAt < QUIET) return;
      saidAt = Date.now();
      say('used');
    };
    const watch = watchIdle(after, {
      onIdle: lock,
      onPulse: () => void call('staff/session', {}).catch(() => undefined),
    });
    const hear = ({ data: word }: MessageEvent<Word>) => word === 'used' && watch.use();
    channel.addEventListener('message', hear);
    window.addEventListener('pointerdown', tell, { capture: true, passive: true });
    window.addEventListener('keydown', tell, { capture: true, passive: true });
    return () => {
      watch.stop();
      channel.removeEventListener('message', hear);
      window.removeEventListener('pointerdown', tell, { capture: true });
      window.removeEventListener('keydown', tell, { capture: true });
    };
  }, [after, isLocked]);
}
