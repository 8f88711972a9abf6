/** New products from a sheet: a first line of headings, then a line for each product. */

import type { Args, ItemKind } from '../../api/types';
import { parseAmount } from '../../parts/amount';
import { readCells } from '../../parts/cells';
import { plainCell, type Writing } from './paste';
import { KINDS } from './view';

export type NewProduct = NonNullable<Args<'product/create_all'>['products']>[number];

/** What headings and cells can say, in the reader's words or as the shop writes it. */
export interface Words {
  /** Fields that a sheet can have. */
  fields: readonly string[];
  nameOf: (field: string) => string;
  /** Currencies of the shop. */
  currencies: readonly string[];
  /** What the column of item numbers, and that of kinds, are called. */
  sku: string;
  kind: string;
  /** What a price is called. */
  price: string;
  kindOf: (kind: ItemKind) => string;
  /** By field: the codes that its cells name, each with its name. */
  codes: Readonly<Record<string, readonly { code: string; name: string }[]>>;
  writing: Writing;
}

export interface ReadSheet {
  products: NewProduct[];
  /** Where each stands in the sheet, whose headings are row 1. */
  lines: number[];
  /** Headings that name no column. */
  columns: string[];
  /** Whether a column says the item numbers. */
  hasSkus: boolean;
}

const lower = (text: string) => text.trim().toLocaleLowerCase();

/** Item number, kind, price in a currency, or a field. */
type Column = { is: 'sku' } | { is: 'kind' } | { is: 'price'; currency: string } | { is: 'field'; field: string };

function columnOf(heading: string, words: Words): Column | undefined {
  const text = lower(heading);
  if (text === 'sku' || text === lower(words.sku)) return { is: 'sku' };
  if (text === 'kind' || text === lower(words.kind)) return { is: 'kind' };
  const currency = words.currencies.find((code) =>
    [code, `price.${code}`, `${words.price} ${code}`, `${words.price} (${code})`].some((one) => lower(one) === text),
  );
  if (currency !== undefined) return { is: 'price', currency };
  const field = words.fields.find((one) => one === text || lower(words.nameOf(one)) === text);
  return field === undefined ? undefined : { is: 'field', field };
}

/** The headings of a sheet that has nothing in it yet. */
export const headings = (words: Words): string[] => [
  words.sku,
  words.kind,
  ...words.fields.map(words.nameOf),
  ...words.currencies.map((code) => `${words.price} (${code})`),
];

/** A cell with the name of a category, a manufacturer or the like says its code. */
function codeOf(field: string, text: string, words: Words): string {
  const named = words.codes[field]?.filter(({ code, name }) => [lower(code), lower(name)].includes(lower(text))) ?? [];
  return named.length === 1 && named[0] ? named[0].code : text;
}

/** Cells that are empty are left out: the field is as it is of a new product. */
export function readSheet(text: string, words: Words): ReadSheet {
  const [head = [], ...body] = readCells(text);
  const columns = head.map((heading) => columnOf(heading, words));
  const unknown = head.filter((heading, at) => heading.trim() !== '' && !columns[at]).map((heading) => heading.trim());
  const filled = body
    .map((cells, at) => ({ cells, line: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const products = filled.map(({ cells }) => {
    const product: NewProduct & { fields: Record<string, string>; prices: Record<string, string> } = {
      sku: '',
      kind: 'simple',
      fields: {},
      prices: {},
    };
    for (const [at, column] of columns.entries()) {
      const cell = cells[at] ?? '';
      if (!column || cell.trim() === '') continue;
      if (column.is === 'sku') product.sku = cell.trim().toUpperCase();
      else if (column.is === 'kind') {
        // A word that is none is left to the shop, which says what it can be.
        product.kind = (KINDS.find((kind) => [kind, lower(words.kindOf(kind))].includes(lower(cell))) ??
          'variant') as ItemKind;
      } else if (column.is === 'price') product.prices[column.currency] = parseAmount(cell) ?? cell.trim();
      else {
        product.fields[column.field] = codeOf(column.field, plainCell(column.field, cell, words.writing), words);
      }
    }
    return product;
  });
  return {
    products,
    lines: filled.map(({ line }) => line),
    columns: unknown,
    hasSkus: columns.some((column) => column?.is === 'sku'),
  };
}
