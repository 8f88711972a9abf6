/**
 * Decimal amounts as on the wire: strings with two decimals, calculated in integer minor units. For display only: prices
 * are computed by the server.
 */

/** `"84.00"` → 8400. */
export function toMinor(amount: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) throw new Error(`not an amount: ${amount}`);
  const minor = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -minor : minor;
}

/** 8400 → `"84.00"`. */
export function fromMinor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function subtract(a: string, b: string): string {
  return fromMinor(toMinor(a) - toMinor(b));
}

export function isZero(amount: string): boolean {
  return toMinor(amount) === 0;
}

export function isLess(a: string, b: string): boolean {
  return toMinor(a) < toMinor(b);
}
