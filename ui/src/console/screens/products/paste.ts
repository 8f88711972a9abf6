/** Cells as spreadsheets copy and paste them: tabs and lines, with quotes around what holds either. */

/** The cells of a text, row by row. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const push = (cell: string) => (rows.at(-1) as string[]).push(cell);
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        if (text[at] === '"') at += 1;
        cell += text[at];
        at += 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== '\t' && text[at] !== '\n') {
      cell += text[at];
      at += 1;
    }
    push(cell.replace(/\r$/, ''));
    if (text[at] === '\n') rows.push([]);
    at += 1;
  }
  // A last line break ends the last row.
  const last = rows.at(-1) as string[];
  if (rows.length > 1 && last.length <= 1 && (last[0] ?? '') === '') rows.pop();
  return rows;
}

/** Rows as one text. */
export const writeCells = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');

const NUMBERS = new Set(['weight_g', 'max_qty', 'position', 'content_amount']);
const AMOUNTS = new Set(['eco_participation']);
const FLAGS = new Set(['enabled', 'bed_terms']);

/** A cell as the shop's fields are written: without marks of thousands, with a decimal point, yes and no as 1 and 0. */
export function plainCell(field: string, typed: string, words: { yes: string; no: string }): string {
  const text = typed.trim();
  if (NUMBERS.has(field)) return /^\d{1,3}([\s.,’'\u00a0\u202f]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text;
  if (AMOUNTS.has(field)) return /^\d+[.,]\d{1,2}$/.test(text) ? amount(text) : text;
  if (FLAGS.has(field)) {
    const word = text.toLocaleLowerCase();
    if (['1', 'true', words.yes.toLocaleLowerCase()].includes(word)) return '1';
    if (['0', 'false', words.no.toLocaleLowerCase()].includes(word)) return '0';
    return text;
  }
  return typed.replaceAll('\r\n', '\n');
}

function amount(text: string): string {
  const [whole = '', rest = ''] = text.split(/[.,]/);
  return `${whole}.${rest.padEnd(2, '0')}`;
}

export const isFlag = (field: string): boolean => FLAGS.has(field);
export const isNumeric = (field: string): boolean => NUMBERS.has(field) || AMOUNTS.has(field);
