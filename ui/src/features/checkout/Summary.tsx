/** Order summary beside the form; collapsed above it on phones, with the total visible. */

import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Checkout } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { OrderSummary } from '../../parts/OrderSummary';
import { useFormat } from '../../state/i18n';
import { Items } from './Items';
import styles from './Summary.module.css';

/** More lines would push the total out of view; all lines are above the order button. */
const SHOWN = 3;

export function Summary({ checkout, updating }: { checkout: Checkout; updating: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { items, totals, promo } = checkout;
  const qty = totals.total_qty;
  const title = t`Your order (${plural(qty, { one: '# item', other: '# items' })})`;
  return (
    <aside className={styles.summary} aria-labelledby="checkout-summary">
      <h2 id="checkout-summary" className={styles.title}>
        {title}
      </h2>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open ? 'true' : 'false'}
        aria-controls="checkout-summary-contents"
        onClick={() => setOpen(!open)}
      >
        <Icon name="bag" size={18} />
        <span>{title}</span>
        <span className={styles.total}>{format.money(totals.total, totals.currency)}</span>
        <Icon name="chevron-down" size={18} />
      </button>
      <div
        id="checkout-summary-contents"
        className={styles.contents}
        data-open={open ? '' : undefined}
        aria-busy={updating ? 'true' : 'false'}
      >
        <Items
          items={items.length > SHOWN + 1 ? items.slice(0, SHOWN) : items}
          currency={totals.currency}
          country={checkout.country}
        />
        {items.length > SHOWN + 1 && (
          <p className="small">
            <Plural value={items.length - SHOWN} one="and # more" other="and # more" />
          </p>
        )}
        <OrderSummary totals={totals} employeePercent={promo?.percentage} />
      </div>
    </aside>
  );
}
