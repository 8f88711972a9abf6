/** One order after the other on the table: its pieces scanned or ticked, then its tracking number, then shipped. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { usePackList } from '../../api/packing';
import type { PackOrder } from '../../api/types';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Neighbours } from '../../parts/Neighbours';
import { Page } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import { neighbours } from '../../parts/trail';
import styles from './Packing.module.css';
import { Promised, usePendingShipments } from './PackList';
import { following } from './scan';
import { Table } from './Table';
import { addressOf, LIST, type View } from './view';

export function Packing({ view }: { view: View }) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const { data, error, refetch } = usePackList();
  const isPending = usePendingShipments();
  // Those that were asked to leave here; the list has them until they have left.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const isDone = (number: string) => gone.has(number) || isPending(number);

  const all = data?.items ?? [];
  const orders = view.orders.length > 0 ? all.filter(({ number }) => view.orders.includes(number)) : all;
  const numbers = orders.map(({ number }) => number);
  const at = view.at || numbers.find((number) => !isDone(number)) || '';
  const order = all.find(({ number }) => number === at);
  const show = (number: string | undefined, options?: { replace: boolean }) =>
    go(addressOf({ ...view, at: number ?? '' }), options);
  const left = numbers.filter((number) => !isDone(number));

  if (!data) {
    return (
      <Page title={t`Pack`} above={<Trail view={view} numbers={[]} at="" />}>
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />}
      </Page>
    );
  }
  if (!order) {
    const isOver = left.length === 0;
    return (
      <Page title={isOver ? t`Everything is packed` : at} above={<Trail view={view} numbers={numbers} at={at} />}>
        <EmptyState
          title={isOver ? t`Nothing is left on the table` : t`${at} is not to be packed`}
          actions={
            isOver ? (
              <Button variant="primary" onPress={() => go(addressOf(LIST))}>{t`Back to the list`}</Button>
            ) : (
              <Button variant="primary" onPress={() => show(left[0])}>{t`To the next order`}</Button>
            )
          }
        >
          {isOver ? (
            <Trans>What you shipped can still be undone for ten seconds.</Trans>
          ) : (
            <Trans>It has left already, is not paid, or was canceled.</Trans>
          )}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={order.number}
      above={<Trail view={view} numbers={numbers} at={order.number} left={left.length} />}
      lead={<Lead order={order} />}
    >
      <Table
        key={order.number}
        order={order}
        numbers={all.map(({ number }) => number)}
        isPending={isPending(order.number)}
        onJump={show}
        onShipped={() => {
          setGone((now) => new Set(now).add(order.number));
          show(following(numbers, order.number, isDone), { replace: true });
        }}
      />
    </Page>
  );
}

function Lead({ order }: { order: PackOrder }) {
  const { t } = useLingui();
  const format = useFormat();
  const along = format.list(order.along);
  return (
    <span className={styles.lead}>
      <span className={styles.name}>{order.name}</span>
      <span>{format.country(order.country)}</span>
      <span>{order.carrier}</span>
      <Promised day={order.delivery_from} />
      {along && <span>{t`may travel with ${along}`}</span>}
    </span>
  );
}

interface TrailProps {
  view: View;
  numbers: string[];
  at: string;
  left?: number;
}

/** Back to the list, and to the orders beside this one. */
function Trail({ view, numbers, at, left = 0 }: TrailProps) {
  const { t } = useLingui();
  const format = useFormat();
  const number = format.number(left);
  return (
    <Neighbours
      label={t`Orders to pack`}
      list={addressOf(LIST)}
      name={t`To pack`}
      note={left > 0 ? t`${number} left` : undefined}
      {...neighbours(numbers, at)}
      placeOf={(to) => addressOf({ ...view, at: to })}
    />
  );
}
