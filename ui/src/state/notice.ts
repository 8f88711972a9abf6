/** The centred notification (boutique.md §8): three seconds, paused while it is read. Anything that needs action also stays in place. */

import { createStore } from './store';

export type NoticeTone = 'success' | 'error' | 'info';

export interface ToastNotice {
  id: number;
  text: string;
  tone: NoticeTone;
  /** A single offer, such as undoing what was done. */
  action?: { label: string; run: () => void };
  /** Milliseconds; 3000 unless there is an action. */
  time: number;
}

export const noticeStore = createStore<{ current: ToastNotice | null }>({ current: null });

let last = 0;

/** Shows a notification in the place of the last one. */
export function notify(text: string, tone: NoticeTone = 'info', action?: ToastNotice['action']): void {
  last += 1;
  noticeStore.set({ current: { id: last, text, tone, action, time: action ? 8000 : 3000 } });
}

export function dismissNotice(): void {
  noticeStore.set({ current: null });
}

export const announceStore = createStore<{ text: string; turn: number }>({ text: '', turn: 0 });

/** Tells screen readers politely; nothing is shown. */
export function announce(text: string): void {
  announceStore.set(({ turn }) => ({ text, turn: turn + 1 }));
}
