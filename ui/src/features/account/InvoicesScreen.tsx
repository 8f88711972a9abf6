/** Invoices and credit notes: a table whose rows are cards on narrow screens. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceSummary } from '../../api/types';
import { useCall } from '../../api/useCall';
import { accountUrls } from '../../domain/accountUrls';
import { pageArgs, parseList } from '../../domain/listQuery';
import { AccountFrame } from '../../layout/AccountFrame';
import { ButtonLink } from '../../parts/Button';
import { EmptyState, LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { LoadMore } from '../../parts/LoadMore';
import { NextPage } from '../../parts/NextPage';
import { Scriptless } from '../../parts/Scriptless';
import { useFormat } from '../../state/i18n';
import { usePage } from '../../state/page';
import { usePages } from '../../state/pagination';
import type { ScreenProps } from '../../state/route';
import { useLang } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import styles from './InvoicesScreen.module.css';

export default function InvoicesScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { page } = parseList(search, 'position');
  const { data, error, loading, slow, retry, cancel } = useCall('invoice/index', pageArgs(page));
  const more = usePages('invoice/index', pageArgs, page, data, (document) => document.number);
  const { items } = more;
  usePage({ title: t`Your invoices`, noindex: true });
  return (
    <AccountFrame part="invoices" title={t`Your invoices`}>
      <Region busy={loading}>
        {error && !data && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {!data && loading && <Skeleton lines={6} />}
        {data && items.length === 0 && (
          <EmptyState
            title={t`No invoices yet`}
            actions={<ButtonLink href={accountUrls.orders(lang)} variant="secondary">{t`Your orders`}</ButtonLink>}
          >
            <p>
              <Trans>As soon as an order is paid, its invoice is kept here for you.</Trans>
            </p>
          </EmptyState>
        )}
        {data && page > 1 && (
          <p className={styles.newer}>
            <Link href={accountUrls.invoices(lang, page - 1)}>{t`Newer invoices`}</Link>
          </p>
        )}
        {items.length > 0 && <Rows items={items} />}
        {more.error && <LoadError error={more.error} onRetry={more.fetch} />}
        {data && data.total > data.per_page && (
          <LoadMore shown={more.shown} total={data.total} busy={more.busy} onMore={more.fetch} />
        )}
        <Scriptless>
          {import.meta.env.SSR && data && page * data.per_page < data.total && (
            <NextPage href={accountUrls.invoices(lang, page + 1)} />
          )}
        </Scriptless>
      </Region>
    </AccountFrame>
  );
}

function Rows({ items }: { items: InvoiceSummary[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  return (
    <table className={styles.table} aria-label={t`Invoices`}>
      <thead>
        <tr>
          <th scope="col">{t`Number`}</th>
          <th scope="col">{t`Date`}</th>
          <th scope="col">{t`Order`}</th>
          <th scope="col" className={styles.sum}>
            {t`Total`}
          </th>
          <th scope="col" className={styles.file}>
            <span className="visually-hidden">{t`File`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ number, kind, issued_at, order_number, currency, total, url }) => (
          <tr key={number} className={styles.row}>
            <th scope="row" className={styles.document}>
              <span className={styles.number}>{number}</span>
              <span className={styles.kind}>{kind === 'invoice' ? t`Invoice` : t`Credit note`}</span>
            </th>
            <td className={styles.date}>{timestamps.momentDate(issued_at)}</td>
            <td className={styles.order}>
              <span aria-hidden="true">{t`Order`}</span>
              <OrderLink number={order_number} />
            </td>
            <td className={`${styles.sum} ${styles.amount}`}>{format.money(total, currency)}</td>
            <td className={styles.file}>
              {/* No `download` attribute: an error page would be saved as the invoice. */}
              <a href={url} type="application/pdf" aria-label={t`${number}, PDF`}>
                <Icon name="download" size={18} />
                <span>PDF</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OrderLink({ number }: { number: string }) {
  const { t } = useLingui();
  const lang = useLang();
  return (
    <Link href={accountUrls.order(lang, number)} className={styles.number} aria-label={t`Order ${number}`}>
      {number}
    </Link>
  );
}
