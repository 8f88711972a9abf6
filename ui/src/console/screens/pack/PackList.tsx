/** All that is to be packed: chosen, printed, and taken to the table. */

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useDeeds } from '../../api/deeds';
import { isOwn } from '../../api/own';
import { usePackList } from '../../api/packing';
import { useMay } from '../../api/queries';
import type { PackOrder } from '../../api/types';
import { AllMatching } from '../../parts/AllMatching';
import { Bar } from '../../parts/Bar';
import { BulkMenu } from '../../parts/BulkMenu';
import { Button } from '../../parts/Button';
import { ColumnsMenu } from '../../parts/ColumnsMenu';
import { Badge, EmptyState, LoadError, Notice, OutOfDate, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { Icon } from '../../parts/Icon';
import { ChangeMark, ShowChanges } from '../../parts/Live';
import { Page } from '../../parts/Page';
import { PapersNotice, PrintMenu, usePrint } from '../../parts/Papers';
import { AllCheck, RowCheck } from '../../parts/RowCheck';
import { useListViews } from '../../parts/SavedViews';
import { useSelection } from '../../parts/selection';
import { type Mark, useSteady } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import styles from './PackScreen.module.css';
import { addressOf, COLUMNS, type Column, LIST, type View, writeView } from './view';

/** Lines of an order that are shown in its row. */
const SHOWN = 4;
/** Orders of one print: the papers of more are cut into files. */
const PRINTED = 100;

const keyOf = ({ number }: PackOrder) => number;
const isFromHere = ({ number }: PackOrder) => isOwn('order', number);

/** The most that the list holds. */
const LISTED = 500;

export function PackList({ view, search }: { view: View; search: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const [, go] = useLocation();
  const mayRead = useMay('orders_read');
  const names = useColumnNames();
  const has = (column: Column) => !view.hide.includes(column);
  const { data, error, refetch } = usePackList();
  const isPending = usePendingShipments();
  const read = useMemo(() => data?.items ?? [], [data]);
  const { rows: orders, ...live } = useSteady({ rows: read, keyOf, isOwn: isFromHere, list: 'pack' });
  // What has left the list cannot be packed.
  const numbers = useMemo(() => read.map(({ number }) => number), [read]);
  const selection = useSelection(numbers);
  const print = usePrint();
  const views = useListViews({
    list: 'pack',
    path: '/pack',
    whole: t`To pack`,
    query: writeView(view).toString(),
    gone: forgotten(new URLSearchParams(search), writeView(view)),
    onOpen: (query) => go(`/pack?${query}`, { replace: true }),
  });
  const pack = (chosen: string[]) => go(addressOf({ ...LIST, mode: 'pack', orders: chosen }));
  const { chosen, isAll } = selection;
  const shown = format.number(orders.length);
  return (
    <Page
      title={t`Pack`}
      lead={<Trans>What is paid and has not left the house; what was paid first stands first.</Trans>}
      actions={
        <>
          {views.menu}
          {orders.length > 0 && (
            <>
              <Button icon="truck" onPress={() => go(addressOf({ ...LIST, mode: 'paste' }))}>
                {t`Paste tracking numbers`}
              </Button>
              <Button variant="primary" icon="scan" onPress={() => pack(chosen)}>
                {chosen.length > 0 ? t`Pack the selection` : t`Start packing`}
              </Button>
            </>
          )}
        </>
      }
    >
      {views.tabs}
      <PapersNotice print={print} />
      {data && data.awaiting_surcharge.length > 0 && <Awaiting numbers={data.awaiting_surcharge} mayRead={mayRead} />}
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
            <ColumnsMenu
              columns={COLUMNS.map((value) => ({ value, label: names[value] }))}
              hidden={view.hide}
              onChange={(hide) => go(addressOf({ ...view, hide }), { replace: true })}
            />
            {/* Cards have no head with a box for all. */}
            <span className={styles.all}>
              <Button small variant="quiet" onPress={selection.all}>
                {t`Select all`}
              </Button>
            </span>
          </div>
          {selection.isWhole && orders.length >= LISTED && (
            <AllMatching
              shown={t`All ${shown} orders shown are selected.`}
              all={t`All orders that are to be packed are selected.`}
              isAll={isAll}
              onAll={selection.takeAll}
              onClear={selection.clear}
            />
          )}
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
                {COLUMNS.filter(has).map((column) => (
                  <th key={column} scope="col" className={column === 'carrier' ? styles.carrier : undefined}>
                    {names[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <Row
                  key={order.number}
                  order={order}
                  mark={live.markOf(order.number)}
                  has={has}
                  isPending={isPending(order.number)}
                  isSelected={selection.has(order.number)}
                  onSelect={(reach) => selection.toggle(order.number, reach)}
                />
              ))}
            </tbody>
          </table>
          {error && <OutOfDate />}
          {chosen.length > 0 && (
            <Bar label={t`Selection`}>
              <p role="status">
                {isAll ? (
                  <Trans>All that are to be packed</Trans>
                ) : (
                  <Plural value={chosen.length} one="# order selected" other="# orders selected" />
                )}
              </p>
              <span className={styles.works}>
                {!isAll && chosen.length <= PRINTED && (
                  <PrintMenu isBusy={print.isBusy} onPrint={(kind) => void print.open(kind, chosen)} />
                )}
                {!isAll && (
                  <Button small icon="scan" onPress={() => pack(chosen)}>
                    {t({ context: 'action', message: 'Pack' })}
                  </Button>
                )}
                {mayRead && (
                  <BulkMenu
                    of={isAll ? { to_pack: true } : { chosen }}
                    calls={isAll || chosen.length > PRINTED ? ['pack/papers', 'order/ship'] : ['order/ship']}
                    onStarted={selection.clear}
                  />
                )}
              </span>
              <Button small variant="quiet" onPress={selection.clear}>{t`Clear the selection`}</Button>
            </Bar>
          )}
        </section>
      )}
    </Page>
  );
}

/** Paid orders whose carrier the customer has been asked to pay more for: their parcels wait. */
function Awaiting({ numbers, mayRead }: { numbers: readonly string[]; mayRead: boolean }) {
  const { t } = useLingui();
  const count = numbers.length;
  return (
    <Notice
      title={t`${plural(count, { one: '# paid order waits for the surcharge of its carrier', other: '# paid orders wait for the surcharge of their carrier' })}`}
    >
      <p>
        <Trans>They come here once it is paid, or canceled.</Trans>
      </p>
      <ul className={styles.awaiting}>
        {numbers.map((number) => (
          <li key={number} translate="no">
            {mayRead ? <Link href={`/orders/${number}`}>{number}</Link> : number}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Tells orders whose parcel is about to leave. */
export function usePendingShipments(): (number: string) => boolean {
  const deeds = useDeeds();
  return (number) => deeds.some(({ noun, thing, failure }) => noun === 'order' && thing === number && !failure);
}

function useColumnNames(): Record<Column, string> {
  const { t } = useLingui();
  return {
    recipient: t`Recipient`,
    goods: t`In the parcel`,
    carrier: t`Carrier`,
    promised: t`Promised from`,
  };
}

interface RowProps {
  order: PackOrder;
  mark: Mark | undefined;
  has: (column: Column) => boolean;
  isPending: boolean;
  isSelected: boolean;
  onSelect: (reach: boolean) => void;
}

function Row({ order, mark, has, isPending, isSelected, onSelect }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { number, name, country, lines } = order;
  const along = format.list(order.along);
  const awaited = format.list(order.awaited_along);
  const rest = lines.length - SHOWN;
  return (
    <tr className={`${table.row} ${styles.row}`} data-selected={isSelected ? '' : undefined} data-mark={mark}>
      <td className={`${table.check} ${styles.check}`}>
        <RowCheck label={t`Select ${number}`} checked={isSelected} onChange={onSelect} />
      </td>
      <th scope="row" className={styles.number}>
        <Link href={addressOf({ ...LIST, mode: 'pack', at: number })} className={table.opens} data-row="">
          {number}
        </Link>
        <ChangeMark mark={mark} />
        {along && <span className={styles.quiet}>{t`may travel with ${along}`}</span>}
        {awaited && <span className={styles.quiet}>{t`${awaited} is to travel along, and is not paid yet`}</span>}
      </th>
      {has('recipient') && (
        <td className={styles.to}>
          <span>{name}</span>
          <span className={styles.quiet}>{format.country(country)}</span>
        </td>
      )}
      {has('goods') && (
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
      )}
      {has('carrier') && <td className={styles.carrier}>{order.carrier}</td>}
      {has('promised') && (
        <td className={styles.promised}>
          {isPending ? <Badge tone="neutral">{t`Is being shipped…`}</Badge> : <Promised day={order.delivery_from} />}
        </td>
      )}
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
