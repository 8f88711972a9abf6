/** Help page with its contents and links to the others. */

import { useLingui } from '@lingui/react/macro';
import type { CmsPage } from '../../api/types';
import { useCall } from '../../api/useCall';
import { LazyNotFound } from '../../layout/LazyNotFound';
import { PageError } from '../../layout/PageError';
import { ProductCard } from '../../layout/ProductCard';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { useFormat } from '../../state/i18n';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useSite } from '../../state/site';
import styles from './HelpScreen.module.css';

export default function HelpScreen({ params }: ScreenProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { guarantee_notice } = useSite();
  const { data, error, loading, slow, retry, cancel } = useCall('page/cms', { url_key: params.key ?? '' });
  // Stories stand below the overview of their journal.
  const parents = data?.group === 'journal' ? data.siblings.filter(({ key }) => key === 'journal') : [];
  usePage(
    data && {
      title: data.title,
      description: data.meta_description,
      path: data.url,
      alternates: data.alternates,
      breadcrumbs: [...parents, { key: data.url_key, name: data.title, url: data.url }],
    },
  );
  if (error?.id === 'page.help_not_found') return <LazyNotFound />;
  if (error && !data) {
    return (
      <div className="wrap">
        <PageError error={error} onRetry={retry} />
      </div>
    );
  }
  const updated = data ? date(data.updated) : '';
  return (
    <div className="wrap">
      <Breadcrumbs links={parents} current={data?.title ?? t`Help`} />
      <div className={styles.grid}>
        <nav className={styles.pages} aria-label={data?.group ? t`Pages of the house` : t`Help pages`}>
          <ul className={styles.list}>
            {data?.siblings.map((page) => (
              <li key={page.key}>
                <Link href={page.url} aria-current={page.key === data.url_key ? 'page' : undefined}>
                  {page.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Region busy={loading && !data}>
          {slow && !data && <SlowNotice onCancel={cancel} onRetry={retry} />}
          {loading && !data && <Skeleton lines={12} />}
          {data && (
            <div className={styles.article}>
              <h1 tabIndex={-1}>{data.title}</h1>
              {!data.group && <p className="legal">{t`Last updated: ${updated}`}</p>}
              {!data.group && data.contents.length > 2 && (
                <nav className={styles.contents} aria-label={t`On this page`}>
                  <h2 className="overline">{t`On this page`}</h2>
                  <ol>
                    {data.contents.map((entry) => (
                      <li key={entry.id}>
                        <a href={`#${entry.id}`}>{entry.title}</a>
                      </li>
                    ))}
                  </ol>
                </nav>
              )}
              {/* Rendered from Markdown and sanitised by the server. */}
              <div className="prose" dangerouslySetInnerHTML={{ __html: data.html }} />
              {guarantee_notice && data.url_key === 'terms-and-conditions' && (
                <img className={styles.notice} src={guarantee_notice} alt={t`Legal guarantee`} loading="lazy" />
              )}
            </div>
          )}
        </Region>
      </div>
      {data?.bands?.map((band) => (
        <Band key={band.from ?? ''} band={band} />
      ))}
    </div>
  );
}

/** Goods within two prices. */
function Band({ band: { from, to, cards } }: { band: NonNullable<CmsPage['bands']>[number] }) {
  const { t } = useLingui();
  const { money } = useFormat();
  const [first] = cards;
  if (!first) return null;
  const low = from ? money(from, first.currency) : '';
  const high = to ? money(to, first.currency) : '';
  const id = `band-${from ?? '0'}`;
  return (
    <section className={styles.band} aria-labelledby={id}>
      <h2 id={id}>{low && high ? t`From ${low} to ${high}` : high ? t`Up to ${high}` : t`Over ${low}`}</h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.item_id}>
            <ProductCard card={card} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
