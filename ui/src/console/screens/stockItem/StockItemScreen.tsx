/** One item: what lies there and why, what comes, which orders hold pieces. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useMay } from '../../api/queries';
import { useItemCall, useStockItem } from '../../api/stock';
import type { StockArrival, StockDetail, StockEvent } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Menu } from '../../parts/Menu';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { CorrectDialog, ExpectDialog, ReceiveDialog, ShelfDialog, ThresholdDialog } from './Dialogs';
import styles from './StockItemScreen.module.css';

type Open = 'correct' | 'expect' | 'shelf' | 'threshold' | undefined;

export default function StockItemScreen() {
  const { t } = useLingui();
  const sku = decodeURIComponent(useParams<{ sku: string }>().sku);
  const { data, error, refetch } = useStockItem(sku);
  const [open, setOpen] = useState<Open>();
  const isUnknown = error?.id === 'stock.unknown';
  const close = () => setOpen(undefined);
  return (
    <Page
      title={data?.item.name ?? sku}
      above={<Back to="/stock">{t`Stock`}</Back>}
      mark={data && !data.item.is_on_sale && <Badge tone="neutral">{t`Not on sale`}</Badge>}
      lead={data && <span translate="no">{data.item.sku}</span>}
      actions={
        data && (
          <>
            <Button onPress={() => setOpen('expect')}>{t`Expect an arrival…`}</Button>
            <Menu
              label={t`More actions`}
              trigger={<Button icon="more">{t`More actions`}</Button>}
              actions={[
                { id: 'correct', label: t`Correct the stock…`, onAction: () => setOpen('correct') },
                { id: 'shelf', label: t`Where it lies…`, onAction: () => setOpen('shelf') },
                { id: 'threshold', label: t`Warn at…`, onAction: () => setOpen('threshold') },
              ]}
            />
          </>
        )
      }
    >
      {isUnknown && (
        <EmptyState title={t`There is no such item`}>
          <Trans>A set has the stock of its parts, a product with options that of each variant.</Trans>
        </EmptyState>
      )}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <>
          <Stand detail={data} />
          <Arrivals detail={data} />
          <Holders detail={data} />
          <History events={data.history} />
        </>
      )}
      {data && open === 'correct' && <CorrectDialog item={data.item} onClose={close} />}
      {data && open === 'expect' && <ExpectDialog item={data.item} onClose={close} />}
      {data && open === 'shelf' && <ShelfDialog item={data.item} onClose={close} />}
      {data && open === 'threshold' && <ThresholdDialog item={data.item} onClose={close} />}
    </Page>
  );
}

function Stand({ detail: { item } }: { detail: StockDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const isLow = item.threshold !== null && item.available > 0 && item.available <= item.threshold;
  return (
    <dl className={styles.stand}>
      <div data-open={item.available === 0 || isLow ? '' : undefined}>
        <dt>{t`To sell`}</dt>
        <dd>{format.number(item.available)}</dd>
      </div>
      <div>
        <dt>{t`Held for orders`}</dt>
        <dd>{format.number(item.held)}</dd>
      </div>
      <div>
        <dt>{t`On the shelf`}</dt>
        <dd>{format.number(item.on_hand)}</dd>
      </div>
      <div>
        <dt>{t`Warns at`}</dt>
        <dd>{item.threshold === null ? t`never` : format.number(item.threshold)}</dd>
      </div>
      {item.shelf && (
        <div>
          <dt>{t`Lies at`}</dt>
          <dd>{item.shelf}</dd>
        </div>
      )}
    </dl>
  );
}

function Arrivals({ detail: { item, arrivals } }: { detail: StockDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const [received, setReceived] = useState<StockArrival>();
  const remove = useItemCall('stock/expect_no_more');
  if (arrivals.length === 0) return null;
  return (
    <Section id="stock-arrivals" title={t`Expected`}>
      <ul className={styles.rows}>
        {arrivals.map((arrival) => {
          const { id, pieces, expected_on: on, note, is_late: isLate } = arrival;
          const day = format.day(on);
          const words = t`${plural(pieces, { one: '# piece', other: '# pieces' })} on ${day}`;
          return (
            <li key={id} className={styles.arrival}>
              <span className={styles.words}>
                <span>
                  {words} {isLate && <Badge tone="warning">{t`Late`}</Badge>}
                </span>
                {note && <span className={table.quiet}>{note}</span>}
              </span>
              <span className={styles.buttons}>
                <Button small onPress={() => setReceived(arrival)}>{t`Receive…`}</Button>
                <Button
                  small
                  variant="quiet"
                  aria-label={t`Does not come: ${words}`}
                  isPending={remove.isPending}
                  onPress={() => remove.mutate({ id }, { onError: (error) => toast(say(error)) })}
                >
                  {t`Does not come`}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {received && <ReceiveDialog item={item} arrival={received} onClose={() => setReceived(undefined)} />}
    </Section>
  );
}

function Holders({ detail: { holders } }: { detail: StockDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayOpen = useMay('orders_read');
  if (holders.length === 0) return null;
  return (
    <Section id="stock-holders" title={t`Held for orders`}>
      <ul className={styles.holders}>
        {holders.map(({ number, pieces }) => (
          <li key={number}>
            {mayOpen ? <Link href={`/orders/${number}`}>{number}</Link> : number}
            <span>{format.number(pieces)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Command({ actor }: { actor: string }) {
  const { t } = useLingui();
  const [kind, id = ''] = actor.split(':');
  return kind === 'token' ? t`Program no. ${id}` : t`Command line (${id})`;
}

function useReasons(): Record<StockEvent['reason'], string> {
  const { t } = useLingui();
  return {
    counted: t`Counted`,
    arrived: t`Arrived`,
    returned: t`Came back`,
    found: t`Found`,
    damaged: t`Damaged`,
    lost: t`Lost`,
    used: t`Used by the house`,
    set: t`Set by a command`,
  };
}

function History({ events }: { events: StockEvent[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const reasons = useReasons();
  return (
    <Section id="stock-history" title={t`History`} isOpen>
      {events.length === 0 ? (
        <p className={table.quiet}>
          <Trans>
            Counts, arrivals and corrections are entered here. What orders take and give back stands with them.
          </Trans>
        </p>
      ) : (
        <table className={`${table.table} ${styles.history}`}>
          <thead>
            <tr>
              <th scope="col">{t`When`}</th>
              <th scope="col">{t`What`}</th>
              <th scope="col" className={styles.number}>{t`Pieces`}</th>
              <th scope="col" className={styles.number}>{t`On the shelf`}</th>
              <th scope="col">{t`Who`}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event, at) => (
              <tr key={events.length - at}>
                <th scope="row">
                  <time dateTime={event.at}>{format.shortTime(Date.parse(event.at))}</time>
                </th>
                <td data-label={t`What`}>
                  <span>
                    {reasons[event.reason]}
                    {event.note && <span className={table.quiet}>{event.note}</span>}
                  </span>
                </td>
                <td className={styles.number} data-label={t`Pieces`}>
                  {event.pieces === 0 ? t`as expected` : format.pieces(event.pieces)}
                </td>
                <td className={styles.number} data-label={t`On the shelf`}>
                  {format.number(event.on_hand)}
                </td>
                <td data-label={t`Who`}>{event.name ?? <Command actor={event.actor} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
