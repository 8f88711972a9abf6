/** The centred notification (boutique.md §8): three seconds, paused while it is read. Anything that needs action also stays in place. */

import { createStore } from './store';

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastMessage {
  id: number;
  text: string;
  tone: ToastTone;
  /** A single offer, such as undoing what was done. */
  action?: { label: string; run: () => void };
  /** Milliseconds; 3000 unless there is an action. */
  duration: number;
}

export const toastStore = createStore<{ current: ToastMessage | null }>({ current: null });

let last = 0;

/** Shows a notification in the place of the last one. */
export function showToast(text: string, tone: ToastTone = 'info', action?: ToastMessage['action']): void {
  last += 1;
  toastStore.set({ current: { id: last, text, tone, action, duration: action ? 8000 : 3000 } });
}

export function dismissToast(): void {
  toastStore.set({ current: null });
}
