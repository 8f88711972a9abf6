/** Chinese invoices (fapiao) that customers have asked for: what the tax office’s program needs of each, and that it is issued. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useFapiao, useIssued } from '../../api/fapiao';
import { useMay } from '../../api/queries';
import type { FapiaoItem, FapiaoRequest } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { Dialog } from '../../parts/Dialog';
import { Badge, EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { OrderStatus } from '../../parts/OrderStatus';
import { OrderTabs } from '../../parts/OrderTabs';
import { Page } from '../../parts/Page';
import { readPages, useShowMore, writePages } from '../../parts/pages';
import { ShowMore } from '../../parts/ShowMore';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './FapiaoScreen.module.css';

export default function FapiaoScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const isIssued = params.get('state') === 'issued';
  const pages = useFapiao(isIssued);
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = pages;
  const address = (issued: boolean, wanted: number) =>
    new URLSearchParams({ ...(issued && { state: 'issued' }), ...(wanted > 1 && { pages: writePages(wanted) }) });
  const showMore = useShowMore(readPages(params), pages, (wanted) =>
    setParams(address(isIssued, wanted), { replace: true }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const open = format.number(data?.pages[0]?.open ?? 0);
  return (
    <Page
      title={t`Chinese invoices`}
      lead={t`Issue them with the tax office’s program, send them to the address below, and note here that it is done: the customer sees it on the order’s page.`}
    >
      <OrderTabs at="fapiao" />
      <Chips
        label={t`Filters`}
        options={[
          { value: 'open', label: data ? t`To issue (${open})` : t`To issue` },
          { value: 'issued', label: t({ context: 'fapiao', message: 'Issued' }) },
        ]}
        chosen={[isIssued ? 'issued' : 'open']}
        onChange={(chosen) => {
          const wanted = isIssued ? 'open' : 'issued';
          if (chosen.includes(wanted)) setParams(address(!isIssued, 1));
        }}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && items.length === 0 && (
        <EmptyState title={isIssued ? t`None is issued yet` : t`None is to be issued`}>
          <Trans>Customers of the Chinese store ask for one on the page of their order.</Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t`Chinese invoices`}>
          {items.map((item) => (
            <Item key={item.order_number} item={item} />
          ))}
        </ul>
      )}
      {error && data && <OutOfDate />}
      {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
    </Page>
  );
}

function useKinds(): Record<FapiaoRequest['type'], string> {
  const { t } = useLingui();
  return {
    personal: t({ context: 'fapiao', message: 'Personal' }),
    business: t({ context: 'fapiao', message: 'Business' }),
    electronic: t({ context: 'fapiao', message: 'Electronic' }),
    vat: t({ context: 'fapiao', message: 'Special VAT invoice' }),
    none: t({ context: 'fapiao', message: 'Not needed' }),
  };
}

function Item({ item: { order_number: number, name, email, status, total, currency, request } }: { item: FapiaoItem }) {
  const { t } = useLingui();
  const format = useFormat();
  const kinds = useKinds();
  const mayIssue = useMay('orders_change');
  const [isAsking, setAsking] = useState(false);
  const id = `fapiao-${number}`;
  const facts: [string, string][] = [
    [t`Name on the invoice`, request.business_name || name],
    [t`Tax number`, request.tax_id],
    [t`Amount, VAT included`, format.money(total, currency)],
    [t`Email address`, email],
    [t`Registered address`, request.registered_address],
    [t`Registered telephone`, request.registered_phone],
    [t`Bank`, request.bank_name],
    [t`Bank account`, request.bank_account],
    [t`Number of the invoice`, request.number],
  ];
  const asked = Date.parse(request.requested_at);
  const day = request.issued_at ? format.date(Date.parse(request.issued_at)) : '';
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h2 id={id}>
          <Link href={`/orders/${number}`} data-row="">
            {number}
          </Link>
        </h2>
        <Badge tone="neutral">{kinds[request.type]}</Badge>
        <OrderStatus status={status} />
        <time className={styles.quiet} dateTime={request.requested_at} title={format.time(asked)}>
          {format.ago(asked)}
        </time>
      </div>
      <dl className={styles.facts}>
        {facts
          .filter(([, text]) => text)
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd translate="no">{text}</dd>
            </div>
          ))}
      </dl>
      {day && <p className={styles.quiet}>{t`Issued on ${day}`}</p>}
      {!day && mayIssue && (
        <div>
          <Button small aria-describedby={id} onPress={() => setAsking(true)}>
            {t`It is issued…`}
          </Button>
        </div>
      )}
      {isAsking && <IssuedDialog number={number} onClose={() => setAsking(false)} />}
    </li>
  );
}

function IssuedDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLingui();
  const call = useIssued();
  const form = useForm({
    id: 'fapiao',
    initial: { fapiao_number: '' },
    send: async ({ fapiao_number }) => {
      await call.mutateAsync({ order_number: number, fapiao_number });
      toast(t`The invoice of ${number} is noted as issued.`);
      onClose();
    },
  });
  return (
    <Dialog title={t`Is the invoice of ${number} issued?`} isOpen onClose={onClose} isAlert holdsInput>
      <Form form={form}>
        <p>
          <Trans>
            The customer reads on the order’s page that it is issued, and its number. This cannot be undone.
          </Trans>
        </p>
        <Field
          {...form.field('fapiao_number')}
          label={t`Number of the invoice`}
          hint={t`20 digits, or code and number of one on paper.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          optional
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>{t`Yes, it is issued`}</Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
