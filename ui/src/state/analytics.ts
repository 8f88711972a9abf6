/**
 * Events for `window.dataLayer` (boutique.md §3). Pushing sends nothing anywhere: a tag manager that a shop has configured,
 * and a shopper has allowed, reads it.
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

/** Tells of every event, those before included. */
export function onEvent(listener: Listener): void {
  for (const event of window.dataLayer ?? []) listener(event);
  listeners.add(listener);
}
