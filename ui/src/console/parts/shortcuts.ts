/**
 * Keys without a modifier work outside of fields and dialogs, and can be switched off for people whom they trip (WCAG 2.1.4).
 * Ctrl+K always works.
 */

import { createStore } from '../api/store';

const KEY = 'console.shortcuts';

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export const singleKeys = createStore(stored());

export function setSingleKeys(isOn: boolean): void {
  singleKeys.set(isOn);
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // For this page only, then.
  }
}

export interface Shortcuts {
  /** Second key of `g …` → what it does. */
  jumps: Record<string, () => void>;
  onCommands: () => void;
  onHelp: () => void;
}

/** Milliseconds within which the second key follows `g`. */
const PAUSE = 1500;

/** Handles key presses of the document; returns what ends it. */
export function listen(shortcuts: () => Shortcuts): () => void {
  let jumpFrom = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const { onCommands, onHelp, jumps } = shortcuts();
    // AltGr is reported as Ctrl and Alt where brackets need it.
    const isModified = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    // Confirmations are alert dialogs too, but no sections.
    const isInDialog = document.querySelector('section[role$="dialog"], [role="menu"]') !== null;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (!isInDialog) onCommands();
      return;
    }
    if (isModified || isInDialog || !singleKeys.get() || isTyping(event.target)) return;
    const isJump = event.timeStamp - jumpFrom < PAUSE;
    jumpFrom = Number.NEGATIVE_INFINITY;
    const jump = isJump && Object.hasOwn(jumps, event.key) ? jumps[event.key] : undefined;
    if (jump) {
      event.preventDefault();
      jump();
    } else if (event.key === 'g') {
      jumpFrom = event.timeStamp;
    } else if (event.key === '/') {
      event.preventDefault();
      // A list has a search of its own.
      const search = document.querySelector<HTMLInputElement>('main [data-search]');
      if (search) search.focus();
      else onCommands();
    } else if (event.key === '?') {
      event.preventDefault();
      onHelp();
    } else if (event.key === 'x') {
      inRow('[data-select]')?.click();
    } else if (event.key === 'b') {
      inRow('[data-book]')?.click();
    } else if (event.key === '[' || event.key === ']') {
      document.querySelector<HTMLElement>(`main [data-${event.key === '[' ? 'previous' : 'next'}]`)?.click();
    } else if (event.key === 'j' || event.key === 'k') {
      if (moveRow(event.key === 'j' ? 1 : -1)) event.preventDefault();
    }
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}

/** A control of the row that has focus; a row of several parts is one `data-item`. */
function inRow(control: string): HTMLElement | null | undefined {
  const at = document.activeElement;
  return (at?.closest('[data-item]') ?? at?.closest('tr'))?.querySelector<HTMLElement>(control);
}

/** Moves focus to the control of the next or previous row of a list. */
function moveRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  if (rows.length === 0) return false;
  const at = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.focus();
  return true;
}
