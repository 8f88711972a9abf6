/**
 * Fields of products and of categories that somebody has changed and not saved yet: kept on this device, for this person. Beside each
 * text stands what the field was when it was changed, so that what a colleague has changed meanwhile is not overwritten.
 */

import { useEffect } from 'react';
import { createStore, type Store, useStore } from '../api/store';
import type { ProductChanges, ProductFieldChange } from '../api/types';

export interface Edit {
  was: string;
  text: string;
}

/** Field to edit. */
export type FieldEdits = Readonly<Record<string, Edit>>;

/** Item number, or key of a category, to its edits. */
export type Edits = Readonly<Record<string, FieldEdits>>;

const NONE: Edits = {};

/** What is kept for a person; nothing where it is another's, or no edits at all. */
export function readEdits(text: string | null, person: number): Edits {
  try {
    const { of, edits } = JSON.parse(text ?? '{}');
    if (of !== person) return NONE;
    const isEdit = ([, edit]: [string, unknown]) =>
      typeof (edit as Partial<Edit> | null)?.was === 'string' && typeof (edit as Partial<Edit>).text === 'string';
    const things = Object.entries(edits as Record<string, Record<string, Edit>>).map(
      ([thing, fields]) => [thing, Object.fromEntries(Object.entries(fields).filter(isEdit))] as const,
    );
    return Object.fromEntries(things.filter(([, fields]) => Object.keys(fields).length > 0));
  } catch {
    return NONE;
  }
}

export interface Typed {
  /** Item number, or key of a category. */
  thing: string;
  field: string;
  /** As the shop has it. */
  now: string;
  text: string;
}

interface Kept {
  of: number;
  edits: Edits;
}

function useOwn(store: Store<Kept>, open: (person: number) => void, person: number): Edits {
  const { of, edits } = useStore(store);
  const isOwn = of === person;
  // Another person at the same device begins with their own.
  useEffect(() => {
    if (!isOwn) open(person);
  }, [isOwn, person, open]);
  return isOwn ? edits : NONE;
}

/** The edits of one kind of thing. `key`: where they are kept. */
function createEdits(key: string) {
  const store = createStore<Kept>({ of: 0, edits: NONE });

  /** Shows what is kept for a person. */
  function open(person: number): void {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem(key);
    } catch {
      // They last as long as the page.
    }
    store.set({ of: person, edits: readEdits(kept, person) });
  }

  function save(edits: Edits): void {
    const { of } = store.get();
    store.set({ of, edits });
    try {
      if (Object.keys(edits).length > 0) localStorage.setItem(key, JSON.stringify({ of, edits }));
      else localStorage.removeItem(key);
    } catch {
      // They last as long as the page.
    }
  }

  return {
    /** What a person has changed. */
    useEdits: (person: number): Edits => useOwn(store, open, person),

    /** What is typed in a field at this moment; undefined: it is as the shop has it. */
    textTyped: (thing: string, field: string): string | undefined => store.get().edits[thing]?.[field]?.text,

    /** Changes fields; one that is as it was is none. */
    setFields(typed: readonly Typed[]): void {
      const edits: Record<string, FieldEdits> = { ...store.get().edits };
      for (const { thing, field, now, text } of typed) {
        const { [field]: known, ...others } = edits[thing] ?? {};
        const was = known?.was ?? now;
        const fields = text === was ? others : { ...others, [field]: { was, text } };
        if (Object.keys(fields).length > 0) edits[thing] = fields;
        else delete edits[thing];
      }
      save(edits);
    },

    /** Of a field that a colleague has changed: what is typed here stays, over what it is by now. */
    keepMine(thing: string, field: string, now: string): void {
      const edit = store.get().edits[thing]?.[field];
      if (edit)
        save({ ...store.get().edits, [thing]: { ...store.get().edits[thing], [field]: { ...edit, was: now } } });
    },

    /** Forgets fields of a thing, or all. */
    forget(things: readonly string[], field?: string): void {
      const edits: Record<string, FieldEdits> = { ...store.get().edits };
      for (const thing of things) {
        const { [field ?? '']: _, ...others } = edits[thing] ?? {};
        if (field !== undefined && Object.keys(others).length > 0) edits[thing] = others;
        else delete edits[thing];
      }
      save(edits);
    },
  };
}

export const productEdits = createEdits('console.products');
export const categoryEdits = createEdits('console.categories');

export const fieldChanges = (fields: FieldEdits): ProductFieldChange[] =>
  Object.entries(fields).map(([field, { was, text }]) => ({ field, was, value: text }));

/** What the call of products takes. */
export const changesOf = (edits: Edits): ProductChanges[] =>
  Object.entries(edits).map(([sku, fields]) => ({ sku, changes: fieldChanges(fields) }));

export const countOf = (edits: Edits): number =>
  Object.values(edits).reduce((sum, fields) => sum + Object.keys(fields).length, 0);
