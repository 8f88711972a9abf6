/**
 * Fields of products that somebody has changed and not saved yet: kept on this device, for this person. Beside each text stands what
 * the field was when it was changed, so that what a colleague has changed meanwhile is not overwritten.
 */

import { useEffect } from 'react';
import { createStore, useStore } from '../api/store';
import type { ProductChanges } from '../api/types';

export interface Edit {
  was: string;
  text: string;
}

/** Item number to field to edit. */
export type Edits = Readonly<Record<string, Readonly<Record<string, Edit>>>>;

const KEY = 'console.products';
const NONE: Edits = {};

const store = createStore<{ of: number; edits: Edits }>({ of: 0, edits: NONE });

/** What a person has changed. */
export function useEdits(person: number): Edits {
  const { of, edits } = useStore(store);
  const isOwn = of === person;
  // Another person at the same device begins with their own.
  useEffect(() => {
    if (!isOwn) store.set({ of: person, edits: readEdits(kept(), person) });
  }, [isOwn, person]);
  return isOwn ? edits : NONE;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** What is kept for a person; nothing where it is another's, or no edits at all. */
export function readEdits(text: string | null, person: number): Edits {
  try {
    const { of, edits } = JSON.parse(text ?? '{}');
    if (of !== person) return NONE;
    const isEdit = ([, edit]: [string, unknown]) =>
      typeof (edit as Partial<Edit> | null)?.was === 'string' && typeof (edit as Partial<Edit>).text === 'string';
    const products = Object.entries(edits as Record<string, Record<string, Edit>>).map(
      ([sku, fields]) => [sku, Object.fromEntries(Object.entries(fields).filter(isEdit))] as const,
    );
    return Object.fromEntries(products.filter(([, fields]) => Object.keys(fields).length > 0));
  } catch {
    return NONE;
  }
}

/** What is typed in a field at this moment; undefined: it is as the shop has it. */
export const textTyped = (sku: string, field: string): string | undefined => store.get().edits[sku]?.[field]?.text;

function save(edits: Edits): void {
  const { of } = store.get();
  store.set({ of, edits });
  try {
    if (Object.keys(edits).length > 0) localStorage.setItem(KEY, JSON.stringify({ of, edits }));
    else localStorage.removeItem(KEY);
  } catch {
    // They last as long as the page.
  }
}

export interface Typed {
  sku: string;
  field: string;
  /** As the shop has it. */
  now: string;
  text: string;
}

/** Changes fields; one that is as it was is none. */
export function setFields(typed: readonly Typed[]): void {
  const edits: Record<string, Record<string, Edit>> = { ...store.get().edits };
  for (const { sku, field, now, text } of typed) {
    const { [field]: known, ...others } = edits[sku] ?? {};
    const was = known?.was ?? now;
    const fields = text === was ? others : { ...others, [field]: { was, text } };
    if (Object.keys(fields).length > 0) edits[sku] = fields;
    else delete edits[sku];
  }
  save(edits);
}

/** Of a field that a colleague has changed: what is typed here stays, over what it is by now. */
export function keepMine(sku: string, field: string, now: string): void {
  const edit = store.get().edits[sku]?.[field];
  if (edit) save({ ...store.get().edits, [sku]: { ...store.get().edits[sku], [field]: { ...edit, was: now } } });
}

/** Forgets fields of a product, or all. */
export function forget(skus: readonly string[], field?: string): void {
  const edits: Record<string, Readonly<Record<string, Edit>>> = { ...store.get().edits };
  for (const sku of skus) {
    const { [field ?? '']: _, ...others } = edits[sku] ?? {};
    if (field !== undefined && Object.keys(others).length > 0) edits[sku] = others;
    else delete edits[sku];
  }
  save(edits);
}

/** What the call takes. */
export const changesOf = (edits: Edits): ProductChanges[] =>
  Object.entries(edits).map(([sku, fields]) => ({
    sku,
    changes: Object.entries(fields).map(([field, { was, text }]) => ({ field, was, value: text })),
  }));

export const countOf = (edits: Edits): number =>
  Object.values(edits).reduce((sum, fields) => sum + Object.keys(fields).length, 0);
