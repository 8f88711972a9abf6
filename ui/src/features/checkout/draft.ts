/**
 * What was typed, kept for this tab: it survives a change of language, a way back to the bag, a reload. Beside it, the order
 * that was sent and whose answer has not come. Both go when the order is certain: `dropDraft`.
 */

import type { PlaceArgs } from '../../api/types';
import { DRAFT } from '../../state/draft';
import type { Values } from './form';

const SENT = 'checkout-sent';

/** Storage may be forbidden or full; the form then simply forgets. */
function read(key: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}

/** The kept values, laid over fresh ones: only fields that exist, of their type. */
export function loadDraft(fresh: Values): Values | null {
  const kept = read(DRAFT);
  if (!kept || typeof kept !== 'object') return null;
  const values: Record<string, string | boolean> = { ...fresh };
  for (const [name, value] of Object.entries(kept)) {
    if (name in fresh && typeof value === typeof values[name]) values[name] = value;
  }
  return values as unknown as Values;
}

export function saveDraft(values: Values): void {
  write(DRAFT, values);
}

export function loadSent(): PlaceArgs | null {
  const sent = read(SENT);
  return sent && typeof sent === 'object' && 'idempotency_key' in sent ? (sent as PlaceArgs) : null;
}

export function saveSent(args: PlaceArgs | null): void {
  write(SENT, args);
}
