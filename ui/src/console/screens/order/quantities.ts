/** Of which lines of an order pieces are left, and what is sent of those that somebody has counted. */

import type { LineQty, OrderDetail, OrderDetailLine } from '../../api/types';
import { countedOf, type PieceLine, pieceLine, piecesUpTo } from '../../parts/pieces';

export function openLines({ lines }: OrderDetail, left: (line: OrderDetailLine) => number): PieceLine[] {
  return lines.map((line) => pieceLine(line, left(line))).filter(({ most }) => most > 0);
}

export const leftToShip = ({ qty, shipped }: OrderDetailLine) => qty - shipped;
export const leftToReturn = ({ shipped, returned }: OrderDetailLine) => shipped - returned;

/** Everything there is. */
export const allOf = (lines: PieceLine[]) => Object.fromEntries(lines.map(({ name, most }) => [name, String(most)]));

/** What is sent: null for everything there is. */
export function chosen(lines: PieceLine[], values: Record<string, string>): LineQty[] | null {
  const isAll = lines.every(({ name, most }) => piecesUpTo(values[name] ?? '', most) === most);
  return isAll ? null : countedOf(lines, values);
}
