/** Invoices and credit notes, each to be opened. */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import type { InvoiceItem, OrderDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { useDocument } from '../../parts/documents';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './Side.module.css';

export function Invoices({ order: { number, invoices, currency } }: { order: OrderDetail }) {
  const { t } = useLingui();
  return (
    <Section id="order-invoices" title={t`Invoices`}>
      {invoices.length === 0 && (
        <p className={styles.quiet}>
          <Trans>No invoice has been written yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {invoices.map((invoice) => (
          <Invoice key={invoice.number} order={number} invoice={invoice} currency={currency} />
        ))}
      </ul>
    </Section>
  );
}

function Invoice({ order, invoice, currency }: { order: string; invoice: InvoiceItem; currency: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { number, kind, at, total } = invoice;
  const { isBusy, ready, failure, open } = useDocument(() =>
    call('order/document', { number: order, document: number }),
  );
  return (
    <li className={styles.invoice}>
      <div>
        <p className={styles.title}>{kind === 'invoice' ? t`Invoice` : t`Credit note`}</p>
        <p className={styles.quiet}>
          <span translate="no">{number}</span> · {format.date(Date.parse(at))}
        </p>
      </div>
      <p className={styles.amount}>{format.money(total, currency)}</p>
      <div className={styles.paper}>
        <Button
          small
          variant="quiet"
          icon="file"
          isPending={isBusy}
          aria-label={t`Open ${number} in a new tab`}
          onPress={() => void open()}
        >
          {isBusy ? t`Opening…` : t`Open`}
        </Button>
        {ready && (
          <a href={ready.address} download={ready.name} aria-label={t`Save ${ready.name}`}>
            {t`Save`}
          </a>
        )}
      </div>
      {ready?.isBlocked && (
        <p className={styles.blocked} role="status">
          <Trans>
            Your browser lets no new tab be opened from here.{' '}
            <a href={ready.address} target="_blank" rel="noreferrer">
              Open the document
            </a>{' '}
            by this link, or save it.
          </Trans>
        </p>
      )}
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
    </li>
  );
}
