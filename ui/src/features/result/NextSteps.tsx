/** What happens next, in order. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PaymentResult } from '../../api/types';
import { serviceUrls } from '../../domain/serviceUrls';
import { urls } from '../../domain/urls';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { useFormat } from '../../state/i18n';
import { useLang } from '../../state/site';
import styles from './ResultScreen.module.css';

export function NextSteps({ order }: { order: PaymentResult }) {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const dates = format.dateRange(order.delivery.from, order.delivery.to);
  const method = order.shipping_method_label;
  const { collection } = order;
  const { from_day: from = 1, to_day: to = 7, opens, closes } = collection ?? {};
  const days = format.weekdays(from, to);
  const hours = t`${days}, ${opens} to ${closes}`;
  // When and how the goods come to their customer.
  const comes = collection
    ? t`Expected to be ready for collection: ${dates}. The house is open ${hours}.`
    : t`Expected delivery: ${dates}, ${method}.`;
  const comesLater = collection
    ? t`Expected to be ready for collection: ${dates}, if the payment reaches us at once. The house is open ${hours}.`
    : t`Expected delivery: ${dates}, ${method}, if the payment reaches us at once; otherwise later by as many days.`;
  const preparing = () => {
    if (!collection) return t`We prepare your order and write to you when it leaves us.`;
    if (collection.ready_at) return t`Your order is ready. Please bring its number and an identity document.`;
    return t`We prepare your order and write to you as soon as it is ready.`;
  };
  const withdraw = collection ? (
    <Trans key="withdraw">
      You have 14 days from collecting the goods to <Link href={urls.help(lang, 'returns')}>change your mind</Link>:{' '}
      <Link href={serviceUrls.withdraw(lang, { token: order.token })}>Withdraw from contract here</Link>
    </Trans>
  ) : (
    <Trans key="withdraw">
      You have 14 days from delivery to <Link href={urls.help(lang, 'returns')}>change your mind</Link>:{' '}
      <Link href={serviceUrls.withdraw(lang, { token: order.token })}>Withdraw from contract here</Link>
    </Trans>
  );

  let steps: ReactNode[];
  switch (order.outcome) {
    case 'success':
      if (order.status !== 'processing' && order.status !== 'shipped') return null;
      steps = [
        order.status === 'processing' && preparing(),
        (order.status === 'processing' || !collection) && comes,
        withdraw,
      ];
      break;
    case 'pending_bank_transfer':
      steps = [
        t`You transfer the amount, today if you can: a transfer takes one working day, sometimes two.`,
        t`When it has arrived we write to you, and prepare your order.`,
        comesLater,
        withdraw,
      ];
      break;
    case 'pending_cheque':
      steps = [
        t`You post the cheque, today if you can.`,
        t`When it has been credited we write to you, and prepare your order.`,
        comesLater,
        withdraw,
      ];
      break;
    default:
      return null;
  }
  return (
    <section className={styles.section} aria-labelledby="result-next">
      <h2 id="result-next" className="subheading">{t`What happens next`}</h2>
      <ol className={styles.steps}>
        {steps.filter(Boolean).map((step, at) => (
          <li key={at}>
            <span>
              <NoWrap>{step}</NoWrap>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
