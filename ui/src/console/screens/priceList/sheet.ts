/**
 * Prices that somebody has typed or pasted and not set yet: kept on this device, for this person. Beside each stands the version
 * of the item that was seen.
 */

import { useEffect } from 'react';
import { createStore, useStore } from '../../api/store';
import type { Currency, PriceLine } from '../../api/types';
import { parseAmount } from '../../parts/amount';

export interface Typed {
  /** As it was typed. */
  text: string;
  /** Empty: it comes from a sheet that was written elsewhere. */
  version: string;
}

/** By SKU and currency: `TOW-GAN EUR`. */
export type Sheet = Readonly<Record<string, Typed>>;

const KEY = 'console.prices';
/** As many as one call takes. */
export const MOST_LINES = 1000;

export const keyOf = (sku: string, currency: string) => `${sku} ${currency}`;

const sheet = createStore<{ of: number; lines: Sheet }>({ of: 0, lines: {} });
const NONE: Sheet = {};

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
      return typeof typed?.text === 'string' && typeof typed.version === 'string';
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

export function setTyped(key: string, version: string, text: string): void {
  const { [key]: _, ...others } = sheet.get().lines;
  save(text.trim() === '' ? others : { ...others, [key]: { text, version } });
}

export const addPasted = (pasted: Sheet): void => save({ ...sheet.get().lines, ...pasted });

export const forget = (): void => save({});

/** What the call takes; undefined while a line is no amount. */
export function linesOf(lines: Sheet): PriceLine[] | undefined {
  const all = Object.entries(lines).map(([key, { text, version }]) => {
    const amount = parseAmount(text);
    const [sku = '', currency = ''] = key.split(' ');
    return amount === undefined ? undefined : { sku, currency: currency as Currency, amount, regular: null, version };
  });
  return all.every((line) => line !== undefined) ? all : undefined;
}

export interface Pasted {
  lines: Sheet;
  /** Numbers of lines that hold no price, from 1. */
  bad: number[];
}

/**
 * What is copied from a spreadsheet: columns parted by tabs (or semicolons), the first the item number. A first line of currencies says
 * which columns are prices; without one, the second column is in EUR.
 */
export function readPasted(text: string, currencies: readonly string[]): Pasted {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split(row.includes('\t') ? '\t' : ';').map((cell) => cell.trim()));
  const isCurrency = (cell: string) => currencies.includes(cell.toUpperCase());
  const head = rows.findIndex((row) => row.some((cell) => cell !== ''));
  const hasHead = rows[head]?.some(isCurrency) ?? false;
  const columns: [number, string][] = hasHead
    ? (rows[head] ?? []).flatMap((cell, at) => (isCurrency(cell) ? [[at, cell.toUpperCase()] as [number, string]] : []))
    : [[1, 'EUR']];
  const lines: Record<string, Typed> = {};
  const bad: number[] = [];
  rows.forEach((row, number) => {
    if ((hasHead && number === head) || row.every((cell) => cell === '')) return;
    const sku = (row[0] ?? '').toUpperCase();
    const cells = columns.map(([at, currency]) => [row[at] ?? '', currency] as const).filter(([cell]) => cell !== '');
    if (!/^[A-Z0-9-]+$/.test(sku) || cells.length === 0 || cells.some(([cell]) => parseAmount(cell) === undefined)) {
      bad.push(number + 1);
      return;
    }
    for (const [cell, currency] of cells) lines[keyOf(sku, currency)] = { text: cell, version: '' };
  });
  return { lines, bad };
}
