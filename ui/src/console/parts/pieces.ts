/** Numbers of pieces, as people type them. */

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
