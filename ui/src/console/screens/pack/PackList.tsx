/** All that is to be packed: chosen, printed, and taken to the table. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useDeeds } from '../../api/deeds';
import { isOwn } from '../../api/own';
import { usePackList } from '../../api/packing';
import type { PackOrder } from '../../api/types';
import { Bar } from '../../parts/Bar';
import { Button } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { ChangeMark, ShowChanges } from '../../parts/Live';
import { useOrderNames } from '../../parts/orderNames';
import { Page } from '../../parts/Page';
import { AllCheck, RowCheck } from '../../parts/RowCheck';
import { useSelection } from '../../parts/selection';
import { type Mark, useSteady } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import styles from './PackScreen.module.css';
import { PapersNotice, PrintMenu, usePrint } from './Papers';
import { addressOf, LIST } from './view';

/** Lines of an order that are shown in its row. */
const SHOWN = 4;

const keyOf = ({ number }: PackOrder) => number;
const isFromHere = ({ number }: PackOrder) => isOwn('order', number);

export function PackList() {
  const { t } = useLingui();
  const [, go] = useLocation();
  const { data, error, refetch } = usePackList();
  const isPending = usePendingShipments();
  const read = useMemo(() => data?.items ?? [], [data]);
  const { rows: orders, ...live } = useSteady({ rows: read, keyOf, isOwn: isFromHere, list: 'pack' });
  // What has left the list cannot be packed.
  const numbers = useMemo(() => read.map(({ number }) => number), [read]);
  const selection = useSelection(numbers);
  const print = usePrint();
  const pack = (chosen: string[]) => go(addressOf({ mode: 'pack', orders: chosen, at: '' }));
  const { chosen } = selection;
  return (
    <Page
      title={t`Pack`}
      lead={<Trans>What is paid and has not left the house; what was paid first stands first.</Trans>}
      actions={
        orders.length > 0 && (
          <>
            <Button icon="truck" onPress={() => go(addressOf({ ...LIST, mode: 'paste' }))}>
              {t`Paste tracking numbers`}
            </Button>
            <Button variant="primary" icon="scan" onPress={() => pack(chosen)}>
              {chosen.length > 0 ? t`Pack the selection` : t`Start packing`}
            </Button>
          </>
        )
      }
    >
      <PapersNotice print={print} />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && orders.length === 0 && (
        <EmptyState title={t`Nothing to pack`}>
          <Trans>Orders come here as soon as they are paid, and leave with their parcel.</Trans>
        </EmptyState>
      )}
      {orders.length > 0 && (
        <section className={styles.list} aria-label={t`Orders to pack`}>
          <div className={styles.count}>
            <p role="status">
              <Plural value={numbers.length} one="# order to pack" other="# orders to pack" />
            </p>
            <ShowChanges count={live.waiting} onShow={live.show} />
            {/* Cards have no head with a box for all. */}
            <span className={styles.all}>
              <Button small variant="quiet" onPress={selection.all}>
                {t`Select all`}
              </Button>
            </span>
          </div>
          <table className={`${table.table} ${table.wide} ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col" className={table.check}>
                  <AllCheck
                    label={t`Select all rows`}
                    chosen={chosen.length}
                    of={numbers.length}
                    onChange={selection.all}
                  />
                </th>
                <th scope="col">{t`Order`}</th>
                <th scope="col">{t`Recipient`}</th>
                <th scope="col">{t`In the parcel`}</th>
                <th scope="col">{t`Carrier`}</th>
                <th scope="col">{t`Promised from`}</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <Row
                  key={order.number}
                  order={order}
                  mark={live.markOf(order.number)}
                  isPending={isPending(order.number)}
                  isSelected={selection.has(order.number)}
                  onSelect={(reach) => selection.toggle(order.number, reach)}
                />
              ))}
            </tbody>
          </table>
          {error && (
            <Notice tone="error" isLive>
              <Trans>The list could not be read again. What you see may be out of date.</Trans>
            </Notice>
          )}
          {chosen.length > 0 && (
            <Bar label={t`Selection`}>
              <p role="status">
                <Plural value={chosen.length} one="# order selected" other="# orders selected" />
              </p>
              <span className={styles.works}>
                <PrintMenu print={print} numbers={chosen} />
                <Button small icon="scan" onPress={() => pack(chosen)}>
                  {t({ context: 'action', message: 'Pack' })}
                </Button>
              </span>
              <Button small variant="quiet" onPress={selection.clear}>{t`Clear the selection`}</Button>
            </Bar>
          )}
        </section>
      )}
    </Page>
  );
}

/** Tells orders whose parcel is about to leave. */
export function usePendingShipments(): (number: string) => boolean {
  const deeds = useDeeds();
  return (number) => deeds.some(({ noun, thing, failure }) => noun === 'order' && thing === number && !failure);
}

interface RowProps {
  order: PackOrder;
  mark: Mark | undefined;
  isPending: boolean;
  isSelected: boolean;
  onSelect: (reach: boolean) => void;
}

function Row({ order, mark, isPending, isSelected, onSelect }: RowProps) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const { number, name, country, lines } = order;
  const rest = lines.length - SHOWN;
  return (
    <tr className={`${table.row} ${styles.row}`} data-selected={isSelected ? '' : undefined} data-mark={mark}>
      <td className={`${table.check} ${styles.check}`}>
        <RowCheck label={t`Select ${number}`} checked={isSelected} onChange={onSelect} />
      </td>
      <th scope="row" className={styles.number}>
        <Link href={addressOf({ mode: 'pack', orders: [], at: number })} className={table.opens} data-row="">
          {number}
        </Link>
        <ChangeMark mark={mark} />
      </th>
      <td className={styles.to}>
        <span>{name}</span>
        <span className={styles.quiet}>{format.country(country)}</span>
      </td>
      <td className={styles.goods}>
        <ul>
          {lines.slice(0, SHOWN).map((line) => (
            <li key={line.position}>
              <span className={styles.qty}>{format.number(line.qty)} ×</span>
              <span>
                {line.name}
                {line.options && <span className={styles.quiet}> {line.options}</span>}
              </span>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <span className={styles.quiet}>
            <Plural value={rest} one="and # more" other="and # more" />
          </span>
        )}
      </td>
      <td className={styles.carrier}>{names.carrier(order.shipping_method)}</td>
      <td className={styles.promised}>
        {isPending ? <Badge tone="neutral">{t`Is being shipped…`}</Badge> : <Promised day={order.delivery_from} />}
      </td>
    </tr>
  );
}

/** A promise that has passed, or ends today, says so. */
export function Promised({ day }: { day: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const today = format.dayOf(Date.now());
  if (!day) return null;
  const state = day < today ? 'late' : day === today ? 'today' : undefined;
  return (
    <span className={styles.day} data-state={state}>
      <time dateTime={day}>{format.day(day)}</time>
      {state && (
        <span>
          <Icon name={state === 'late' ? 'warning' : 'clock'} size={16} />
          {state === 'late' ? t`late` : t`today`}
        </span>
      )}
    </span>
  );
}
