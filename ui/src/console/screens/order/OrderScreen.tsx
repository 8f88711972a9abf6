/** One order, whole: who, what, money, parcels, letters, and everything that happened. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useParams } from 'wouter';
import { meet, useDeeds } from '../../api/deeds';
import { useSeenByOpening } from '../../api/mentions';
import { useOrder } from '../../api/orders';
import { useMay } from '../../api/queries';
import { useStore } from '../../api/store';
import type { OrderDetail } from '../../api/types';
import { Badge, EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Neighbours } from '../../parts/Neighbours';
import { OrderStatus } from '../../parts/OrderStatus';
import { useOrderNames } from '../../parts/orderNames';
import { Page, Section } from '../../parts/Page';
import { PapersNotice, PrintMenu, usePrintOrder } from '../../parts/Papers';
import { useFormat } from '../../parts/text';
import { neighbours, trail } from '../../parts/trail';
import { OrderActions } from './Actions';
import { Invoices } from './Invoices';
import { Lines } from './Lines';
import { AwaitedSurcharge, Linked } from './Linked';
import { Money } from './Money';
import { NewsBar } from './NewsBar';
import { NoteForm } from './NoteForm';
import styles from './OrderScreen.module.css';
import { Others } from './Others';
import { Pending } from './Pending';
import { Returns } from './Returns';
import { Customer, Letters, Parcels } from './Side';
import { Timeline } from './Timeline';
import { type News, useNews } from './useNews';

export default function OrderScreen() {
  const { t } = useLingui();
  const { number = '' } = useParams<{ number: string }>();
  const { data: order, error, refetch } = useOrder(number);
  const pending = usePending(order);
  const isLocked = pending !== undefined;
  const print = usePrintOrder(number);
  return (
    <Page
      title={number}
      above={<Trail number={number} />}
      mark={order && <Mark order={order} />}
      lead={order && <Lead order={order} />}
      actions={
        order && (
          <>
            <Print order={order} print={print} />
            <OrderActions order={order} isLocked={isLocked} />
          </>
        )
      }
    >
      {!order && !error && <Skeleton rows={8} />}
      {!order && error && (error.id === 'order.not_found' || error.status === 404) && (
        <EmptyState title={t`There is no order ${number}`} actions={<Link href="/orders">{t`To the orders`}</Link>}>
          <Trans>Check the number, or search for the customer’s name.</Trans>
        </EmptyState>
      )}
      {!order && error && !(error.id === 'order.not_found' || error.status === 404) && (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      {order && (
        <>
          {pending && <Pending deed={pending} />}
          <PapersNotice print={print} />
          <AwaitedSurcharge order={order} />
          {error && (
            <Notice tone="warning" isLive>
              <Trans>The order could not be read again. What you see may be out of date.</Trans>
            </Notice>
          )}
          <Whole order={order} isLocked={isLocked} />
        </>
      )}
    </Page>
  );
}

function Whole({ order, isLocked }: { order: OrderDetail; isLocked: boolean }) {
  const news = useNews(order);
  useSeenByOpening('order', order.number, order.mentions);
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Lines order={order} />
          <Money order={order} isLocked={isLocked} />
          <div className={styles.history}>
            <History order={order} news={news} />
          </div>
        </div>
        <div className={styles.column}>
          <Customer order={order} isLocked={isLocked} />
          <Linked order={order} />
          {!order.added_to?.carrier && <Parcels order={order} />}
          <Returns order={order} />
          <Invoices order={order} />
          <Letters order={order} isLocked={isLocked} />
        </div>
      </div>
      <NewsBar news={news} currency={order.currency} />
    </>
  );
}

/** The deed that waits on this order: asked for here, or by somebody else. */
function usePending(order: OrderDetail | undefined) {
  const found = order?.pending ?? undefined;
  useEffect(() => {
    if (found) meet(found);
  }, [found]);
  const own = useDeeds().find(({ thing, failure }) => thing === order?.number && !failure);
  return order && (own ?? found);
}

function History({ order, news }: { order: OrderDetail; news: News }) {
  const { t } = useLingui();
  const may = useMay('orders_change');
  return (
    <Section id="order-history" title={t`History`}>
      {may && <NoteForm number={order.number} />}
      <Timeline order={order} marked={news.marked} />
    </Section>
  );
}

/** What goes into the parcel and onto it, while there is something to pack. */
function Print({ order, print }: { order: OrderDetail; print: ReturnType<typeof usePrintOrder> }) {
  const { t } = useLingui();
  const mayPack = useMay('packing');
  if (!mayPack || order.status !== 'processing' || order.collection) return null;
  const invoices = order.invoices.filter(({ kind }) => kind === 'invoice');
  return (
    <PrintMenu
      isLarge
      isBusy={print.isBusy}
      onPrint={(kind) => void print.open(kind)}
      more={invoices.map(({ number }) => ({
        id: number,
        label: t`Invoice ${number}`,
        icon: 'file' as const,
        onAction: () => void print.open('invoice', number),
      }))}
    />
  );
}

function Mark({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  return (
    <span className={styles.mark}>
      <OrderStatus status={order.status} isCollected={order.shipping_method === 'pickup'} />
      {order.channel === 'telephone' && <Badge tone="neutral">{t`By telephone`}</Badge>}
      {order.collection && !order.collection.collected_at && <Badge tone="success">{t`Ready for collection`}</Badge>}
      {order.awaiting_confirmation && <Badge tone="warning">{t`Not yet confirmed by mail`}</Badge>}
    </span>
  );
}

function Lead({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const placed = format.time(Date.parse(order.placed_at));
  const held = order.hold_until && format.time(Date.parse(order.hold_until));
  return (
    <p className={styles.lead}>
      <span className={styles.sum}>{format.money(order.totals.total, order.currency)}</span>
      <span>{names.method(order.payment_method)}</span>
      <span>{t`Placed ${placed}`}</span>
      {held && <span>{t`Reserved until ${held}`}</span>}
    </p>
  );
}

function Trail({ number }: { number: string }) {
  const { t } = useLingui();
  const { list, numbers } = useStore(trail);
  return (
    <Neighbours
      label={t`Orders`}
      list={list}
      name={t`Orders`}
      note={<Others number={number} />}
      {...neighbours(numbers, number)}
      placeOf={(to) => `/orders/${to}`}
      onStep={(to) => trail.set({ ...trail.get(), opened: to })}
    />
  );
}
