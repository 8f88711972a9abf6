/**
 * Another carrier, before anything has left: the customer is in a hurry, or the usual one is on strike. What a dearer one costs more
 * is borne by the house, or paid by the customer before the carrier changes.
 */

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

const INITIAL: Record<string, string> = { carrier: '', keep: '', surcharge: '', reason: '' };
/** Who pays what a dearer carrier costs more. */
const CUSTOMER = 'customer';

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
    // What was kept may name a carrier whose price is not there yet: it decides who pays.
    check: ({ carrier }) => ({
      carrier: plans.some(({ code }) => code === carrier) ? undefined : t`Select a carrier from the list.`,
    }),
    run: (values, seen) => {
      const carrier = values.carrier ?? '';
      const surcharge = surchargeOf(plans, values);
      if (surcharge) return ask('order/charge_carrier', { ...seen, carrier, surcharge });
      const reason = (values.reason ?? '').trim();
      return ask('order/set_carrier', { ...seen, carrier, keep_shipping: values.keep === 'yes', reason });
    },
    onClose,
  });
  const { data, error } = useCarriers({ number, keep_shipping: form.values.keep === 'yes' }, order.version);
  const plans = data?.items ?? [];
  const plan = plans.find(({ code }) => code === form.values.carrier);
  const surcharge = surchargeOf(plans, form.values);
  const isDearer = plan && cents(plan.surcharge) > 0;
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
          {plan && !surcharge && back(plan) > 0 && <HowMoneyGoesBack order={order} />}
        </>
      }
      form={form}
      submit={surcharge ? t`Offer the surcharge` : t`Change the carrier`}
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
      <div aria-live="polite">
        {plan &&
          (surcharge ? (
            <PlanFacts
              facts={[
                [t`Delivery if paid today`, days(plan)],
                [t`Surcharge`, format.money(surcharge, order.currency)],
              ]}
            />
          ) : (
            <Plan order={order} plan={plan} days={days(plan)} />
          ))}
      </div>
      {isDearer ? (
        <CheckField
          id="carrier-surcharge"
          checked={form.values.surcharge === CUSTOMER}
          onChange={(isOn) => form.set('surcharge', isOn ? CUSTOMER : '')}
        >
          <Trans>
            The customer pays the difference. A letter asks for it, the parcel waits, and the carrier changes once it is
            paid.
          </Trans>
        </CheckField>
      ) : (
        <CheckField
          id="carrier-keep"
          checked={form.values.keep === 'yes'}
          onChange={(isOn) => form.set('keep', isOn ? 'yes' : '')}
        >
          <Trans>Leave shipping as it was charged, even where the carrier is cheaper</Trans>
        </CheckField>
      )}
      {!surcharge && (
        <TextAreaField
          {...form.field('reason')}
          value={form.values.reason ?? ''}
          label={t`Reason`}
          hint={t`Kept in the history of the order.`}
          optional
          rows={2}
        />
      )}
    </DeedDialog>
  );
}

/** What goes back with the change, surcharges of the carrier until now included; in cents. */
const back = ({ refund, surcharges_back: surcharges }: OrderCarrierPlan) => cents(refund) + cents(surcharges);

/** What the customer is to pay for the chosen carrier; undefined where the house bears it, or nothing is dearer. */
function surchargeOf(plans: OrderCarrierPlan[], values: Record<string, string>): string | undefined {
  const plan = plans.find(({ code }) => code === values.carrier);
  return plan && values.surcharge === CUSTOMER && cents(plan.surcharge) > 0 ? plan.surcharge : undefined;
}

/** What the order would come to, before anything is done. */
function Plan({ order, plan, days }: { order: OrderDetail; plan: OrderCarrierPlan; days: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const money = (amount: string) => format.money(amount, order.currency);
  const { totals, rate } = plan;
  const shipping = cents(totals.shipping_amount) - cents(totals.shipping_discount);
  const borne = cents(rate) - shipping;
  return (
    <PlanFacts
      facts={[
        [t`Delivery`, days],
        [t`Shipping now`, money(amountOf(shipping))],
        ...factIf(borne > 0, t`Borne by the house`, money(amountOf(borne))),
        [t`New total`, money(totals.total)],
        ...factIf(back(plan) > 0, t`Goes back`, money(amountOf(back(plan)))),
      ]}
    />
  );
}
