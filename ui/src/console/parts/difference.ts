/** What a deed changed, field by field. */

export interface Change {
  /** `role`, `address.city`. */
  path: string;
  /** Undefined when the field was not there. */
  before: string | undefined;
  after: string | undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flat(value: unknown, path: string, into: Map<string, unknown>): Map<string, unknown> {
  if (!isRecord(value)) {
    if (path !== '' || (value !== null && value !== undefined)) into.set(path, value);
    return into;
  }
  for (const [key, one] of Object.entries(value)) flat(one, path ? `${path}.${key}` : key, into);
  return into;
}

/** Fields that differ, in the order of `after`, then those that are gone. Values are written by `write`. */
export function difference(before: unknown, after: unknown, write: (value: unknown, path: string) => string): Change[] {
  const old = flat(before, '', new Map());
  const now = flat(after, '', new Map());
  const shown = (from: Map<string, unknown>, path: string) =>
    from.has(path) ? write(from.get(path), path) : undefined;
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((path) => ({ path, before: shown(old, path), after: shown(now, path) }))
    .filter((change) => change.before !== change.after);
}
