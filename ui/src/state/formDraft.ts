/**
 * Form input kept in `sessionStorage` over an expired session, a change of language (another document) and, at the checkout,
 * a reload. Passwords are never stored.
 */

import { useEffect, useRef } from 'react';
import { readSession, writeSession } from './sessionStorage';
import type { Form } from './useForm';

const KEY = 'kept-input';
const CHECKOUT_KEY = 'checkout';
/** `form` of a draft saved on a language switch. */
const LANGUAGE_SWITCH = 'language';

interface FormDraft {
  form: string;
  /** Customer, or path of the page, that the draft belongs to. */
  owner: string;
  values: Record<string, unknown>;
}

function readDraft(): FormDraft | null {
  const draft = readSession(KEY);
  return draft && typeof draft === 'object' && 'values' in draft ? (draft as FormDraft) : null;
}

/** `fresh` with the stored values of its fields; unknown fields and other types are ignored. */
function restored<V extends object>(fresh: V, stored: object): V {
  const values: Record<string, unknown> = { ...(fresh as object) };
  for (const [name, value] of Object.entries(stored)) {
    if (name in fresh && typeof value === typeof values[name]) values[name] = value;
  }
  return values as V;
}

// ── Expired session ─────────────────────────────────────────────────────────────────────────────────────────────────

export function saveFormDraft(form: string, owner: string, input: object): void {
  const values = Object.fromEntries(Object.entries(input).filter(([name]) => !name.includes('password')));
  writeSession(KEY, { form, owner, values } satisfies FormDraft);
}

/** Restores and deletes the draft of a form; null when there is none, or it belongs to another customer. */
export function takeFormDraft<V extends object>(form: string, owner: string, fresh: V): V | null {
  const draft = readDraft();
  if (draft?.form !== form) return null;
  writeSession(KEY, null);
  return draft.owner === owner ? restored(fresh, draft.values) : null;
}

/** Name of the form that has a draft; empty when none has. */
export function draftedForm(): string {
  return readDraft()?.form ?? '';
}

/** Restores a form's draft once, after hydration: the server does not know this tab. */
export function useFormDraft<V extends object>(name: string, owner: string, form: Form<V>): void {
  const { values, reset } = form;
  const fresh = useRef(values);
  useEffect(() => {
    // The customer is not loaded yet.
    if (!owner) return;
    const draft = takeFormDraft(name, owner, fresh.current);
    if (draft) reset(draft);
  }, [name, owner, reset]);
}

// ── Change of language ──────────────────────────────────────────────────────────────────────────────────────────────

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isCheckable = (control: Control) => control.type === 'checkbox' || control.type === 'radio';

/** Saves the page's controls by id, for the page at `path`. */
export function savePageInput(path: string): void {
  const values: FormDraft['values'] = {};
  // Selects outside a form (a list's order) are part of the URL. Restoring them as well, before the page has read its URL,
  // would overwrite the rest of the query.
  for (const control of document.querySelectorAll<Control>('input[id],textarea[id],form select[id]')) {
    if (/password|hidden|file/.test(control.type)) continue;
    const value = isCheckable(control) ? (control as HTMLInputElement).checked : control.value;
    if (value) values[control.id] = value;
  }
  writeSession(KEY, { form: LANGUAGE_SWITCH, owner: path, values } satisfies FormDraft);
}

/** Restores and deletes the page's input. To be called after hydration: the controls' listeners receive events. */
export function restorePageInput(): void {
  if (draftedForm() !== LANGUAGE_SWITCH) return;
  const draft = readDraft();
  writeSession(KEY, null);
  if (draft?.owner !== window.location.pathname) return;
  for (const [id, value] of Object.entries(draft.values)) {
    const control = document.getElementById(id) as Control | null;
    if (!control || !('value' in control)) continue;
    if (isCheckable(control)) {
      if (!(control as HTMLInputElement).checked) control.click();
    } else if (control.value !== value) {
      control.value = String(value);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

// ── Checkout ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function loadCheckoutDraft<V extends object>(fresh: V): V | null {
  const draft = readSession(CHECKOUT_KEY);
  return draft && typeof draft === 'object' ? restored(fresh, draft) : null;
}

export function saveCheckoutDraft(values: object): void {
  writeSession(CHECKOUT_KEY, values);
}

/** To be called once the order is certain. */
export function deleteCheckoutDraft(): void {
  writeSession(CHECKOUT_KEY, null);
}
