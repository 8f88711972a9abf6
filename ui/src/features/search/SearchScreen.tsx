/** Search results, and suggestions when there are none. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { useCall } from '../../api/useCall';
import { listArgs, parseList } from '../../domain/listQuery';
import { urls } from '../../domain/urls';
import { DepartmentLinks } from '../../layout/DepartmentLinks';
import { Listing } from '../../layout/listing/Listing';
import { ProductCard } from '../../layout/ProductCard';
import { SearchForm } from '../../layout/search/SearchForm';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { ButtonLink } from '../../parts/Button';
import { EmptyState } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { usePage } from '../../state/page';
import { usePages } from '../../state/pagination';
import type { ScreenProps } from '../../state/route';
import { useLang, useSite } from '../../state/site';
import styles from './SearchScreen.module.css';

function Links({ links }: { links: { key: string; name: string; url: string }[] }) {
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.key}>
          <Link href={link.url}>{link.name}</Link>
        </li>
      ))}
    </ul>
  );
}

export default function SearchScreen({ search, path }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { phone, email } = useSite();
  const query = parseList(search, 'relevance');
  const { q } = query;
  const list = useCall('search/index', { q, ...listArgs(query, 'relevance') }, { keep: true, skip: !q });
  const menu = useCall('page/topmenu', {});
  const data = q ? list.data : undefined;
  const argsOf = (page: number) => ({ q, ...listArgs({ ...query, page }, 'relevance') });
  const more = usePages('search/index', argsOf, query.page, data, (card) => card.item_id);
  usePage({ title: q ? t`Search: ${q}` : t`Search`, noindex: true, path: urls.search(lang, q) });
  const hasFilters = Object.keys(query.filters).length > 0;
  const corrected = data?.corrected;
  const total = data?.total ?? 0;
  // Not `Plural`, nor `Trans` below: they would read tags in what was typed.
  const countFor = (q: string) => t`${plural(total, { one: `# result for “${q}”`, other: `# results for “${q}”` })}`;
  /** What was made of the question, where that is not plain. */
  const remark = (() => {
    if (!data) return '';
    const unknown = data.unknown.join(', ');
    if (corrected) return t`We found nothing for ‘${q}’. These are the results for ‘${corrected}’.`;
    if (total > 0 && unknown) return t`We have nothing called ‘${unknown}’. These come nearest.`;
    if (total > 0 && data.partial) return t`Nothing has every word of ‘${q}’. These come nearest.`;
    return '';
  })();
  const helpPages = data && data.help.length > 0 && (
    <nav className={styles.help} aria-label={t`Help pages`}>
      <span aria-hidden="true">{t`Help pages`}</span>
      <Links links={data.help} />
    </nav>
  );
  // Where there is nothing else, the sentence that announces them comes first.
  const isAbove = total > 0 || hasFilters;
  const departments = <DepartmentLinks items={menu.data?.items} className={styles.links} />;

  return (
    <div className="wrap">
      <Breadcrumbs links={[]} current={t`Search`} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>
          {q ? data && total > 0 ? <NoWrap>{countFor(corrected ?? q)}</NoWrap> : t`Search: ${q}` : t`Search`}
        </h1>
        <SearchForm id="page-search" initial={q} />
        {remark && (
          <p role="status">
            <NoWrap>{remark}</NoWrap>
          </p>
        )}
        {data?.order && (
          <p>
            {/* `accountUrls` would bring the table of routes. */}
            <Link href={`/${lang}/order/detail?order_number=${data.order}`}>{t`Your order ${data.order}`}</Link>
          </p>
        )}
        {data && <Links links={data.categories} />}
        {isAbove && helpPages}
      </header>
      {!q && (
        <div className={styles.ways}>
          <p>{t`Or choose a department:`}</p>
          {departments}
        </div>
      )}
      {q && (
        <Listing
          {...list}
          answer={data}
          query={query}
          path={path}
          sorts={['relevance', 'price_asc', 'price_desc', 'name', 'newest']}
          more={more}
          fetchTotal={async (filters) => (await call('search/index', { q, per_page: 1, filters })).total}
          empty={
            hasFilters ? (
              <EmptyState
                title={t`Nothing fits these filters`}
                actions={<ButtonLink href={urls.search(lang, q)} variant="secondary">{t`Clear filters`}</ButtonLink>}
              />
            ) : (
              <EmptyState
                title={
                  helpPages ? t`No product is called “${q}”, but these pages may help.` : t`Nothing found for “${q}”`
                }
              >
                {helpPages}
                <ul className={styles.tips}>
                  <li>{t`Check the spelling, or try a shorter word.`}</li>
                  <li>{t`Try a more general term: towel, duvet, candle.`}</li>
                  <li>{t`Or choose a department:`}</li>
                </ul>
                {departments}
                <p className="small">
                  <Trans>
                    We are glad to help you: <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>,{' '}
                    <a href={`mailto:${email}`}>{email}</a>
                  </Trans>
                </p>
              </EmptyState>
            )
          }
        />
      )}
      {data && data.best_sellers.length > 0 && !hasFilters && (
        <section className={styles.best} aria-labelledby="search-best">
          <h2 id="search-best">{t`What guests take home`}</h2>
          <ul className={styles.grid}>
            {data.best_sellers.map((card) => (
              <li key={card.item_id}>
                <ProductCard card={card} level={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
