/** The statement, before or after it is sent. */

import { useLingui } from '@lingui/react/macro';
import type { WithdrawalView } from '../../api/types';
import { NoWrap } from '../../parts/NoWrap';
import styles from './WithdrawScreen.module.css';

export function Statement({ of }: { of: WithdrawalView }) {
  const { t } = useLingui();
  // An order that could not be matched: the free text may name part of it.
  const whole = of.message ? t`The whole order, or the items you name below` : t`The whole order`;
  const rows: [string, string[]][] = [
    [t`Order number`, [of.order_number]],
    [
      t`What you withdraw from`,
      of.items.length > 0 ? of.items.map(({ name, sku, qty }) => `${qty} × ${name || sku}`) : [whole],
    ],
    [t`Your name`, [of.name]],
    [t`Email`, [of.email]],
  ];
  if (of.message) rows.push([t`Added by you`, [of.message]]);
  return (
    <dl className={styles.statement}>
      {rows.map(([name, lines]) => (
        <div key={name}>
          <dt>
            <NoWrap>{name}</NoWrap>
          </dt>
          <dd>
            {lines.map((line, at) => (
              <span key={at}>
                <NoWrap>{line}</NoWrap>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
