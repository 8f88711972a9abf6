/** A sentence in which numbers of orders, invoices and receipts are not divided at their hyphens. */
export function Unbroken({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/((?:[A-Z]+-?)?\d{4}-\d{5,})/)
        .map((part, at) => (at % 2 === 1 ? <span style="white-space:nowrap">{part}</span> : part))}
    </>
  );
}
