/**
 * What somebody was typing when the session ended, kept for this tab until they are back from the login. Never a password,
 * and never for another customer.
 */

import { useEffect, useRef } from 'preact/hooks';
import type { Form } from './useForm';

const KEY = 'kept-input';

interface Kept {
  form: string;
  owner: string;
  values: Record<string, unknown>;
}

/** Storage may be forbidden or full; the form then simply forgets. */
function store(kept: Kept | null): void {
  try {
    if (kept) window.sessionStorage.setItem(KEY, JSON.stringify(kept));
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // See above.
  }
}

function read(): Kept | null {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null');
    return kept && typeof kept === 'object' && 'values' in kept ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

export function keepInput(form: string, owner: string, values: object): void {
  const open = Object.entries(values).filter(([name]) => !name.includes('password'));
  store({ form, owner, values: Object.fromEntries(open) });
}

/** What was kept of a form, laid over fresh values: only fields that exist, of their type. It is handed out once. */
export function takeInput<V extends object>(form: string, owner: string, fresh: V): V | null {
  const kept = read();
  if (kept?.form !== form) return null;
  store(null);
  if (kept.owner !== owner) return null;
  const values: Record<string, unknown> = { ...(fresh as object) };
  for (const [name, value] of Object.entries(kept.values)) {
    if (name in fresh && typeof value === typeof values[name]) values[name] = value;
  }
  return values as V;
}

/** The form that waits for its owner; empty when none does. */
export function waitingForm(): string {
  return read()?.form ?? '';
}

/** Brings back what was kept of a form, once, after hydration: the server knows nothing of this tab. */
export function useKeptInput<V extends object>(name: string, owner: string, form: Form<V>): void {
  const { values, reset } = form;
  const fresh = useRef(values);
  useEffect(() => {
    // Who is here is not known yet.
    if (!owner) return;
    const kept = takeInput(name, owner, fresh.current);
    if (kept) reset(kept);
  }, [name, owner, reset]);
}
