/**
 * All facets in a drawer, with the number of products that match. The button 'Show {n}' applies all changes together, as
 * one step in the history.
 */

import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button';
import { Drawer } from '../../parts/Dialog';
import { Checkbox } from '../../parts/Field';
import { SwatchDots } from '../../parts/Swatches';
import type { FilterDrawerProps } from './FilterDrawer';
import { without, withValue } from './filters';
import styles from './Listing.module.css';
import { useCounted } from './useCounted';

export interface FilterPanelProps extends FilterDrawerProps {
  open: boolean;
  onClose: () => void;
}

export function FilterPanel({ open, onClose, facets, total, filters, fetchTotal, onApply }: FilterPanelProps) {
  const { t } = useLingui();
  const counted = useCounted();
  const [draft, setDraft] = useState(filters);
  const [count, setCount] = useState<number | undefined>(undefined);

  /** Number of the latest request: earlier responses are stale. */
  const latest = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens with what is applied, and then keeps what is chosen
  useLayoutEffect(() => {
    if (!open) return;
    latest.current += 1;
    setDraft(filters);
    setCount(total);
  }, [open]);

  const change = (next: typeof filters) => {
    latest.current += 1;
    const request = latest.current;
    setDraft(next);
    setCount(undefined);
    fetchTotal(next).then(
      (found) => request === latest.current && setCount(found),
      () => {},
    );
  };
  const number = String(count ?? total ?? 0);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t`Filter`}
      footer={
        <div className={styles.drawerFooter}>
          <Button variant="secondary" onClick={() => change({})}>{t`Clear filters`}</Button>
          <Button
            onClick={() => {
              // Before the drawer closes itself: a navigation waits for the step back of dialogs that it closes.
              onApply(draft);
              onClose();
            }}
          >
            {count === undefined ? t`Show products` : t`Show ${number}`}
          </Button>
        </div>
      }
    >
      <div className={styles.facets}>
        {facets.map((facet) => (
          <fieldset key={facet.code} className={styles.facet}>
            <legend>{facet.name}</legend>
            {facet.values.map((one) => {
              const checked = draft[facet.code]?.includes(one.value) ?? false;
              const label = counted(one.label, one.count);
              return (
                <Checkbox
                  key={one.value}
                  id={`filter-${facet.code}-${one.value}`}
                  checked={checked}
                  onChange={(on) =>
                    change(on ? withValue(draft, facet.code, one.value) : without(draft, facet.code, one.value))
                  }
                >
                  <span className={styles.value}>
                    {one.color && <SwatchDots colors={[{ code: one.value, color: one.color }]} />}
                    <span>{label}</span>
                  </span>
                </Checkbox>
              );
            })}
          </fieldset>
        ))}
      </div>
    </Drawer>
  );
}
