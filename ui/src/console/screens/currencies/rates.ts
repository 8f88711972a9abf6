/** Rates of currencies as people type them. */

/** `0.935` → `0,935`, as one types it in this language. */
export function typedRate(rate: string, locale: string): string {
  return /^(en|zh)/.test(locale) ? rate : rate.replace('.', ',');
}

/** Units for one euro, with a point; undefined when it is no number above zero with at most six decimals. */
export function parseRate(typed: string): string | undefined {
  const match = /^(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(typed.trim());
  if (!match || /^[0.,]*$/.test(typed.trim())) return undefined;
  return match[2] === undefined ? match[1] : `${match[1]}.${match[2]}`;
}

/** Whether a rate lies so far from another that it may be a slip. */
export function isFar(rate: string | undefined, from: string, percent: number): boolean {
  return rate !== undefined && Math.abs(Number(rate) - Number(from)) > (Number(from) * percent) / 100 + 1e-9;
}
