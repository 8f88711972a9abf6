/**
 * Events for `window.dataLayer` (boutique.md §3). Pushing sends nothing: only a configured tag manager reads them, after
 * consent.
 */

import type { Lang } from '../api/types';

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

/** The subscription to the newsletter (boutique.md §3), by the form where it was made. */
export function pushSubscription(
  source: 'footer' | 'lightbox' | 'account' | 'registration' | 'checkout',
  language: Lang,
): void {
  const event = { event: 'newsletter_subscribe', source, language };
  pushEvent(event);
}

/** Subscribes to events; past events are replayed. */
export function onEvent(listener: Listener): void {
  for (const event of window.dataLayer ?? []) listener(event);
  listeners.add(listener);
}
