/** Patterns of text that must not wrap. `src/cms/markdown.rs` has the same rules for short words and time zones. */

// Latin and Han by their ranges: classes such as \p{L} compile a thousand ranges, 20 ms on a phone.
const HAN = '\\u3400-\\u9fff';
const LETTER = `A-Za-zÀ-ÖØ-öø-ɏ${HAN}`;

const RULES = [
  // Numbers of orders, invoices, receipts and messages, with their Chinese classifier; SKUs.
  '(?:订单|[A-Z]+-?)?\\d{4}-\\d{5,}',
  '留言[A-Z\\d]{6,}',
  '\\b[A-Z]{3}(?:-[A-Z\\d]+)+',
  // A masked e-mail address.
  '[\\w.+-]{0,3}…@[\\w-]{1,20}',
  // A day with its month; a range of days.
  `(?<!\\d)(?:\\d{1,2}\\.?–)?\\d{1,2}\\.? [${LETTER}]+(?=\\s\\d{4})`,
  '(?<!\\d)\\d{1,2}\\.?–\\d{1,2}\\b',
  // A number with its Chinese unit.
  `(?<![\\d:])\\d[\\d×]*(?![年月日])[${HAN}]`,
  // One or two letters or digits joined by a hyphen: e-mail, notez-le, 16-stellig. Not in addresses.
  `(?<![${LETTER}\\d@./_-])(?:(?:[${LETTER}\\d]{1,2}-)+[${LETTER}]+|[${LETTER}]+(?:-[${LETTER}]{1,2}(?![${LETTER}]))+(?:-[${LETTER}]+)?)(?![${LETTER}\\d]|\\S*[@/]|\\.[${LETTER}])`,
  // A Chinese note of a time zone or a last day; a quoted link question.
  `（[^（）]{1,6}(?:时间|当日)）|“[${HAN}]{1,6}？”`,
];
const UNBREAKABLE = new RegExp(`(${RULES.join('|')})`);

/** Splits a text; parts at odd indexes must not wrap. */
export function splitNoWrap(text: string): string[] {
  // Fast path: most texts contain none of these characters.
  return /[-–…\d（“]/.test(text) ? text.split(UNBREAKABLE) : [text];
}
