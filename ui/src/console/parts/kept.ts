/** What somebody has begun in a form: kept on this device, for this person and this thing, until it is sent or thrown away. */

import { useEffect, useState } from 'react';
import { useSelf } from '../api/queries';
import { keepDraft, readDraft } from './draft';
import { isSame } from './savedDraft';

export interface Keep {
  person: number;
  place: string;
  /** What the shop had when it was begun, where a form changes what is there already. */
  seen: string;
}

/** Where a form is kept. Never for passwords, codes, tokens or secrets. */
export function useKeep(place: string, seen = ''): Keep {
  const { id: person } = useSelf();
  return { person, place, seen };
}

interface Begun<T> {
  seen: string;
  value: T;
}

/** How a value is kept, and read again: undefined where it is nothing that can be shown. */
export interface Written<T> {
  write: (value: T, begin: T) => unknown;
  read: (kept: unknown, begin: T) => T | undefined;
}

function readBegun<T>(text: string, begin: T, read: Written<T>['read']): Begun<T> | undefined {
  try {
    const { seen, value } = JSON.parse(text);
    const typed = typeof seen === 'string' ? read(value, begin) : undefined;
    return typed === undefined || isSame(typed, begin) ? undefined : { seen, value: typed };
  } catch {
    return undefined;
  }
}

/** Texts of fields: only what was changed, so that what goes without saying stays as of today. */
export const FIELDS: Written<Record<string, string>> = {
  write: (value, begin) => Object.fromEntries(Object.entries(value).filter(([name, text]) => text !== begin[name])),
  read: (kept, begin) => {
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined;
    const isField = ([name, text]: [string, unknown]) => Object.hasOwn(begin, name) && typeof text === 'string';
    return { ...begin, ...Object.fromEntries(Object.entries(kept).filter(isField)) };
  },
};

interface State<T> {
  /** Of whom and of what it is. */
  person: number | undefined;
  place: string | undefined;
  /** Who has handed it over at a locked device. */
  handedBy?: number | undefined;
  begin: T;
  value: T;
  /** What the shop had when it was begun, whatever a colleague does meanwhile; undefined until something is typed after it was sent. */
  seen: string | undefined;
  /** The draft that was found; none any more once it is sent or thrown away. */
  found: Begun<T> | undefined;
}

/** A value that begins as `begin` or as it was left. Without a place it is kept nowhere. */
export function useKept<T>(keep: Keep | undefined, begin: T, { write, read }: Written<T>) {
  const { person, place } = keep ?? {};
  const open = (): State<T> => {
    const found = keep && readBegun(readDraft(keep.person, keep.place), begin, read);
    return { person, place, begin, value: found?.value ?? begin, seen: found?.seen ?? keep?.seen ?? '', found };
  };
  const [state, setState] = useState(open);
  let now = state;
  if (now.person !== person || now.place !== place) {
    const own = open();
    // Whoever goes on at a locked device was told to go on with what is begun there; what they have begun themselves comes first.
    const isHanded = now.place === place && !own.found && !isSame(now.value, now.begin);
    now = isHanded ? { ...now, person, handedBy: now.person } : own;
    setState(now);
  }
  const { value, found, handedBy } = now;
  const isBegun = keep !== undefined && !isSame(value, now.begin);
  const text = isBegun ? JSON.stringify({ seen: now.seen ?? '', value: write(value, now.begin) }) : '';
  useEffect(() => {
    if (person === undefined || place === undefined) return;
    keepDraft(person, place, text);
    if (handedBy !== undefined) keepDraft(handedBy, place, '');
  }, [person, place, text, handedBy]);
  const current = keep?.seen ?? '';
  const restart = (to: T) => setState((all) => ({ ...all, begin: to, value: to, seen: current, found: undefined }));
  return {
    value,
    set: (update: (value: T) => T) =>
      setState((all) => ({ ...all, value: update(all.value), seen: all.seen ?? current })),
    /** Begins anew. */
    restart,
    /** Nothing of it is kept any more: it is sent. */
    drop: () => {
      if (person !== undefined && place !== undefined) keepDraft(person, place, '');
      setState((all) => ({ ...all, begin: all.value, seen: undefined, found: undefined }));
    },
    /** What is told of a draft that was found. */
    draft:
      found && isBegun
        ? {
            /** Whether the shop has something else by now than when it was begun. */
            isOld: found.seen !== keep.seen,
            discard: () => restart(now.begin),
          }
        : undefined,
  };
}
