/**
 * List of products with filters, sorting and pages. The query of the URL holds the state: Back undoes one step, and a link
 * shows the same list.
 */

import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiError } from '../../api/client';
import type { ProductCard as Card, Facet, Filters, Sort } from '../../api/types';
import { type ListQuery, listSearch } from '../../domain/listQuery';
import { EmptyState, LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Link } from '../../parts/Link';
import { LoadMore } from '../../parts/LoadMore';
import { NextPage } from '../../parts/NextPage';
import { PriceNote } from '../../parts/PriceBlock';
import { Scriptless } from '../../parts/Scriptless';
import { announce } from '../../state/liveRegion';
import { navigate } from '../../state/navigation';
import type { Pages } from '../../state/pagination';
import { ProductCard } from '../ProductCard';
import { FilterChips } from './FilterChips';
import { FilterDrawer } from './FilterDrawer';
import styles from './Listing.module.css';
import { ListingForm } from './ListingForm';

/** What the answers of category and search have in common. */
export interface ListAnswer {
  items: Card[];
  total: number;
  page: number;
  per_page: number;
  facets: Facet[];
}

export interface ListingProps {
  answer: ListAnswer | undefined;
  error: ApiError | undefined;
  loading: boolean;
  slow: boolean;
  retry: () => void;
  cancel: () => void;
  query: ListQuery;
  /** Path of the list, without its query. */
  path: string;
  sorts: Sort[];
  more: Pages<'catalog/category' | 'search/index'>;
  /** Number of products under other filters. */
  fetchTotal: (filters: Filters) => Promise<number>;
  /** Shown in place of an empty list. */
  empty: ReactNode;
}

export function Listing(props: ListingProps) {
  const { answer, error, loading, slow, retry, cancel, query, path, sorts, more, fetchTotal, empty } = props;
  const { t } = useLingui();
  const defaultSort = sorts[0] as Sort;
  useCountAnnouncement(answer?.total, loading);

  const applyQuery = (next: Partial<ListQuery>) =>
    navigate(`${path}${listSearch({ ...query, page: 1, ...next }, defaultSort)}`);
  const names: Record<Sort, string> = {
    relevance: t`Relevance`,
    position: t`Our selection`,
    price_asc: t`Price, low to high`,
    price_desc: t`Price, high to low`,
    name: t`Name`,
    newest: t`Newest`,
  };
  const orders = sorts.map((sort) => ({ value: sort, label: names[sort] }));
  const hasFilters = Object.keys(query.filters).length > 0;
  const { items } = more;
  const total = answer?.total ?? 0;
  const pages = answer ? Math.ceil(total / answer.per_page) : 1;

  return (
    <div className={styles.listing}>
      {(total > 0 || hasFilters || (!answer && !error)) && (
        <div className={styles.bar}>
          <p className={styles.count}>{answer && <Plural value={total} one="# product" other="# products" />}</p>
          {(hasFilters || (answer && answer.facets.length > 0)) && (
            <FilterDrawer
              facets={answer?.facets ?? []}
              total={answer?.total}
              filters={query.filters}
              fetchTotal={fetchTotal}
              onApply={(filters) => applyQuery({ filters })}
            />
          )}
          <div className={styles.sort}>
            <SelectField
              id="list-sort"
              label={t`Sort by`}
              unmarked
              value={query.sort}
              options={orders}
              onChange={(sort) => applyQuery({ sort: sort as Sort })}
            />
          </div>
        </div>
      )}
      <Scriptless>
        {import.meta.env.SSR && (total > 0 || hasFilters) && (
          <ListingForm facets={answer?.facets ?? []} query={query} path={path} sorts={orders} />
        )}
      </Scriptless>
      {hasFilters && (
        <FilterChips
          facets={answer?.facets ?? []}
          filters={query.filters}
          onApply={(filters) => applyQuery({ filters })}
        />
      )}
      <Region busy={loading} label={t`Products`}>
        {error && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {!answer && loading && (
          <div className={styles.grid}>
            {Array.from({ length: 8 }, (_, at) => (
              <Skeleton key={at} shape="picture" />
            ))}
          </div>
        )}
        {answer && query.page > 1 && (
          <p className={styles.previous}>
            <Link
              href={`${path}${listSearch({ ...query, page: Math.min(query.page - 1, pages) }, defaultSort)}`}
            >{t`Previous products`}</Link>
          </p>
        )}
        {answer &&
          items.length === 0 &&
          !error &&
          (total > 0 ? <EmptyState title={t`The list ends before this page`} /> : empty)}
        {items.length > 0 && (
          <ul className={styles.grid} data-loading={loading ? '' : undefined}>
            {items.map((card, at) => (
              <li key={card.item_id}>
                <ProductCard card={card} priority={at < 2} />
              </li>
            ))}
          </ul>
        )}
        {items.length > 0 && (
          <p className={`legal ${styles.note}`}>
            <PriceNote />
          </p>
        )}
        {more.error && <LoadError error={more.error} onRetry={more.fetch} />}
        {answer && items.length > 0 && total > answer.per_page && (
          <LoadMore shown={more.shown} total={total} busy={more.busy} onMore={more.fetch} />
        )}
        <Scriptless>
          {import.meta.env.SSR && query.page < pages && (
            <NextPage href={`${path}${listSearch({ ...query, page: query.page + 1 }, defaultSort)}`} />
          )}
        </Scriptless>
      </Region>
    </div>
  );
}

/** Announces the count when filters change it, not on the first page view. */
function useCountAnnouncement(total: number | undefined, loading: boolean) {
  const { t } = useLingui();
  const before = useRef(total);
  useEffect(() => {
    if (loading || total === undefined) return;
    if (before.current !== undefined && before.current !== total) {
      announce(t`${plural(total, { one: '# product', other: '# products' })}`);
    }
    before.current = total;
  }, [total, loading, t]);
}
