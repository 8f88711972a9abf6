/** Values of settings as they stand in fields, and back. A field holds a text; what has parts of its own holds them as JSON. */

import type { Setting } from '../../api/types';
import { parseAmount, typedAmount } from '../../parts/amount';

export type Kind = Setting['kind'];

/** A value that cannot be sent: the server would not know what it means. */
export const UNREADABLE = Symbol('unreadable');

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The text of a field. */
export function textOf(kind: Kind, value: unknown, locale: string): string {
  switch (kind.of) {
    case 'lines':
      return (value as string[]).join('\n');
    case 'countries':
      return (value as string[]).join(' ');
    case 'sites':
      return Object.entries(value as Record<string, string>)
        .map(([country, address]) => `${country} = ${address}`)
        .join('\n');
    case 'amount':
      return typedAmount(String(value), locale);
    case 'collection': {
      const costs = Object.entries(value as Record<string, string>);
      return JSON.stringify(Object.fromEntries(costs.map(([of, cost]) => [of, typedAmount(cost, locale)])));
    }
    case 'methods':
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

/** The value that a field means; `UNREADABLE` where it means none. */
export function parsedValue(kind: Kind, text: string): unknown {
  switch (kind.of) {
    case 'lines':
      return lines(text);
    case 'countries':
      return text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean);
    case 'sites': {
      const pairs = lines(text).map((line) => /^(\S+)\s*=\s*(\S+)$/.exec(line));
      if (pairs.some((pair) => !pair)) return UNREADABLE;
      return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toUpperCase(), pair?.[2]]));
    }
    case 'amount':
      return parseAmount(text) ?? UNREADABLE;
    case 'collection': {
      const costs = Object.entries(JSON.parse(text) as Record<string, string>).filter(([, cost]) => cost.trim());
      const parsed = costs.map(([of, cost]) => [of, parseAmount(cost)] as const);
      return parsed.some(([, cost]) => cost === undefined) ? UNREADABLE : Object.fromEntries(parsed);
    }
    case 'methods':
      return JSON.parse(text);
    case 'number':
    case 'weekday':
      return /^\d{1,15}$/.test(text.trim()) ? Number(text) : UNREADABLE;
    case 'switch':
      return text === 'true';
    default:
      return text.trim();
  }
}

/** What somebody has typed and not saved: the field's text, and the value that they saw. */
export interface Typed {
  seen: unknown;
  text: string;
}

/** What is kept over a reload; nothing where it is damaged, or of fields that are there no more. */
export function readTyped(text: string, settings: Setting[]): Record<string, Typed> {
  try {
    const kept = JSON.parse(text || '{}') as Record<string, Partial<Typed>>;
    const known = settings.filter(({ key, pinned_by }) => typeof kept[key]?.text === 'string' && !pinned_by);
    return Object.fromEntries(known.map(({ key }) => [key, kept[key] as Typed]));
  } catch {
    return {};
  }
}

/** Whether two values are one. */
export const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);

/** Keys of objects in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
