/** What must not break across lines. `src/cms/markdown.rs` has the rules for short words and time zones too. */

const RULES = [
  // Numbers of orders, invoices, receipts and messages, with their Chinese word; SKUs.
  '(?:订单|[A-Z]+-?)?\\d{4}-\\d{5,}',
  '留言[A-Z\\d]{6,}',
  '\\b[A-Z]{3}(?:-[A-Z\\d]+)+',
  // A masked e-mail address.
  '[\\w.+-]{0,3}…@[\\w-]{1,20}',
  // A day with its month, a range of days.
  '(?<!\\d)(?:\\d{1,2}\\.?–)?\\d{1,2}\\.? \\p{L}+(?=\\s\\d{4})',
  '(?<!\\d)\\d{1,2}\\.?–\\d{1,2}\\b',
  // A number with its Chinese unit.
  '(?<![\\d:])\\d[\\d×]*(?![年月日])\\p{Script=Han}',
  // One or two letters or digits with what a hyphen joins to them: e-mail, notez-le, 16-stellig. Not in addresses.
  '(?<![\\p{L}\\d@./_-])(?:(?:[\\p{L}\\d]{1,2}-)+\\p{L}+|\\p{L}+(?:-\\p{L}{1,2}(?!\\p{L}))+(?:-\\p{L}+)?)(?![\\p{L}\\d]|\\S*[@/]|\\.\\p{L})',
  // A Chinese note of a time zone or a last day, and a link's question in quotes.
  '（[^（）]{1,6}(?:时间|当日)）|“\\p{Script=Han}{1,6}？”',
];
const UNBREAKABLE = new RegExp(`(${RULES.join('|')})`, 'u');

/** The parts of a text: those at odd places must not break. */
export function splitNoWrap(text: string): string[] {
  // Most texts hold none of these signs.
  return /[-–…\d（“]/.test(text) ? text.split(UNBREAKABLE) : [text];
}
