/** Numbers of pieces, as people type them. */

import type { LineQty } from '../api/types';

/** The most that an item can have in stock. */
const MOST = 1_000_000;

/** Undefined where it is no whole number, or too large; marks of thousands are left out. */
export function piecesOf(text: string): number | undefined {
  const digits = text.trim().replace(/[\s.,’']/g, '');
  const pieces = /^\d{1,7}$/.test(digits) ? Number(digits) : Number.NaN;
  return pieces <= MOST ? pieces : undefined;
}

/** Pieces of a line of which `most` are left; nothing typed is none. Undefined when it is no number, or more. */
export function piecesUpTo(typed: string, most: number): number | undefined {
  const text = typed.trim();
  if (text === '') return 0;
  const pieces = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return pieces <= most ? pieces : undefined;
}

/** A line of which pieces are counted in a form. */
export interface PieceLine {
  /** Of the order’s line. */
  position: number;
  /** Name of its value in the form. */
  name: string;
  title: string;
  /** Options and number; may be empty. */
  detail: string;
  most: number;
}

export const pieceLine = (
  { position, name, options, sku }: { position: number; name: string; options?: string; sku: string },
  most: number,
): PieceLine => ({
  position,
  name: `line_${position}`,
  title: name,
  detail: [options, sku].filter(Boolean).join(' · '),
  most,
});

/** The lines of which somebody has counted pieces. */
export function countedOf(lines: PieceLine[], values: Record<string, string>): LineQty[] {
  const counted = lines.map(({ position, name, most }) => ({
    position,
    qty: piecesUpTo(values[name] ?? '', most) ?? 0,
  }));
  return counted.filter(({ qty }) => qty > 0);
}
