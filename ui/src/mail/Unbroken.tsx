/**
 * A sentence in which numbers of orders, invoices, receipts and articles are not divided, nor the Chinese word for an order
 * from its number, nor a German day from its month, nor an e-mail at its hyphen.
 */
const WHOLE =
  /((?:订单|[A-Z]+-?)?\d{4}-\d{5,}|\b[A-Z]{3}(?:-[A-Z\d]+)+|(?<!\d)\d{1,2}\. \p{Lu}\p{L}+(?= \d{4})|\b[Ee]-[Mm]ails?\b)/u;

export function Unbroken({ text }: { text: string }) {
  return (
    <>{text.split(WHOLE).map((part, at) => (at % 2 === 1 ? <span style="white-space:nowrap">{part}</span> : part))}</>
  );
}
