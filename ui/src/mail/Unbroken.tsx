/**
 * A sentence in which numbers of orders, invoices, receipts and articles are not divided, nor the Chinese word for an order
 * or a message from its number, nor an address that is half hidden, nor a day from its month or from the day that ends a
 * range, nor a word where the catalogues join it by U+2060: some mail programs show that as a box, so it is taken out of
 * letters, and the element does its work.
 */
const WHOLE =
  /((?:订单|[A-Z]+-?)?\d{4}-\d{5,}|留言[A-Z\d]{6,}|[\w.+-]{0,3}…@[\w-]{1,20}|\b[A-Z]{3}(?:-[A-Z\d]+)+|(?<!\d)(?:\d{1,2}\.?–)?\d{1,2}\.? \p{L}+(?= \d{4})|(?<!\d)\d{1,2}\.?–\d{1,2}\b|\p{L}+-\u2060\p{L}+)/u;

export function Unbroken({ text }: { text: string }) {
  return (
    <>{text.split(WHOLE).map((part, at) => (at % 2 === 1 ? <span style="white-space:nowrap">{part}</span> : part))}</>
  );
}
