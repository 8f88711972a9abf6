/** A category: where it stands, what it is, its products. */

import { useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { useCall } from '../../api/useCall';
import { listArgs, listSearch, parseList } from '../../domain/urls';
import { Listing } from '../../layout/Listing';
import { NotFoundLater } from '../../layout/NotFoundLater';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { ButtonLink } from '../../parts/Button';
import { EmptyState, PageError } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import styles from './CategoryScreen.module.css';

export default function CategoryScreen({ params, search, path }: ScreenProps) {
  const { t } = useLingui();
  const query = parseList(search, 'position');
  const url_key = params.key ?? '';
  const list = useCall('catalog/category', { url_key, ...listArgs(query, 'position') }, { keep: true });
  const { data } = list;
  const hasFilters = Object.keys(query.filters).length > 0;
  usePage(
    data && {
      title: data.meta_title,
      description: data.meta_description,
      // One address for each page of the list; filters and orders of it are the same list.
      path: `${data.url}${listSearch({ page: query.page }, 'position')}`,
      alternates: data.alternates,
      breadcrumbs: data.breadcrumbs,
      image: data.image,
      noindex: hasFilters || query.sort !== 'position',
    },
  );
  if (list.error?.id === 'category.not_found') return <NotFoundLater />;
  if (list.error) return <PageError onRetry={list.retry} />;
  const branch = data && data.children.length > 0 ? data.children : data?.siblings;
  return (
    <div class="wrap">
      <Breadcrumbs links={data?.breadcrumbs.slice(0, -1) ?? []} current={data?.name ?? ''} />
      <header class={styles.header}>
        <h1 tabIndex={-1}>{data?.name}</h1>
        {data?.intro && <p class={styles.intro}>{data.intro}</p>}
        {branch && branch.length > 0 && (
          <nav aria-label={t`Related categories`}>
            <ul class={styles.branch}>
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
        fetchPage={(page) => call('catalog/category', { url_key, ...listArgs({ ...query, page }, 'position') })}
        fetchTotal={async (filters) => (await call('catalog/category', { url_key, per_page: 1, filters })).total}
        empty={
          hasFilters ? (
            <EmptyState
              title={t`Nothing fits these filters`}
              actions={<ButtonLink href={path} variant="secondary">{t`Clear filters`}</ButtonLink>}
            />
          ) : (
            <EmptyState title={t`No products in this category yet`}>
              <ul class={styles.branch}>
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
