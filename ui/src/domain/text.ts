/** Normalisation of typed text, and quantities. Loaded on every page; form validation is in `validate.ts`. */

export interface Problem {
  id: string;
  params?: Record<string, string>;
}

/** Length of an e-mail address in code points (RFC 5321). */
export const EMAIL_MAX = 254;

// ── Normalising ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** White space and invisible characters that pasting brings along. */
const BLANK = '[\\s\\u0085\\u200b\\u2060\\ufeff]';
const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');
/** White space in a row. */
export const RUN = new RegExp(`${BLANK}+`, 'g');
const BLANK_OR_HYPHEN = new RegExp(`${BLANK}|[-\\u2010-\\u2013\\u2212]`, 'g');

export function trim(input: string): string {
  return input.replace(AROUND, '');
}

/** Collapses white space to single spaces. */
export function oneLine(input: string): string {
  return trim(input).replace(RUN, ' ');
}

/** Removes blanks and hyphens from a number or code; full-width characters become ASCII. */
export function compact(input: string): string {
  return input
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(BLANK_OR_HYPHEN, '');
}

// ── Quantities ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Validates a typed quantity: an integer of at least one. */
export function quantity(input: string): Problem | null {
  const text = trim(input);
  if (/^[-\u2212]\s*\d+$/.test(text)) return { id: 'cart.qty_below_one' };
  const digits = compact(text);
  if (!/^[0-9]{1,9}$/.test(digits)) return { id: 'cart.qty_not_a_number' };
  return Number(digits) < 1 ? { id: 'cart.qty_below_one' } : null;
}
