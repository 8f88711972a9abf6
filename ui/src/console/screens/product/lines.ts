/** Lists of a product: a line for each entry, whose cells are parted by spaces. */

/** An empty cell between others holds its place as a dash until it is filled. */
const EMPTY = '-';

export const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(' ').map((cell) => (cell === EMPTY ? '' : cell)));

export const textOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.replaceAll(/\s/g, '') || EMPTY).join(' ')).join('\n');

export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const left = all.filter((_, at) => at !== from);
  return [...left.slice(0, to), all[from] as T, ...left.slice(to)];
}

/** Puts an entry into a list without an order, or takes it out. */
export function toggled(text: string, line: string, isIn: boolean): string {
  const others = text.split('\n').filter((one) => one !== '' && one !== line);
  return (isIn ? [...others, line] : others).sort().join('\n');
}
