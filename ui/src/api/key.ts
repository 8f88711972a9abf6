/**
 * Cache key of a call. Must equal the server's byte for byte: keys sorted at every depth, empty values dropped, no spaces.
 */

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(canonical) : undefined;
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .map(([name, inner]) => [name, canonical(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export function callKey(path: string, args: object = {}): string {
  return `${path}?${JSON.stringify(canonical(args) ?? {})}`;
}
