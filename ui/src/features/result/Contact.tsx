/** Customer service contact for an order. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ServiceHours } from '../../parts/ServiceHours';
import { useSite } from '../../state/site';
import styles from './Contact.module.css';

export function Contact({ orderNumber }: { orderNumber?: string }) {
  const { t } = useLingui();
  const { phone, email } = useSite();
  const subject = orderNumber ? `?subject=${encodeURIComponent(orderNumber)}` : '';
  return (
    <section className={styles.contact} aria-labelledby="result-contact">
      <h2 id="result-contact" className={styles.title}>{t`Ask our customer service`}</h2>
      <p>
        <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
      </p>
      <p>
        <a href={`mailto:${email}${subject}`}>{email}</a>
      </p>
      <p className="small">
        <ServiceHours />
      </p>
      {orderNumber && (
        <p className="small">
          <Trans>
            Please have your order number to hand: <span className="numbers">{orderNumber}</span>.
          </Trans>
        </p>
      )}
    </section>
  );
}
