/**
 * Product page with the variant in the URL. Rendered without exact stock, because the page is cached: a call after
 * hydration fetches it.
 */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useCall } from '../../api/useCall';
import { LazyNotFound } from '../../layout/LazyNotFound';
import { PageError } from '../../layout/PageError';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useSite } from '../../state/site';
import { ProductPage } from './ProductPage';
import styles from './ProductPage.module.css';
import { productJsonLd } from './productJsonLd';
import { chosenBy, picturesOf } from './variants';

export default function ProductScreen({ params, search, path }: ScreenProps) {
  const url_key = params.key ?? '';
  const { data, error, loading, slow, retry, cancel } = useCall('catalog/product', { url_key });
  const site = useSite();
  const chosen = data && chosenBy(data, search);
  usePage(
    data && {
      title: data.meta_title,
      description: data.meta_description,
      path: data.url,
      alternates: data.alternates,
      noindex: data.is_preview ?? false,
      breadcrumbs: [...data.breadcrumbs, { key: data.sku, name: data.name, url: data.url }],
      // Search engines and link previews read the served document only.
      image: import.meta.env.SSR ? picturesOf(data, chosen)[0] : undefined,
      jsonLd: import.meta.env.SSR ? productJsonLd(data, site) : undefined,
      offer: import.meta.env.SSR ? { price: (chosen ?? data).price, currency: data.currency } : undefined,
      shared: import.meta.env.SSR && search ? `${data.url}?${search}` : undefined,
    },
  );
  const { t } = useLingui();
  if (error?.id === 'product.not_found') {
    return <LazyNotFound reason={t`This product is not in our catalogue, or no longer.`} />;
  }
  return (
    <div className="wrap">
      <Region busy={loading && !data}>
        {error && !data && <PageError error={error} onRetry={retry} />}
        {loading && !data && <Placeholder>{slow && <SlowNotice onCancel={cancel} onRetry={retry} />}</Placeholder>}
        {data?.is_preview && (
          <Notice tone="warning" title={t`Preview: not on sale yet`}>
            {t`Only people who have the link see this page. Nothing can be ordered here.`}
          </Notice>
        )}
        {data && <ProductPage product={data} chosen={chosen} path={path} />}
      </Region>
    </div>
  );
}

function Placeholder({ children }: { children: ReactNode }) {
  return (
    <>
      <Breadcrumbs links={[]} current="" />
      {children}
      <div className={`${styles.grid} ${styles.waiting}`}>
        <Skeleton shape="picture" />
        <Skeleton lines={8} />
      </div>
    </>
  );
}
