/** Whether somebody uses this device. */

/** Milliseconds between two pulses while somebody does: the server forgets a device that is silent for ten minutes. */
const PULSE = 60_000;
const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Milliseconds without a touch after which what a page reads by itself keeps no session open. */
const UNATTENDED = 60_000;

let touchedAt = Date.now();

/** Begins to notice whether anybody uses the page. */
export function noticeUse(): void {
  const touch = () => {
    touchedAt = Date.now();
  };
  for (const use of USES) window.addEventListener(use, touch, { capture: true, passive: true });
}

export const isUnattended = () => Date.now() - touchedAt > UNATTENDED;

interface Handlers {
  onIdle: () => void;
  /** At most once a minute, while the device is in use. */
  onPulse: () => void;
}

/** Watches the page; `onIdle` is called once when nothing was touched for `after` milliseconds. */
export function watchIdle(after: number, { onIdle, onPulse }: Handlers) {
  let usedAt = Date.now();
  let pulsedAt = usedAt;
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => {
    clearTimeout(timer);
    for (const use of USES) window.removeEventListener(use, onUse, { capture: true });
    document.removeEventListener('visibilitychange', check);
  };
  const check = () => {
    clearTimeout(timer);
    const left = usedAt + after - Date.now();
    if (left > 0) {
      timer = setTimeout(check, left);
      return;
    }
    stop();
    onIdle();
  };
  /** Also called for what happens in other tabs. */
  const use = () => {
    // A device that slept wakes up locked, whatever wakes it.
    if (Date.now() - usedAt >= after) return check();
    usedAt = Date.now();
  };
  function onUse() {
    use();
    if (usedAt - pulsedAt < PULSE) return;
    pulsedAt = usedAt;
    onPulse();
  }
  for (const kind of USES) window.addEventListener(kind, onUse, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  timer = setTimeout(check, after);
  return { use, stop };
}
