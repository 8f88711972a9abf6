/** Numbers of pieces of the stock, as people type them. */

/** The most that an item can have in stock. */
const MOST = 1_000_000;

/** Undefined where it is no whole number, or too large; marks of thousands are left out. */
export function piecesOf(text: string): number | undefined {
  const digits = text.trim().replace(/[\s.,’']/g, '');
  const pieces = /^\d{1,7}$/.test(digits) ? Number(digits) : Number.NaN;
  return pieces <= MOST ? pieces : undefined;
}
