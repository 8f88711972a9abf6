/**
 * While a button of the mouse or a finger is down, nothing on the page may move: what it went down on would not be beneath it
 * when it comes up, and the press would be lost.
 */

let isDown = false;
let pending: (() => void)[] = [];

function release(): void {
  isDown = false;
  const ready = pending;
  pending = [];
  // The click itself comes first.
  if (ready.length === 0) return;
  setTimeout(() => {
    for (const work of ready) work();
  });
}

if (!import.meta.env.SSR) {
  // A finger's press is told as the mouse's, too.
  window.addEventListener('mousedown', () => (isDown = true), { capture: true });
  for (const end of ['mouseup', 'dragend', 'pointercancel', 'blur']) {
    window.addEventListener(end, (event) => (end !== 'blur' || event.target === window) && release(), {
      capture: true,
    });
  }
}

/** Does the work at once; during a press, after it. */
export function afterPointerUp(work: () => void): void {
  if (isDown) pending.push(work);
  else work();
}
