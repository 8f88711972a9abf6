/**
 * Events for `window.dataLayer` (boutique.md §3). Pushing sends nothing: only a configured tag manager reads them, after
 * consent.
 */

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

type Listener = (event: unknown) => void;
const listeners = new Set<Listener>();

export function pushEvent(event: { event: string }): void {
  window.dataLayer ??= [];
  window.dataLayer.push(event);
  for (const listener of listeners) listener(event);
}

/** Subscribes to events; past events are replayed. */
export function onEvent(listener: Listener): void {
  for (const event of window.dataLayer ?? []) listener(event);
  listeners.add(listener);
}
