/** Section 2: payment method. None is preselected. */

import { useLingui } from '@lingui/react/macro';
import type { PaymentOption } from '../../api/types';
import { Notice } from '../../parts/Feedback';
import { RadioCards } from '../../parts/Field';
import { usePaymentNotes } from '../../parts/paymentNotes';
import { useSite } from '../../state/site';
import { useFields } from '../../state/useFields';
import type { Form } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { idOf, type Values } from './form';

export function Payment({ form, methods }: { form: Form<Values>; methods: PaymentOption[] }) {
  const { t } = useLingui();
  const { phone } = useSite();
  const noteOn = usePaymentNotes();
  const { errorOf } = useFields(form, idOf);
  return (
    <section className={styles.section} aria-labelledby="checkout-payment">
      <h2 id="checkout-payment">{t`Payment`}</h2>
      {methods.length > 0 ? (
        <RadioCards
          id={idOf('payment_method')}
          name="payment_method"
          legend={t`Payment method`}
          required
          value={form.values.payment_method}
          onChange={(code) => form.set('payment_method', code)}
          error={errorOf('payment_method')}
          options={methods.map((option) => ({ value: option.code, label: option.name, note: noteOn(option) }))}
        />
      ) : (
        <div id={idOf('payment_method')}>
          <Notice tone="warning" title={t`No payment method is available at the moment. Please call us: ${phone}.`} />
        </div>
      )}
    </section>
  );
}
