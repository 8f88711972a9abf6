/** Rows that are selected: one by one, or with shift as far as the one before. */

import { useState } from 'react';

export interface Selection {
  chosen: ReadonlySet<string>;
  /** The row from which shift reaches on. */
  anchor: string | undefined;
}

export const NONE: Selection = { chosen: new Set(), anchor: undefined };

/** With `reach`, every row between the anchor and this one becomes what this one becomes. */
export function toggle({ chosen, anchor }: Selection, rows: readonly string[], row: string, reach: boolean): Selection {
  const next = new Set(chosen);
  const isOn = !chosen.has(row);
  const from = reach && anchor !== undefined ? rows.indexOf(anchor) : -1;
  const to = rows.indexOf(row);
  const span = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of span) {
    if (isOn) next.add(one);
    else next.delete(one);
  }
  return { chosen: next, anchor: row };
}

export function useSelection(rows: readonly string[]) {
  const [selection, setSelection] = useState(NONE);
  // What a filter has taken off the list is not worked on unseen.
  const chosen = rows.filter((row) => selection.chosen.has(row));
  return {
    chosen,
    has: (row: string) => selection.chosen.has(row),
    toggle: (row: string, reach: boolean) => setSelection((now) => toggle(now, rows, row, reach)),
    all: () => setSelection({ chosen: new Set(chosen.length === rows.length ? [] : rows), anchor: undefined }),
    clear: () => setSelection(NONE),
  };
}
