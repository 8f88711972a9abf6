/** Another carrier, before anything has left: the customer is in a hurry, or the usual one is on strike. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import { useCarriers } from '../../api/orders';
import type { OrderCarrierPlan, OrderDetail } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';
import { Notice, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { CheckField, TextAreaField } from '../../parts/MoreFields';
import { useFormat, useMessageText } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { HowMoneyGoesBack } from './HowMoneyGoesBack';
import { OpenPage } from './OpenPage';
import { factIf, PlanFacts } from './PlanFacts';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

const INITIAL: Record<string, string> = { carrier: '', keep: '', reason: '' };

export function CarrierDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { number, carrier_label: carrierNow } = order;
  const form = useDeedForm({
    id: 'carrier',
    order,
    kept: 'carrier',
    initial: INITIAL,
    check: (values) => ({ carrier: values.carrier ? undefined : t`Select a carrier from the list.` }),
    run: (values, seen) =>
      ask('order/set_carrier', {
        ...seen,
        carrier: values.carrier ?? '',
        keep_shipping: values.keep === 'yes',
        reason: (values.reason ?? '').trim(),
      }),
    onClose,
  });
  const { data, error } = useCarriers({ number, keep_shipping: form.values.keep === 'yes' }, order.version);
  const plans = data?.items ?? [];
  const plan = plans.find(({ code }) => code === form.values.carrier);
  const days = ({ delivery }: OrderCarrierPlan) => format.days(delivery.from, delivery.to);
  const label = (of: OrderCarrierPlan) => `${of.name} · ${format.money(of.rate, order.currency)} · ${days(of)}`;
  return (
    <DeedDialog
      title={t`Another carrier for ${number}`}
      lead={
        <>
          <p>
            <Trans>It goes by {carrierNow} until now. The customer is told of the change by email.</Trans>
          </p>
          {plan && cents(plan.refund) > 0 && <HowMoneyGoesBack order={order} />}
        </>
      }
      form={form}
      submit={t`Change the carrier`}
      onClose={onClose}
    >
      <OpenPage order={order} />
      {error && error.id !== 'payment.page_open' && <Notice tone="warning">{say(error)}</Notice>}
      {!data && !error && <Skeleton rows={2} />}
      {data && plans.length === 0 && (
        <Notice>
          <Trans>No other carrier delivers these goods to this address.</Trans>
        </Notice>
      )}
      {plans.length > 0 && (
        <SelectField
          id="carrier-carrier"
          label={t`Carrier`}
          value={form.values.carrier ?? ''}
          error={form.errors.carrier}
          onChange={(carrier) => form.set('carrier', carrier)}
          options={[
            { value: '', label: t`Choose a carrier` },
            ...plans.map((of) => ({ value: of.code, label: label(of) })),
          ]}
        />
      )}
      <div aria-live="polite">{plan && <Plan order={order} plan={plan} days={days(plan)} />}</div>
      <CheckField
        id="carrier-keep"
        checked={form.values.keep === 'yes'}
        onChange={(isOn) => form.set('keep', isOn ? 'yes' : '')}
      >
        <Trans>Leave shipping as it was charged, even where the carrier is cheaper</Trans>
      </CheckField>
      <TextAreaField
        {...form.field('reason')}
        value={form.values.reason ?? ''}
        label={t`Reason`}
        hint={t`Kept in the history of the order.`}
        optional
        rows={2}
      />
    </DeedDialog>
  );
}

/** What the order would come to, before anything is done. */
function Plan({ order, plan, days }: { order: OrderDetail; plan: OrderCarrierPlan; days: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const money = (amount: string) => format.money(amount, order.currency);
  const { totals, refund, rate } = plan;
  const shipping = cents(totals.shipping_amount) - cents(totals.shipping_discount);
  const borne = cents(rate) - shipping;
  return (
    <PlanFacts
      facts={[
        [t`Delivery`, days],
        [t`Shipping now`, money(amountOf(shipping))],
        ...factIf(borne > 0, t`Borne by the house`, money(amountOf(borne))),
        [t`New total`, money(totals.total)],
        ...factIf(cents(refund) > 0, t`Goes back`, money(refund)),
      ]}
    />
  );
}
