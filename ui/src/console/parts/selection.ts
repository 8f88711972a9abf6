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

/** `list` names what the rows are of: with another filter, all that match are others. */
export function useSelection(rows: readonly string[], list = '') {
  const [selection, setSelection] = useState(NONE);
  const [allOf, setAllOf] = useState<string>();
  // What a filter has taken off the list is not worked on unseen.
  const chosen = rows.filter((row) => selection.chosen.has(row));
  return {
    chosen,
    has: (row: string) => selection.chosen.has(row),
    toggle: (row: string, reach: boolean) => {
      setAllOf(undefined);
      setSelection((now) => toggle(now, rows, row, reach));
    },
    all: () => {
      setAllOf(undefined);
      setSelection({ chosen: new Set(chosen.length === rows.length ? [] : rows), anchor: undefined });
    },
    clear: () => {
      setAllOf(undefined);
      setSelection(NONE);
    },
    /** Every row that is shown is chosen. */
    isWhole: rows.length > 0 && chosen.length === rows.length,
    /** All that match are chosen, also those that are not shown. */
    isAll: allOf === list && rows.length > 0 && chosen.length === rows.length,
    takeAll: () => setAllOf(list),
  };
}
