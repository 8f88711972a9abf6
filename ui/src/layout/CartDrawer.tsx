/** Cart drawer, opened after adding an item and from the header (U22). */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useCall } from '../api/useCall';
import { isLess, subtract } from '../domain/money';
import { urls } from '../domain/urls';
import { ButtonLink } from '../parts/Button';
import { Drawer } from '../parts/Dialog';
import { LoadError, Notice, Skeleton } from '../parts/Feedback';
import { Icon } from '../parts/Icon';
import { Link } from '../parts/Link';
import { NoWrap } from '../parts/NoWrap';
import { Thumb } from '../parts/Thumb';
import { cartStore, closeCartDrawer, loadCart, useCart } from '../state/cart';
import { useFormat, useMessageText } from '../state/i18n';
import { announce } from '../state/liveRegion';
import { useLang, useSite } from '../state/site';
import { useStore } from '../state/store';
import styles from './CartDrawer.module.css';
import { DepartmentLinks } from './DepartmentLinks';

export function CartDrawer() {
  const { t } = useLingui();
  const lang = useLang();
  const { free_from } = useSite();
  const format = useFormat();
  const say = useMessageText();
  const cart = useCart();
  const { added, drawerOpen, error, index } = useStore(cartStore);
  const { data: menu } = useCall('page/topmenu', {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once per added item
  useEffect(() => {
    if (drawerOpen && added) announce(say({ id: 'cart.added' }));
  }, [index]);

  const qty = cart?.total_qty ?? 0;
  const items = added
    ? [added, ...(cart?.items ?? []).filter((item) => item.item_id !== added.item_id)]
    : (cart?.items ?? []);
  const totals = cart?.totals;
  const missing =
    totals?.currency === 'EUR' && isLess(totals.subtotal_incl_tax, free_from)
      ? format.money(subtract(free_from, totals.subtotal_incl_tax), 'EUR')
      : '';
  const title = qty > 0 ? t`Your bag (${plural(qty, { one: '# item', other: '# items' })})` : t`Your bag`;
  return (
    <Drawer
      open={drawerOpen}
      onClose={closeCartDrawer}
      title={title}
      footer={
        totals && qty > 0 ? (
          <div className={styles.foot}>
            <p className={styles.sum}>
              <span>{t`Subtotal`}</span>
              <span>{format.money(totals.subtotal_incl_tax, totals.currency)}</span>
            </p>
            <p className="legal">{t`incl. VAT, plus shipping`}</p>
            {missing && <p className={styles.missing}>{t`${missing} more, and standard delivery is free.`}</p>}
            <ButtonLink href={urls.checkout(lang)} block>{t`To checkout`}</ButtonLink>
            <ButtonLink href={urls.cart(lang)} variant="secondary" block>{t`View bag`}</ButtonLink>
          </div>
        ) : undefined
      }
    >
      {added && (
        <p className={styles.added}>
          <Icon name="success" size={18} />
          <span>{say({ id: 'cart.added' })}</span>
        </p>
      )}
      {error && !cart && <LoadError error={error} onRetry={() => void loadCart()} />}
      {!cart && !error && (
        <div className={styles.waiting}>
          <Skeleton lines={3} />
        </div>
      )}
      {cart && items.length === 0 && (
        <div className={styles.empty}>
          <p>
            <Trans>There is nothing in it yet.</Trans>
          </p>
          <DepartmentLinks items={menu?.items} className={styles.departments} />
        </div>
      )}
      <ul className={styles.items}>
        {items.map((item) => {
          const count = item.qty;
          return (
            <li key={item.item_id} className={styles.item}>
              <Thumb image={item.image} />
              <div className={styles.text}>
                <Link href={item.url} className={styles.name}>
                  {item.name}
                </Link>
                {item.options.map((option) => (
                  <p key={option.code} className="legal">
                    <NoWrap>{format.pair(option.name, option.label)}</NoWrap>
                  </p>
                ))}
                <p className="legal">{t`Quantity: ${count}`}</p>
                {item.unit_price && <p className="legal">{format.unitPrice(item.unit_price, totals?.currency)}</p>}
                {item.notice && <Notice tone="warning">{say(item.notice)}</Notice>}
              </div>
              <p className={styles.price}>{format.money(item.line_total, totals?.currency)}</p>
            </li>
          );
        })}
      </ul>
    </Drawer>
  );
}
