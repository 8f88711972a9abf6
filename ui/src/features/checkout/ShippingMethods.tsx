/** Shipping methods of the destination, with price and delivery dates. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Checkout } from '../../api/types';
import { isZero, subtract } from '../../domain/money';
import { RadioCards } from '../../parts/Field';
import { useFormat } from '../../state/i18n';
import { useFields } from '../../state/useFields';
import type { Form } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { idOf, type Values } from './form';

interface ShippingMethodsProps {
  form: Form<Values>;
  checkout: Checkout;
  updating: boolean;
}

export function ShippingMethods({ form, checkout, updating }: ShippingMethodsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { values } = form;
  const { errorOf } = useFields(form, idOf);
  const { shipping_methods, totals } = checkout;
  if (shipping_methods.length === 0) return null;
  const asked = values.shipping_method;
  const isOffered = shipping_methods.some(({ code }) => code === asked);
  return (
    <div className={styles.group} aria-busy={updating ? 'true' : 'false'}>
      <h3>{t`Shipping`}</h3>
      <RadioCards
        id={idOf('shipping_method')}
        name="shipping_method"
        legend={t`Shipping method`}
        legendHidden
        required
        // The shipping method that the totals include.
        value={updating && isOffered ? asked : checkout.shipping_method}
        onChange={(code) => form.set('shipping_method', code)}
        error={errorOf('shipping_method')}
        options={shipping_methods.map((method) => {
          const price = subtract(method.amount, method.discount);
          const dates = format.dateRange(method.delivery_from, method.delivery_to, false);
          return {
            value: method.code,
            label: method.name,
            note: (
              <>
                <span className={styles.dates}>
                  <Trans>Delivery {dates}</Trans>
                </span>
                {method.note && <span className={styles.note}>{method.note}</span>}
              </>
            ),
            aside: isZero(price) ? t`Free` : format.money(price, totals.currency),
          };
        })}
      />
    </div>
  );
}
