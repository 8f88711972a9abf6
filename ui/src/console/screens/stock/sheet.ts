/**
 * What somebody has counted and not saved yet: kept on this device, for this person, while they go from shelf to shelf. Beside each
 * number stands what the shop said when it was typed: what is sold or sent afterwards is not missing.
 */

import { useEffect } from 'react';
import { createStore, useStore } from '../../api/store';
import type { CountedLine, StockItem } from '../../api/types';
import { piecesOf } from '../../parts/pieces';

export interface Typed {
  /** As it was typed; empty: nothing was counted. */
  text: string;
  on_hand: number;
  version: number;
}

export type Sheet = Readonly<Record<string, Typed>>;

const KEY = 'console.count';
/** As many as one call takes. */
export const MOST_LINES = 500;

const sheet = createStore<{ of: number; lines: Sheet }>({ of: 0, lines: {} });

/** The sheet of a person. */
export function useSheet(person: number): Sheet {
  const { of, lines } = useStore(sheet);
  const isOwn = of === person;
  // Another person at the same device begins with their own.
  useEffect(() => {
    if (!isOwn) sheet.set({ of: person, lines: readSheet(kept(), person) });
  }, [isOwn, person]);
  return isOwn ? lines : NONE;
}

const NONE: Sheet = {};

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** What is kept for a person; nothing where it is another's, or no sheet at all. */
export function readSheet(text: string | null, person: number): Sheet {
  try {
    const { of, lines } = JSON.parse(text ?? '{}');
    if (of !== person) return {};
    const isLine = (line: unknown): line is [string, Typed] => {
      const typed = (line as [string, Partial<Typed> | undefined])[1];
      return typeof typed?.text === 'string' && Number.isInteger(typed.on_hand) && Number.isInteger(typed.version);
    };
    return Object.fromEntries(Object.entries(lines).filter(isLine));
  } catch {
    return {};
  }
}

function save(lines: Sheet) {
  const { of } = sheet.get();
  sheet.set({ of, lines });
  try {
    if (Object.keys(lines).length > 0) localStorage.setItem(KEY, JSON.stringify({ of, lines }));
    else localStorage.removeItem(KEY);
  } catch {
    // It lasts as long as the page.
  }
}

export function setTyped({ sku, on_hand, version }: StockItem, text: string): void {
  const { [sku]: _, ...others } = sheet.get().lines;
  save(text.trim() === '' ? others : { ...others, [sku]: { text, on_hand, version } });
}

export function forget(skus: readonly string[]): void {
  save(Object.fromEntries(Object.entries(sheet.get().lines).filter(([sku]) => !skus.includes(sku))));
}

/** What the call takes; undefined while a line is no number. */
export function linesOf(lines: Sheet): CountedLine[] | undefined {
  const all = Object.entries(lines).map(([sku, { text, on_hand, version }]) => {
    const counted = piecesOf(text);
    return counted === undefined ? undefined : { sku, counted, on_hand, version };
  });
  return all.every((line) => line !== undefined) ? all : undefined;
}

/** How many differ from what the shop said. */
export const differing = (lines: Sheet): number =>
  Object.values(lines).filter(({ text, on_hand }) => piecesOf(text) !== on_hand).length;
