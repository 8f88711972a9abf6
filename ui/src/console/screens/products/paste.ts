/** What cells of a sheet say of products: how each field is written, and where a pasted part of the table goes. */

import { typedAmount } from '../../parts/amount';

const NUMBERS = new Set(['weight_g', 'max_qty', 'position', 'content_amount']);
const AMOUNTS = new Set(['eco_participation']);
const FLAGS = new Set(['enabled', 'bed_terms']);

export const isFlag = (field: string): boolean => FLAGS.has(field);
export const isNumeric = (field: string): boolean => NUMBERS.has(field) || AMOUNTS.has(field);

/** How the reader writes: what yes and no are called, and the language that parts numbers. */
export interface Writing {
  yes: string;
  no: string;
  locale: string;
}

const lower = (text: string) => text.trim().toLocaleLowerCase();

/** A cell as the shop's fields are written: without marks of thousands, with a decimal point, yes and no as 1 and 0. */
export function plainCell(field: string, typed: string, { yes, no, locale }: Writing): string {
  const text = typed.trim();
  if (NUMBERS.has(field)) {
    const number = plainNumber(text, locale);
    return number !== undefined && !number.includes('.') ? number : text;
  }
  if (AMOUNTS.has(field)) {
    const [, whole, rest = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(plainNumber(text, locale) ?? '') ?? [];
    return whole === undefined ? text : `${whole}.${rest.padEnd(2, '0')}`;
  }
  if (FLAGS.has(field)) {
    const word = lower(text);
    if (['1', 'true', lower(yes)].includes(word)) return '1';
    if (['0', 'false', lower(no)].includes(word)) return '0';
    return text;
  }
  return typed.replaceAll('\r\n', '\n');
}

/** A field of the shop as the reader writes it. */
export function localCell(field: string, text: string, { yes, no, locale }: Writing): string {
  if (AMOUNTS.has(field)) return typedAmount(text, locale);
  if (FLAGS.has(field)) return text === '1' ? yes : text === '0' ? no : text;
  return text;
}

/**
 * A number without marks of thousands and with a decimal point; undefined where it is none. What stands in it says itself which mark is
 * which, but for `1.250` and `1,250`: these are read as the language has them.
 */
function plainNumber(text: string, locale: string): string | undefined {
  const bare = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const [, whole = '', last, rest = ''] = /^([\d.,]*?\d)(?:([.,])(\d+))?$/.exec(bare) ?? [];
  if (whole === '') return undefined;
  if (last === undefined) return whole;
  const isGrouped = /^[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*)?$/.test(whole);
  const within = /[.,]/.exec(whole)?.[0];
  const digits = whole.replaceAll(/[.,]/g, '');
  const decimal = /^(en|zh)/.test(locale) ? '.' : ',';
  const isThousands = isGrouped && rest.length === 3 && (within === last || (!within && last !== decimal));
  if (isThousands) return digits + rest;
  if (within && (within === last || !isGrouped)) return undefined;
  return `${digits}.${rest}`;
}

/** A table that is shown. */
export interface Table {
  /** Item numbers of its rows. */
  skus: readonly string[];
  /** Fields of its columns. */
  fields: readonly string[];
  /** What a column is called. */
  nameOf: (field: string) => string;
  /** Whether a product has a field. */
  has: (sku: string, field: string) => boolean;
}

export interface Pasted {
  cells: { sku: string; field: string; text: string }[];
  /** Item numbers that have no row. */
  skus: string[];
  /** Headings that have no column. */
  columns: string[];
  /** Cells with something in them that have no other place either. */
  cellsBeyond: number;
}

/**
 * What is pasted into a table, from a row and a column on. A first line of headings says which columns these are, and a column of item
 * numbers which rows; without them the cells fill those below and to the right.
 */
export function readTable(
  rows: readonly (readonly string[])[],
  { skus, fields, nameOf, has }: Table,
  [row, column]: readonly [row: number, column: number],
): Pasted {
  const isSkuHead = (cell: string) => lower(cell) === 'sku';
  const fieldOf = (cell: string) => fields.find((one) => one === cell.trim() || lower(nameOf(one)) === lower(cell));
  const skuOf = (cell: string) => skus.find((one) => lower(one) === lower(cell));
  const first = rows[0] ?? [];
  const head = rows.length > 1 && first.some((cell) => isSkuHead(cell) || fieldOf(cell)) ? first : undefined;
  const body = head ? rows.slice(1) : rows;
  const isSkus =
    first.length > 1 &&
    body.some(([cell = '']) => skuOf(cell)) &&
    body.every(([cell = '']) => /^[\w.-]*$/.test(cell.trim()));
  const skuColumn = head ? head.findIndex(isSkuHead) : isSkus ? 0 : -1;
  const placeOf = (at: number): string | undefined => {
    if (head) return fieldOf(head[at] ?? '');
    return fields[column + at - (skuColumn < 0 ? 0 : 1)];
  };
  const pasted: Pasted = { cells: [], skus: [], columns: [], cellsBeyond: 0 };
  for (const [at, heading] of (head ?? []).entries()) {
    if (at !== skuColumn && heading.trim() !== '' && !fieldOf(heading)) pasted.columns.push(heading.trim());
  }
  for (const [down, line] of body.entries()) {
    const named = skuColumn < 0 ? '' : (line[skuColumn] ?? '').trim();
    const sku = skuColumn < 0 ? skus[row + down] : skuOf(named);
    if (named !== '' && sku === undefined) {
      pasted.skus.push(named);
      continue;
    }
    for (const [at, text] of line.entries()) {
      if (at === skuColumn) continue;
      const field = placeOf(at);
      if (sku !== undefined && field !== undefined && has(sku, field)) pasted.cells.push({ sku, field, text });
      // A column without a place is named once, by its heading.
      else if (text.trim() !== '' && !(head?.[at]?.trim() && !field)) pasted.cellsBeyond += 1;
    }
  }
  return pasted;
}
