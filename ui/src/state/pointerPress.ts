/** Defers layout changes while a pointer is down: moving the target between press and release would lose the click. */

let isDown = false;
let pending: (() => void)[] = [];

function release(): void {
  isDown = false;
  const ready = pending;
  pending = [];
  // After the click event.
  if (ready.length === 0) return;
  setTimeout(() => {
    for (const work of ready) work();
  });
}

if (!import.meta.env.SSR) {
  // Touch is covered too: browsers emit compatibility mouse events.
  window.addEventListener('mousedown', () => (isDown = true), { capture: true });
  for (const end of ['mouseup', 'dragend', 'pointercancel', 'blur']) {
    window.addEventListener(end, (event) => (end !== 'blur' || event.target === window) && release(), {
      capture: true,
    });
  }
}

/** Runs `work` immediately, or after the current press. */
export function afterPointerUp(work: () => void): void {
  if (isDown) pending.push(work);
  else work();
}
