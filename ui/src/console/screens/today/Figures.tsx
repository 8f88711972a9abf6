/** Four figures of today, each beside that of the weekday a week ago at this time of day. */

import { useLingui } from '@lingui/react/macro';
import type { Figures as Numbers } from '../../api/types';
import { cents, ratio } from '../../parts/amount';
import { useFormat } from '../../parts/text';
import styles from './TodayScreen.module.css';

const WEEK = 7 * 24 * 3_600_000;

export function Figures({ figures: { today, same_weekday: before } }: { figures: Numbers }) {
  const { t } = useLingui();
  const format = useFormat();
  const weekday = format.weekday(Date.now() - WEEK);
  const money = (amount: string) => format.money(amount, today.currency);
  const rows = [
    { label: t`Orders`, now: today.orders, past: before.orders, write: format.number },
    {
      label: t`Revenue`,
      now: cents(today.revenue),
      past: cents(before.revenue),
      write: (of: number) => money(String(of / 100)),
    },
    { label: t`Pieces`, now: today.pieces, past: before.pieces, write: format.number },
    {
      label: t`Average order`,
      now: cents(today.average),
      past: cents(before.average),
      write: (of: number) => money(String(of / 100)),
    },
  ];
  return (
    <section className={styles.figures} aria-labelledby="figures">
      <h2 id="figures">{t`So far today`}</h2>
      <p className={styles.against}>{t`against last ${weekday} at this time`}</p>
      <dl>
        {rows.map(({ label, now, past, write }) => {
          const change = ratio(now, past);
          const earlier = write(past);
          const by = change === undefined ? '' : format.change(change);
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span className={styles.now}>{write(now)}</span>
                <span className={styles.then}>
                  {t`then ${earlier}`}
                  {by && (
                    <span className={styles.change} data-up={(change ?? 0) > 0 ? '' : undefined}>
                      {by}
                    </span>
                  )}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
