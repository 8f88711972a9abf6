/**
 * A list of products with its filters, order and pages. What is chosen lives in the address: Back undoes one step, a link
 * shows the same list to anybody.
 */

import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../api/client';
import type { ProductCard as Card, Facet, Filters, Sort } from '../api/types';
import { type ListQuery, listSearch } from '../domain/urls';
import { Button } from '../parts/Button';
import { Drawer } from '../parts/Dialog';
import { EmptyState, LoadError, Region, Skeleton, SlowNotice } from '../parts/Feedback';
import { Checkbox, SelectField } from '../parts/Field';
import { Icon } from '../parts/Icon';
import { Link } from '../parts/Link';
import { LoadMore } from '../parts/LoadMore';
import { PriceNote } from '../parts/PriceBlock';
import { ProductCard } from '../parts/ProductCard';
import { SwatchDots } from '../parts/Swatches';
import { announce } from '../state/liveRegion';
import { navigate } from '../state/navigation';
import styles from './Listing.module.css';

/** What both lists, category and search, answer. */
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
  /** Fetches another page of the same list. */
  fetchPage: (page: number) => Promise<ListAnswer>;
  /** How many the list would have under other filters. */
  fetchTotal: (filters: Filters) => Promise<number>;
  /** Shown when nothing is left by the filters, or at all. */
  empty: ReactNode;
}

export function Listing(props: ListingProps) {
  const { answer, error, loading, slow, retry, cancel, query, path, sorts, fetchPage, empty } = props;
  const { t } = useLingui();
  const defaultSort = sorts[0] as Sort;
  const { more, moreBusy, moreError, onMore, lastPage } = useLoadMore(answer, query, path, defaultSort, fetchPage);
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
  const hasFilters = Object.keys(query.filters).length > 0;
  const items = answer ? [...answer.items, ...more] : [];
  const skipped = answer && query.page > 1 ? (query.page - 1) * answer.per_page : 0;
  const total = answer?.total ?? 0;
  const pages = answer ? Math.ceil(total / answer.per_page) : 1;

  return (
    <div className={styles.listing}>
      {(total > 0 || hasFilters || (!answer && !error)) && (
        <div className={styles.bar}>
          <p className={styles.count}>{answer && <Plural value={total} one="# product" other="# products" />}</p>
          {(hasFilters || (answer && answer.facets.length > 0)) && (
            <FilterDrawer {...props} onApply={(filters) => applyQuery({ filters })} />
          )}
          <div className={styles.sort}>
            <SelectField
              id="list-sort"
              label={t`Sort by`}
              unmarked
              value={query.sort}
              options={sorts.map((sort) => ({ value: sort, label: names[sort] }))}
              onChange={(sort) => applyQuery({ sort: sort as Sort })}
            />
          </div>
        </div>
      )}
      {hasFilters && (
        <Chips facets={answer?.facets ?? []} filters={query.filters} onApply={(filters) => applyQuery({ filters })} />
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
        {moreError && <LoadError error={moreError} onRetry={() => onMore(lastPage + 1)} />}
        {answer && items.length > 0 && total > answer.per_page && (
          <LoadMore
            shown={Math.min(skipped + items.length, total)}
            total={total}
            busy={moreBusy}
            onMore={() => onMore(lastPage + 1)}
          />
        )}
      </Region>
    </div>
  );
}

/** Pages fetched after the first; forgotten when the list becomes another. */
function useLoadMore(
  answer: ListAnswer | undefined,
  query: ListQuery,
  path: string,
  defaultSort: Sort,
  fetchPage: (page: number) => Promise<ListAnswer>,
) {
  const list = `${path}${listSearch(query, defaultSort)}`;
  const [state, setState] = useState<{ list: string; items: Card[]; page: number }>({ list, items: [], page: 0 });
  const [moreBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ list: string; error: ApiError }>();
  const current = state.list === list ? state : { list, items: [], page: query.page };
  const known = new Set(answer?.items.map((card) => card.item_id));
  return {
    more: current.items.filter((card) => !known.has(card.item_id)),
    lastPage: Math.max(current.page, query.page),
    moreBusy,
    moreError: failed?.list === list ? failed.error : undefined,
    onMore: (page: number) => {
      setBusy(true);
      setFailed(undefined);
      fetchPage(page)
        .then((next) => setState({ list, items: [...current.items, ...next.items], page }))
        .catch((reason) => setFailed({ list, error: asApiError(reason) }))
        .finally(() => setBusy(false));
    },
  };
}

/** Says the new count when filters have changed it, not at the first sight of the page. */
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

function without(filters: Filters, code: string, value: string): Filters {
  const values = (filters[code] ?? []).filter((one) => one !== value);
  const { [code]: _, ...rest } = filters;
  return values.length > 0 ? { ...rest, [code]: values } : rest;
}

/** What is chosen, each to be taken back. */
function Chips({
  facets,
  filters,
  onApply,
}: {
  facets: Facet[];
  filters: Filters;
  onApply: (filters: Filters) => void;
}) {
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

/** All facets in a drawer; nothing changes until 'Show {n}' is pressed, so that it is one step back. */
function FilterDrawer({ answer, query, fetchTotal, onApply }: ListingProps & { onApply: (filters: Filters) => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<Filters>(query.filters);
  const [count, setCount] = useState<number | undefined>(undefined);
  const facets = answer?.facets ?? [];

  const change = (filters: Filters) => {
    setDraft(filters);
    setCount(undefined);
    fetchTotal(filters)
      .then(setCount)
      .catch(() => setCount(undefined));
  };
  const number = String(count ?? answer?.total ?? 0);
  return (
    <>
      <Button
        variant="secondary"
        small
        aria-haspopup="dialog"
        onClick={() => {
          setDraft(query.filters);
          setCount(answer?.total);
          setOpen(true);
        }}
      >
        <Icon name="filter" size={16} />
        <span>{t`Filter`}</span>
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t`Filter`}
        footer={
          <div className={styles.drawerFooter}>
            <Button variant="secondary" onClick={() => change({})}>{t`Clear filters`}</Button>
            <Button
              onClick={() => {
                setOpen(false);
                // The drawer's own history entry is left first.
                setTimeout(() => onApply(draft), 50);
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
                const { label: name, count } = one;
                const label = t`${name} (${count})`;
                return (
                  <Checkbox
                    key={one.value}
                    id={`filter-${facet.code}-${one.value}`}
                    checked={checked}
                    onChange={(on) =>
                      change(
                        on
                          ? { ...draft, [facet.code]: [...(draft[facet.code] ?? []), one.value] }
                          : without(draft, facet.code, one.value),
                      )
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
