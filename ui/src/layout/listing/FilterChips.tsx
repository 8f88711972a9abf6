/** Active filters, each with a button that removes it. */

import { useLingui } from '@lingui/react/macro';
import type { Facet, Filters } from '../../api/types';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { without } from './filters';
import styles from './Listing.module.css';

interface FilterChipsProps {
  facets: Facet[];
  filters: Filters;
  onApply: (filters: Filters) => void;
}

export function FilterChips({ facets, filters, onApply }: FilterChipsProps) {
  const { t } = useLingui();
  const labelOf = (code: string, value: string) =>
    facets.find((facet) => facet.code === code)?.values.find((one) => one.value === value)?.label ?? value;
  return (
    <ul className={styles.chips}>
      {Object.entries(filters).flatMap(([code, values]) =>
        values.map((value) => {
          const label = labelOf(code, value);
          return (
            <li key={`${code}=${value}`}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t`Remove filter ${label}`}
                onClick={() => onApply(without(filters, code, value))}
              >
                <span>{label}</span>
                <Icon name="close" size={14} />
              </button>
            </li>
          );
        }),
      )}
      <li>
        <Button variant="quiet" small onClick={() => onApply({})}>{t`Clear filters`}</Button>
      </li>
    </ul>
  );
}
