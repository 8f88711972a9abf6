/** Goods that the customer adds by telephone: an order of its own, linked to this one, at the prices of now. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { addGoods, useAdditionPlan, useGoods } from '../../api/orders';
import type { FoundItem, OrderAdded, OrderDetail } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import styles from '../../parts/Goods.module.css';
import { GoodsPicker } from '../../parts/GoodsPicker';
import { type Goods, itemsOf, qtyName } from '../../parts/goods';
import { CheckField } from '../../parts/MoreFields';
import { useFormat, useMessageText } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { factIf, PlanFacts } from './PlanFacts';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function AddDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { number, email } = order;
  const [goods, setGoods] = useState<FoundItem[]>([]);
  const [q, setQ] = useState('');
  const { data: found, error: failure } = useGoods(number, q);
  const [made, setMade] = useState<OrderAdded>();
  // Made once: however often this is sent, it makes one order.
  const [key] = useState(() => crypto.randomUUID());
  const canTravel = order.status.startsWith('pending') || order.status === 'processing';
  const initial: Record<string, string> = { along: '' };
  const form = useDeedForm({
    id: 'add',
    order,
    initial,
    check: (values) => checked(values),
    run: async (values, seen) => {
      const args = { ...seen, items: itemsOf(goods, values), ships_along: values.along === 'yes', key };
      setMade(await addGoods({ ...args, total: plan.data?.totals.total ?? '' }));
    },
    onClose: () => {},
  });
  const items = itemsOf(goods, form.values);
  const plan = useAdditionPlan({ number, items, ships_along: form.values.along === 'yes' });

  const checked = (values: Goods) => {
    const errors: Record<string, string> = {};
    if (goods.length === 0) errors.search = t`Find the goods, and choose at least one item.`;
    for (const { sku, name } of goods) {
      const typed = values[qtyName(sku)] ?? '';
      if (!/^[1-9]\d{0,5}$/.test(typed.trim())) errors[qtyName(sku)] = t`${name}: enter a number from 1.`;
    }
    return errors;
  };

  if (made) return <Made first={number} made={made} onClose={onClose} />;
  return (
    <DeedDialog
      title={t`Add goods to ${number}`}
      lead={
        <p>
          <Trans>
            They become an order of their own, linked to this one, with its own payment and invoice. A letter to {email}{' '}
            says what was added and how to pay; by paying, the customer agrees.
          </Trans>
        </p>
      }
      form={form}
      submit={t`Make the linked order`}
      isAtOnce
      onClose={onClose}
    >
      <GoodsPicker
        form={form}
        q={q}
        onSearch={setQ}
        found={found}
        failure={failure}
        country={order.shipping_address.country}
        label={t`Goods to add`}
        goods={goods}
        onGoods={setGoods}
        lines={plan.data?.lines}
        currency={order.currency}
      />
      {canTravel && (
        <CheckField
          id="add-along"
          checked={form.values.along === 'yes'}
          onChange={(isOn) => form.set('along', isOn ? 'yes' : '')}
        >
          <Trans>They travel in the parcel of {number}, at no charge</Trans>
        </CheckField>
      )}
      <div aria-live="polite">{items.length > 0 && <Quote plan={plan} currency={order.currency} />}</div>
      <p className={styles.hint}>
        <Trans>The goods are held at once, and the letter leaves at once.</Trans>
      </p>
    </DeedDialog>
  );
}

/** What it comes to, before anything is done. */
function Quote({ plan, currency }: { plan: ReturnType<typeof useAdditionPlan>; currency: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { data, error } = plan;
  const money = (amount: string) => format.money(amount, currency);
  if (error) {
    return <Notice tone="warning">{say(error)}</Notice>;
  }
  if (!data) return null;
  const { totals, points } = data;
  const shipping = amountOf(cents(totals.shipping_amount) - cents(totals.shipping_discount));
  return (
    <PlanFacts
      facts={[
        [t`Goods`, money(totals.subtotal_incl_tax)],
        [t({ context: 'cost', message: 'Shipping' }), cents(shipping) === 0 ? t`at no charge` : money(shipping)],
        [t`VAT included`, money(totals.tax_amount)],
        [t`Total`, money(totals.total)],
        [t`Held unpaid until`, format.date(Date.parse(data.hold_until))],
        ...factIf(points !== null, t`Points`, format.number(points ?? 0)),
      ]}
    />
  );
}

function Made({ first, made, onClose }: { first: string; made: OrderAdded; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { number, email } = made;
  const total = format.money(made.total, made.currency);
  const until = made.hold_until && format.date(Date.parse(made.hold_until));
  return (
    <Dialog title={t`Goods are added to ${first}`} isOpen onClose={onClose} wide>
      <Notice tone="success" isLive title={t`Order ${number} is made`}>
        <p>
          {until ? (
            <Trans>
              It comes to {total}. The goods are held until {until}; a letter to {email} says how to pay.
            </Trans>
          ) : (
            <Trans>It comes to {total}. There is nothing to pay.</Trans>
          )}
        </p>
      </Notice>
      <Actions>
        <Link href={`/orders/${number}`} className={styles.open} onClick={onClose}>
          {t`Open ${number}`}
        </Link>
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Dialog>
  );
}
