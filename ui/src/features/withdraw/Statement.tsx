/** A statement as it is about to be made, or was. */

import { useLingui } from '@lingui/react/macro';
import type { WithdrawalView } from '../../api/types';
import styles from './WithdrawScreen.module.css';

export function Statement({ of }: { of: WithdrawalView }) {
  const { t } = useLingui();
  const rows: [string, string[]][] = [
    [t`Order number`, [of.order_number]],
    [
      t`What you withdraw from`,
      of.items.length > 0 ? of.items.map(({ name, sku, qty }) => `${qty} × ${name || sku}`) : [t`The whole order`],
    ],
    [t`Your name`, [of.name]],
    [t`Email`, [of.email]],
  ];
  if (of.message) rows.push([t`Added by you`, [of.message]]);
  return (
    <dl class={styles.statement}>
      {rows.map(([name, lines]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {lines.map((line, at) => (
              <span key={at}>{line}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
