/** Order lines: name, options, quantity, price. */

import { useLingui } from '@lingui/react/macro';
import type { CartItem } from '../../api/types';
import { Notice } from '../../parts/Feedback';
import { NoWrap } from '../../parts/NoWrap';
import { EcoParticipation } from '../../parts/PriceBlock';
import { Thumb } from '../../parts/Thumb';
import { useFormat, useMessageText } from '../../state/i18n';
import styles from './Items.module.css';

interface ItemsProps {
  items: CartItem[];
  currency: string;
  /** Destination: France requires the éco-participation. */
  country: string;
}

export function Items({ items, currency, country }: ItemsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  return (
    <ul className={styles.items}>
      {items.map((item) => {
        const count = item.qty;
        const unit = item.unit_price;
        const each = format.money(item.price, currency);
        return (
          <li key={item.item_id} className={styles.item}>
            <Thumb image={item.image} />
            <div className={styles.text}>
              <p className={styles.name}>{item.name}</p>
              {item.options.map((option) => (
                <p key={option.code} className={styles.detail}>
                  <NoWrap>{format.pair(option.name, option.label)}</NoWrap>
                </p>
              ))}
              {item.parts.map((part) => (
                <p key={part.sku} className={styles.detail}>{`${part.qty} × ${part.name}`}</p>
              ))}
              <p className={styles.detail}>{count > 1 ? t`Quantity: ${count} × ${each}` : t`Quantity: ${count}`}</p>
              {unit && <p className={styles.detail}>{format.unitPrice(unit, currency)}</p>}
              {country === 'FR' && item.eco_participation && (
                <p className={styles.detail}>
                  <EcoParticipation amount={item.eco_participation} />
                </p>
              )}
            </div>
            <p className={styles.price}>{format.money(item.line_total, currency)}</p>
            {item.notice && (
              <div className={styles.notice}>
                <Notice tone="warning">{say(item.notice)}</Notice>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
