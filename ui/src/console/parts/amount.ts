/** Amounts as people type them, and as the calls write them: `1.234,5` and `1234.50`. */

/** Undefined when it is no amount. The last comma or point parts the cents when at most two digits follow it. */
export function parseAmount(typed: string): string | undefined {
  const text = typed.replaceAll(/[\s\u00a0\u202f'’€£¥]/g, '');
  const match = /^(\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)?|\d+)(?:([.,])(\d{1,2}))?$/.exec(text);
  if (!match || (match[2] && match[2] === match[3])) return undefined;
  const whole = (match[1] ?? '').replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  return `${whole}.${(match[4] ?? '').padEnd(2, '0')}`;
}

/** `12.50` → `12,50`, as one types it in this language. */
export function typedAmount(amount: string, locale: string): string {
  return /^(en|zh)/.test(locale) ? amount : amount.replace('.', ',');
}

/** The minor units of an amount, exact. */
export function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** `1250` → `12.50`. */
export const amountOf = (minor: number): string => (minor / 100).toFixed(2);

/** Change against an earlier figure; undefined where there was nothing to compare with. */
export function ratio(now: number, before: number): number | undefined {
  return before > 0 ? (now - before) / before : undefined;
}
