/** Numbers of pieces in a form: one value for each line of which some are left. */

import type { LineQty, OrderDetail, OrderDetailLine } from '../../api/types';
import { piecesUpTo } from '../../parts/pieces';

export interface OpenLine {
  line: OrderDetailLine;
  /** Name of its value in the form. */
  name: string;
  left: number;
}

export function openLines({ lines }: OrderDetail, left: (line: OrderDetailLine) => number): OpenLine[] {
  return lines.map((line) => ({ line, name: `line_${line.position}`, left: left(line) })).filter((one) => one.left > 0);
}

export const leftToShip = ({ qty, shipped }: OrderDetailLine) => qty - shipped;
export const leftToReturn = ({ shipped, returned }: OrderDetailLine) => shipped - returned;

/** Everything there is. */
export const allOf = (lines: OpenLine[]) => Object.fromEntries(lines.map(({ name, left }) => [name, String(left)]));

/** What is sent: null for everything there is. */
export function chosen(lines: OpenLine[], values: Record<string, string>): LineQty[] | null {
  const pieces = lines.map(({ line, name, left }) => ({
    position: line.position,
    qty: piecesUpTo(values[name] ?? '', left) ?? 0,
    left,
  }));
  if (pieces.every(({ qty, left }) => qty === left)) return null;
  return pieces.filter(({ qty }) => qty > 0).map(({ position, qty }) => ({ position, qty }));
}
