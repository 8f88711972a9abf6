/** Patterns of text that must not wrap. `src/cms/markdown.rs` has the same rules for short words and time zones. */

const RULES = [
  // Numbers of orders, invoices, receipts and messages, with their Chinese classifier; SKUs.
  '(?:订单|[A-Z]+-?)?\\d{4}-\\d{5,}',
  '留言[A-Z\\d]{6,}',
  '\\b[A-Z]{3}(?:-[A-Z\\d]+)+',
  // A masked e-mail address.
  '[\\w.+-]{0,3}…@[\\w-]{1,20}',
  // A day with its month; a range of days.
  '(?<!\\d)(?:\\d{1,2}\\.?–)?\\d{1,2}\\.? \\p{L}+(?=\\s\\d{4})',
  '(?<!\\d)\\d{1,2}\\.?–\\d{1,2}\\b',
  // A number with its Chinese unit.
  '(?<![\\d:])\\d[\\d×]*(?![年月日])\\p{Script=Han}',
  // One or two letters or digits joined by a hyphen: e-mail, notez-le, 16-stellig. Not in addresses.
  '(?<![\\p{L}\\d@./_-])(?:(?:[\\p{L}\\d]{1,2}-)+\\p{L}+|\\p{L}+(?:-\\p{L}{1,2}(?!\\p{L}))+(?:-\\p{L}+)?)(?![\\p{L}\\d]|\\S*[@/]|\\.\\p{L})',
  // A Chinese note of a time zone or a last day; a quoted link question.
  '（[^（）]{1,6}(?:时间|当日)）|“\\p{Script=Han}{1,6}？”',
];
const UNBREAKABLE = new RegExp(`(${RULES.join('|')})`, 'u');

/** Splits a text; parts at odd indexes must not wrap. */
export function splitNoWrap(text: string): string[] {
  // Fast path: most texts contain none of these characters.
  return /[-–…\d（“]/.test(text) ? text.split(UNBREAKABLE) : [text];
}
