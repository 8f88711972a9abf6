/**
 * Toast messages (boutique.md §8): three seconds, paused on hover and focus. Errors that need action are shown in place as
 * well.
 */

import { createStore } from './store';

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastMessage {
  id: number;
  text: string;
  tone: ToastTone;
  /** A single action, such as undo. */
  action?: { label: string; run: () => void };
  /** Milliseconds: 3000, or 8000 with an action. */
  duration: number;
}

export const toastStore = createStore<{ current: ToastMessage | null }>({ current: null });

let last = 0;

/** Replaces the current toast. */
export function showToast(text: string, tone: ToastTone = 'info', action?: ToastMessage['action']): void {
  last += 1;
  toastStore.set({ current: { id: last, text, tone, action, duration: action ? 8000 : 3000 } });
}

export function dismissToast(): void {
  toastStore.set({ current: null });
}
