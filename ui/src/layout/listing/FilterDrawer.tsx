/** The button of the filters, and their drawer, which is loaded later. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Facet, Filters } from '../../api/types';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { loadFilterPanel, useLazy } from '../lazy';
import { useCounted } from './useCounted';

export interface FilterDrawerProps {
  facets: Facet[];
  /** Number of products under the current filters. */
  total: number | undefined;
  filters: Filters;
  /** Number of products under other filters. */
  fetchTotal: (filters: Filters) => Promise<number>;
  onApply: (filters: Filters) => void;
}

export function FilterDrawer(props: FilterDrawerProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const FilterPanel = useLazy(wanted, loadFilterPanel);
  const counted = useCounted();
  const name = t`Filter`;
  const active = Object.values(props.filters).flat().length;
  return (
    <>
      <Button
        variant="secondary"
        small
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Icon name="filter" size={16} />
        <span>{active > 0 ? counted(name, active) : name}</span>
      </Button>
      {FilterPanel && <FilterPanel {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
