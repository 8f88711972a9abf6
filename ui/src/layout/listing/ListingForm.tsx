/** Filters and sorting for browsers without scripts: a plain form whose address is the list that it asks for. */

import { useLingui } from '@lingui/react/macro';
import type { Facet, Sort } from '../../api/types';
import type { ListQuery } from '../../domain/listQuery';
import { Button, ButtonLink } from '../../parts/Button';
import { SelectField } from '../../parts/Field';
import styles from './Listing.module.css';
import { useCounted } from './useCounted';

interface ListingFormProps {
  facets: Facet[];
  query: ListQuery;
  /** Path of the list, without its query. */
  path: string;
  /** Names of its orders. */
  sorts: { value: Sort; label: string }[];
}

const nothing = () => {};

/** Of each facet one value: links to all combinations would lead programs that read pages astray. */
export function ListingForm({ facets, query, path, sorts }: ListingFormProps) {
  const { t } = useLingui();
  const counted = useCounted();
  const { q, filters } = query;
  const all = q ? `${path}?q=${encodeURIComponent(q)}` : path;
  return (
    <form action={path} className={styles.form}>
      {q && <input type="hidden" name="q" value={q} />}
      {facets.map(({ code, name, values }) => (
        <SelectField
          key={code}
          id={`list-${code}`}
          name={`f.${code}`}
          label={name}
          unmarked
          placeholder="–"
          value={filters[code]?.[0] ?? ''}
          options={values.map(({ value, label, count }) => ({ value, label: counted(label, count) }))}
          onChange={nothing}
        />
      ))}
      <SelectField
        id="list-order"
        name="sort"
        label={t`Sort by`}
        unmarked
        value={query.sort}
        options={sorts}
        onChange={nothing}
      />
      <p className={styles.formButtons}>
        <Button type="submit" small>{t`Show products`}</Button>
        {Object.keys(filters).length > 0 && (
          <ButtonLink href={all} variant="quiet" small>{t`Clear filters`}</ButtonLink>
        )}
      </p>
    </form>
  );
}
