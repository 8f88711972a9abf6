/** Totals and the checkout button. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Cart, CartItem } from '../../api/types';
import { isLess, subtract } from '../../domain/money';
import { urls } from '../../domain/urls';
import { Points } from '../../layout/Points';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { OrderSummary } from '../../parts/OrderSummary';
import { useFormat } from '../../state/i18n';
import { useLang, useSite } from '../../state/site';
import styles from './CartSummary.module.css';
import { focusRow, rowId } from './focusRow';

/** Rows that prevent ordering. */
function blockingRows(cart: Cart): CartItem[] {
  return cart.items.filter((item) => item.notice !== null);
}

export function CartSummary({ cart }: { cart: Cart }) {
  const { t } = useLingui();
  const format = useFormat();
  const { free_from } = useSite();
  const { totals, promo } = cart;
  const { points } = cart;
  const blocked = blockingRows(cart);

  const missing =
    totals.currency === 'EUR' && isLess(totals.subtotal_incl_tax, free_from)
      ? format.money(subtract(free_from, totals.subtotal_incl_tax), 'EUR')
      : '';
  return (
    <aside className={styles.summary} aria-labelledby="cart-summary">
      <h2 id="cart-summary" className="subheading">{t`Summary`}</h2>
      <OrderSummary totals={totals} estimated employeePercent={promo?.percentage} />
      <p className="legal">
        {t`Shipping and VAT are estimated for standard delivery. Checkout shows the exact sums for your address.`}
      </p>
      {missing && <p className={styles.line}>{t`${missing} more, and standard delivery is free.`}</p>}
      {points > 0 && (
        <p className={styles.line}>
          <Points points={points} />
        </p>
      )}
      {blocked.length > 0 && (
        <div id="cart-blocked">
          <Notice tone="warning" title={t`The bag cannot be ordered as it stands.`}>
            <p>{t`Please change or remove:`}</p>
            <ul className={styles.blocked}>
              {blocked.map(({ item_id, name }) => (
                <li key={item_id}>
                  <a
                    href={`#${rowId(item_id)}`}
                    onClick={(event) => {
                      event.preventDefault();
                      focusRow(item_id);
                    }}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className={styles.action}>
        <CheckoutButton blocked={blocked.length > 0} />
        <p className={styles.secure}>
          <Icon name="info" size={16} />
          <span>
            <Trans>You can order as a guest; no account is needed.</Trans>
          </span>
        </p>
      </div>
    </aside>
  );
}

/** Narrow screens: a sticky bar with total and checkout until the button is in view. */
export function CheckoutBar({ cart }: { cart: Cart }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <section className={styles.bar} aria-label={t`Total and checkout`} data-bottom-bar="">
      <p className={styles.barTotal}>
        <span className={styles.barLabel}>{t`Total`}</span>
        <span className={styles.barSum}>{format.money(cart.totals.total, cart.totals.currency)}</span>
      </p>
      <CheckoutButton blocked={blockingRows(cart).length > 0} />
    </section>
  );
}

function CheckoutButton({ blocked }: { blocked: boolean }) {
  const { t } = useLingui();
  const lang = useLang();
  if (blocked) {
    return (
      <Button block disabled aria-describedby="cart-blocked">
        {t`To checkout`}
      </Button>
    );
  }
  return <ButtonLink href={urls.checkout(lang)} block>{t`To checkout`}</ButtonLink>;
}
