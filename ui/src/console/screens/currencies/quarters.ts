/** Quarters as returns name them: `2026-Q3`. */

export const isQuarter = (text: string): boolean => /^\d{4}-Q[1-4]$/.test(text);

/** The quarters that have ended, the last one first. */
export function lastQuarters(now: Date, count = 6): string[] {
  const at = now.getFullYear() * 4 + Math.floor(now.getMonth() / 3);
  const name = (of: number) => `${Math.floor(of / 4)}-Q${(of % 4) + 1}`;
  return Array.from({ length: count }, (_, back) => name(at - 1 - back));
}
