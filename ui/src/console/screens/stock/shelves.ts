/** A pasted sheet of where items lie: a line for each, its item number and its shelf. */

import type { Args } from '../../api/types';
import { readCells } from '../../parts/cells';

export type ShelfLine = NonNullable<Args<'stock/check_shelves'>['lines']>[number];

/** Lines that one sheet takes. */
export const MOST_SHELVES = 2_000;

export interface ReadShelves {
  lines: ShelfLine[];
  /** Where each stands in the sheet, whose first row is 1. */
  rows: number[];
}

const lower = (text: string) => text.trim().toLocaleLowerCase();

/** Headings, in the reader’s words or as a file has them, say which column is which; without them the first two are. */
export function readShelves(text: string, words: { sku: string; shelf: string }): ReadShelves {
  const all = readCells(text).map((cells, at) => ({ cells, row: at + 1 }));
  const find = (names: string[]) => (all[0]?.cells ?? []).findIndex((cell) => names.map(lower).includes(lower(cell)));
  const [sku, shelf] = [find(['sku', words.sku]), find(['shelf', words.shelf])];
  const hasHeadings = sku >= 0 || shelf >= 0;
  const columns = hasHeadings ? { sku, shelf } : { sku: 0, shelf: 1 };
  const filled = all.slice(hasHeadings ? 1 : 0).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return {
    lines: filled.map(({ cells }) => ({
      sku: (cells[columns.sku] ?? '').trim(),
      shelf: (cells[columns.shelf] ?? '').trim(),
      seen: null,
    })),
    rows: filled.map(({ row }) => row),
  };
}
