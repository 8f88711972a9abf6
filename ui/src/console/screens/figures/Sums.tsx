/** The sums of a span, each beside that of the span it is compared with. */

import { useLingui } from '@lingui/react/macro';
import type { FiguresSums } from '../../api/types';
import { cents, ratio } from '../../parts/amount';
import { useFormat } from '../../parts/text';
import styles from './FiguresScreen.module.css';

interface Row {
  label: string;
  of: (sums: FiguresSums) => number | undefined;
  /** It is known only since visits are counted. */
  isOfVisits?: boolean;
  write: (value: number) => string;
  note?: string;
}

interface SumsProps {
  sums: FiguresSums;
  against: FiguresSums | undefined;
  /** Visits of the span, or of a part of it, are known. */
  hasVisits: boolean;
  /** Those of all that it is compared with are. */
  hasEarlierVisits: boolean;
}

export function Sums({ sums, against, hasVisits, hasEarlierVisits }: SumsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const money = (value: number) => format.money(String(value / 100), 'EUR');
  const net = format.money(sums.net, 'EUR');
  const ordered = format.money(sums.ordered, 'EUR');
  const rows: Row[] = [
    { label: t`Revenue`, of: ({ gross }) => cents(gross), write: money, note: t`${net} excl. VAT` },
    { label: t`Orders`, of: ({ orders }) => orders, write: format.number, note: t`worth ${ordered}` },
    { label: t`Average order`, of: ({ average }) => cents(average), write: money },
    { label: t`Credited`, of: ({ credited }) => cents(credited), write: money },
    { label: t`Pieces returned`, of: ({ returned }) => returned, write: format.number },
    { label: t`Visits`, of: ({ visits }) => visits, write: format.number, isOfVisits: true },
    {
      label: t`Orders per 100 visits`,
      of: ({ counted_orders: orders, visits }) => (visits > 0 ? (orders / visits) * 100 : undefined),
      write: (value) => format.decimal(value),
      isOfVisits: true,
    },
    { label: t`Points owed at the end`, of: ({ points_owed }) => points_owed, write: format.number },
  ];
  return (
    <dl className={styles.sums}>
      {rows.map(({ label, of, write, note, isOfVisits }) => {
        const now = isOfVisits && !hasVisits ? undefined : of(sums);
        const then = against && (!isOfVisits || hasEarlierVisits) ? of(against) : undefined;
        const change = now !== undefined && then !== undefined ? ratio(now, then) : undefined;
        const earlier = then === undefined ? '' : write(then);
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.now} data-unknown={now === undefined ? '' : undefined}>
                {now === undefined ? t`not known` : write(now)}
              </span>
              {note && <span className={styles.note}>{note}</span>}
              {earlier && (
                <span className={styles.note}>
                  {t`before ${earlier}`}
                  {change !== undefined && <b>{format.change(change)}</b>}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
