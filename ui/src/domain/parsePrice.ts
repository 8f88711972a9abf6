/** Parses displayed prices, for analytics and tests. */

import { fromMinor } from './money';

/**
 * Parses a displayed price (boutique.md §9): ignores symbols and words, takes the upper end of a range. Null without a
 * number.
 */
export function parsePrice(lang: string, text: string): string | null {
  const point = lang === 'en' || lang === 'zh';
  // A thousands separator stands between a digit and exactly three digits.
  const thousands = point ? /(\d),(?=\d{3}(?!\d))/g : /(\d)[.\s\u00a0\u202f](?=\d{3}(?!\d))/g;
  const found = text.replace(thousands, '$1').match(point ? /\d+(?:\.\d+)?/g : /\d+(?:,\d+)?/g) ?? [];
  const cents = found.map((number) => {
    const [whole = '0', fraction = ''] = number.split(/[.,]/);
    const digits = fraction.padEnd(3, '0');
    return Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits[2] && digits[2] >= '5' ? 1 : 0);
  });
  return cents.length > 0 ? fromMinor(Math.max(...cents)) : null;
}
