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
