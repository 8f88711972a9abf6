/** What the order comes to, before it is placed: read it to the customer. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { useTelephonePlan } from '../../api/telephone';
import { amountOf, cents } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { Section } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './Summary.module.css';

interface Props {
  plan: ReturnType<typeof useTelephonePlan>;
  currency: string;
  isEmpty: boolean;
  isBusy: boolean;
}

export function Summary({ plan: { data, error }, currency, isEmpty, isBusy }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const money = (amount: string) => format.money(amount, currency);
  const plan = isEmpty ? undefined : data;
  const totals = plan?.totals;
  const shipping = totals && amountOf(cents(totals.shipping_amount) - cents(totals.shipping_discount));
  return (
    <Section id="telephone-summary" title={t`To be told to the customer`}>
      {isEmpty && (
        <p className={styles.quiet}>
          <Trans>The total stands here as soon as goods are chosen.</Trans>
        </p>
      )}
      {!isEmpty && error && (
        <Notice tone="warning" isLive>
          {say(error)}
        </Notice>
      )}
      {plan && !plan.shipping_method && (
        <Notice tone="warning" isLive>
          <Trans>The goods cannot go there in this way. Choose another way of delivery.</Trans>
        </Notice>
      )}
      {plan && totals && (
        <dl className={styles.sums} aria-live="polite">
          <div>
            <dt>{t`Goods`}</dt>
            <dd>{money(totals.subtotal_incl_tax)}</dd>
          </div>
          <div>
            <dt>{t({ context: 'cost', message: 'Shipping' })}</dt>
            <dd>{shipping && Number(shipping) !== 0 ? money(shipping) : t`at no charge`}</dd>
          </div>
          <div>
            <dt>{t`VAT included`}</dt>
            <dd>{money(totals.tax_amount)}</dd>
          </div>
          <div className={styles.total}>
            <dt>{t`Total`}</dt>
            <dd>{money(totals.total)}</dd>
          </div>
          {plan.delivery && (
            <div>
              <dt>{plan.shipping_method === 'pickup' ? t`Ready` : t`Expected delivery`}</dt>
              <dd>{format.days(plan.delivery.from, plan.delivery.to)}</dd>
            </div>
          )}
          <div>
            <dt>{t`Held unpaid until`}</dt>
            <dd>{format.date(Date.parse(plan.hold_until))}</dd>
          </div>
        </dl>
      )}
      <p className={styles.quiet}>
        <Trans>The goods are held at once, and the letter leaves at once.</Trans>
      </p>
      <Actions>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {isBusy ? t`Sending…` : t`Place the order`}
        </Button>
      </Actions>
    </Section>
  );
}
