/**
 * All facets in a drawer, with the number of products that match. The button 'Show {n}' applies all changes together, as
 * one step in the history.
 */

import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Facet, Filters } from '../../api/types';
import { Button } from '../../parts/Button';
import { Drawer } from '../../parts/Dialog';
import { Checkbox } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { SwatchDots } from '../../parts/Swatches';
import { without, withValue } from './filters';
import styles from './Listing.module.css';

interface FilterDrawerProps {
  facets: Facet[];
  /** Number of products under the current filters. */
  total: number | undefined;
  filters: Filters;
  /** Number of products under other filters. */
  fetchTotal: (filters: Filters) => Promise<number>;
  onApply: (filters: Filters) => void;
}

export function FilterDrawer({ facets, total, filters, fetchTotal, onApply }: FilterDrawerProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(filters);
  const [count, setCount] = useState<number | undefined>(undefined);

  /** Number of the latest request: earlier responses are stale. */
  const latest = useRef(0);

  const withCount = (name: string, count: number) => t`${name} (${count})`;

  const change = (next: Filters) => {
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
  const name = t`Filter`;
  const active = Object.values(filters).flat().length;
  return (
    <>
      <Button
        variant="secondary"
        small
        aria-haspopup="dialog"
        onClick={() => {
          latest.current += 1;
          setDraft(filters);
          setCount(total);
          setOpen(true);
        }}
      >
        <Icon name="filter" size={16} />
        <span>{active > 0 ? withCount(name, active) : name}</span>
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={name}
        footer={
          <div className={styles.drawerFooter}>
            <Button variant="secondary" onClick={() => change({})}>{t`Clear filters`}</Button>
            <Button
              onClick={() => {
                // Before the drawer closes itself: a navigation waits for the step back of dialogs that it closes.
                onApply(draft);
                setOpen(false);
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
                const label = withCount(one.label, one.count);
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
    </>
  );
}
