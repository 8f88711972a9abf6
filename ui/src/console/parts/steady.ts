/**
 * Rows of a list that is read again while somebody looks at it. Rows that are shown stay where they are, with what is told of them
 * now; what would come between them, or has left the list, waits until it is asked for. Nothing jumps away under a hand.
 */

import { useState } from 'react';

export type Mark = 'changed' | 'gone';

export interface Held<T> {
  rows: readonly T[];
  /** What has become of rows since they were first shown. */
  marks: ReadonlyMap<string, Mark>;
  /** Rows that wait to be shown. */
  news: number;
}

export const hold = <T>(rows: readonly T[]): Held<T> => ({ rows, marks: new Map(), news: 0 });

interface Rules<T> {
  keyOf: (row: T) => string;
  /** Whether a row comes and goes at once: by what was done here. */
  isOwn?: (row: T) => boolean;
}

/** The list as it is shown once it was read again. What follows its last row is shown at once. */
export function settle<T>(held: Held<T>, fresh: readonly T[], { keyOf, isOwn }: Rules<T>): Held<T> {
  const before = new Set(held.rows.map(keyOf));
  if (before.size === 0 || fresh.some((row) => !before.has(keyOf(row)) && isOwn?.(row))) return hold(fresh);
  const now = new Map(fresh.map((row) => [keyOf(row), row]));
  const marks = new Map(held.marks);
  const kept = held.rows.filter((row) => now.has(keyOf(row)) || !isOwn?.(row));
  for (const row of held.rows) if (!kept.includes(row)) marks.delete(keyOf(row));
  const rows = kept.map((row) => {
    const key = keyOf(row);
    const next = now.get(key);
    if (!next) marks.set(key, 'gone');
    else if (JSON.stringify(next) !== JSON.stringify(row)) marks.set(key, 'changed');
    else if (marks.get(key) === 'gone') marks.set(key, 'changed');
    return next ?? row;
  });
  const shown = new Set(rows.map(keyOf));
  const last = fresh.findLastIndex((row) => shown.has(keyOf(row)));
  const more = last < 0 ? [] : fresh.slice(last + 1);
  const news = fresh.length - more.length - fresh.filter((row) => shown.has(keyOf(row))).length;
  return { rows: [...rows, ...more], marks, news };
}

interface Source<T> extends Rules<T> {
  rows: readonly T[];
  /** Names the list: another one is shown at once. */
  list: string;
  /** The rows are still those of the list before. */
  isPlaceholder?: boolean;
}

/** Whether what waits was brought here: its answer may come after the change was heard of. */
function holdsOwn<T>({ rows, news }: Held<T>, fresh: readonly T[], { keyOf, isOwn }: Rules<T>): boolean {
  if (news === 0 || !isOwn) return false;
  const shown = new Set(rows.map(keyOf));
  return fresh.some((row) => !shown.has(keyOf(row)) && isOwn(row));
}

export function useSteady<T>({ rows, list, isPlaceholder = false, ...rules }: Source<T>) {
  const [state, setState] = useState({ list, source: rows, held: hold(rows) });
  let now = state;
  if (!isPlaceholder && (state.source !== rows || holdsOwn(state.held, rows, rules))) {
    const held = state.list === list ? settle(state.held, rows, rules) : hold(rows);
    now = { list, source: rows, held };
    setState(now);
  }
  const { held } = now;
  const gone = [...held.marks.values()].filter((mark) => mark === 'gone').length;
  return {
    rows: held.rows,
    markOf: (key: string): Mark | undefined => held.marks.get(key),
    /** How many rows would come and go. */
    waiting: held.news + gone,
    show: () => setState({ list, source: rows, held: hold(rows) }),
  };
}
