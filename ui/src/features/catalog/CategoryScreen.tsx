/** Category page: breadcrumbs, description, products. */

import { useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import type { CategoryPage } from '../../api/types';
import { useCall } from '../../api/useCall';
import { type ListQuery, listArgs, listSearch, parseList } from '../../domain/listQuery';
import { LazyNotFound } from '../../layout/LazyNotFound';
import { Listing } from '../../layout/listing/Listing';
import { PageError } from '../../layout/PageError';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { ButtonLink } from '../../parts/Button';
import { EmptyState } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { usePage } from '../../state/page';
import { usePages } from '../../state/pagination';
import type { ScreenProps } from '../../state/route';
import styles from './CategoryScreen.module.css';

/** Facets that depend on currency or time are not indexable. */
const NOT_INDEXED = ['price', 'availability'];

/**
 * Name of the single facet value that makes a filtered list indexable: one known value of one facet, default sort, first
 * page, not empty. Further combinations would be an unbounded number of pages.
 */
function indexableFilter(data: CategoryPage, { filters, sort, page }: ListQuery): string | undefined {
  const [first, ...others] = Object.entries(filters);
  if (!first || others.length > 0 || sort !== 'position' || page > 1 || data.total === 0) return undefined;
  const [code, [value, ...more]] = first;
  if (more.length > 0 || NOT_INDEXED.includes(code)) return undefined;
  return data.facets.find((facet) => facet.code === code)?.values.find((known) => known.value === value)?.label;
}

export default function CategoryScreen({ params, search, path }: ScreenProps) {
  const { t } = useLingui();
  const query = parseList(search, 'position');
  const url_key = params.key ?? '';
  const list = useCall('catalog/category', { url_key, ...listArgs(query, 'position') }, { keep: true });
  const { data } = list;
  const argsOf = (page: number) => ({ url_key, ...listArgs({ ...query, page }, 'position') });
  const more = usePages('catalog/category', argsOf, query.page, data, (card) => card.item_id);
  const hasFilters = Object.keys(query.filters).length > 0;
  const one = data && indexableFilter(data, query);
  const category = data?.name ?? '';
  const page = listSearch(one ? { filters: query.filters } : { page: query.page }, 'position');
  usePage(
    data && {
      // Each page of the list has a title of its own.
      title: one ? t`${category}: ${one}` : data.meta_title + (query.page > 1 ? ` (${query.page})` : ''),
      description: data.meta_description,
      // Canonical: each page of the list, and each single facet value.
      path: data.url + page,
      query: page,
      alternates: data.alternates,
      breadcrumbs: data.breadcrumbs,
      image: data.image,
      // Other filters and sortings repeat the same products; empty lists show none: noindex.
      noindex: (hasFilters && !one) || query.sort !== 'position' || data.items.length === 0,
      canonical: data.url,
    },
  );
  if (list.error?.id === 'category.not_found') return <LazyNotFound />;
  if (list.error) {
    return (
      <div className="wrap">
        <PageError error={list.error} onRetry={list.retry} />
      </div>
    );
  }
  const branch = data && data.children.length > 0 ? data.children : data?.siblings;
  return (
    <div className="wrap">
      <Breadcrumbs links={data?.breadcrumbs.slice(0, -1) ?? []} current={data?.name ?? ''} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{data?.name}</h1>
        {data?.intro && <p className={styles.intro}>{data.intro}</p>}
        {branch && branch.length > 0 && (
          <nav aria-label={t`Related categories`}>
            <ul className={styles.branch}>
              {branch.map((link) => (
                <li key={link.key}>
                  <Link href={link.url} aria-current={link.key === data?.key ? 'page' : undefined}>
                    {link.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <Listing
        {...list}
        answer={data}
        query={query}
        path={path}
        sorts={['position', 'price_asc', 'price_desc', 'name', 'newest']}
        more={more}
        fetchTotal={async (filters) => (await call('catalog/category', { url_key, per_page: 1, filters })).total}
        empty={
          hasFilters ? (
            <EmptyState
              title={t`Nothing fits these filters`}
              actions={<ButtonLink href={path} variant="secondary">{t`Clear filters`}</ButtonLink>}
            />
          ) : (
            <EmptyState title={t`No products in this category yet`}>
              <ul className={styles.branch}>
                {data?.siblings.map((link) => (
                  <li key={link.key}>
                    <Link href={link.url}>{link.name}</Link>
                  </li>
                ))}
              </ul>
            </EmptyState>
          )
        }
      />
    </div>
  );
}
