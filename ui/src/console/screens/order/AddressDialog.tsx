/** Another address, name, telephone, company or VAT number, before anything has left. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ask } from '../../api/deeds';
import type { OrderDetail } from '../../api/types';
import { AddressFields } from '../../parts/AddressFields';
import type { AddressKind } from '../../parts/addressKinds';
import { Notice } from '../../parts/Feedback';
import { Fieldset } from '../../parts/Fieldset';
import { CheckField } from '../../parts/MoreFields';
import { addressOf, changedBy, isSame, untouched, valuesOf } from './addresses';
import { DeedDialog } from './DeedDialog';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function AddressDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { number } = order;
  // What is collected stays at the house: only the customer's own address can change.
  const isCollected = order.shipping_method === 'pickup';
  const [isBillingOwn, setBillingOwn] = useState(isCollected || !isSame(order));
  /** What somebody else has changed since the form was opened. */
  const [foreign, setForeign] = useState<[key: string, text: string][]>([]);
  const form = useDeedForm<Record<string, string>>({
    id: 'address',
    order,
    initial: valuesOf(order),
    run: (values, seen) =>
      ask('order/set_addresses', {
        ...seen,
        shipping_address: isCollected
          ? { ...order.shipping_address, ...named(values) }
          : addressOf(order.shipping_address, values, 'shipping_address'),
        billing_address: isBillingOwn ? addressOf(order.billing_address, values, 'billing_address') : null,
      }),
    onClash: (before, now, typed) => {
      const changed = changedBy(before, now);
      // Where both addresses are one, its lines are told once.
      setForeign(changed.filter(([, text], at) => changed.findIndex(([, other]) => other === text) === at));
      for (const [key, text] of untouched(before, now, typed)) form.set(key, text);
    },
    onClose,
  });
  const fields = { form, order };
  return (
    <DeedDialog
      title={t`Addresses of ${number}`}
      lead={
        <p>
          {order.invoices.length > 0 ? (
            <Trans>
              The customer is told by email. The invoice is corrected by itself, with a credit note and a new one, where
              it shows another address.
            </Trans>
          ) : (
            <Trans>The customer is told by email.</Trans>
          )}
        </p>
      }
      form={form}
      submit={t`Change the addresses`}
      onClose={onClose}
    >
      {foreign.length > 0 && (
        <Notice tone="warning" title={t`The order says now`}>
          <ul translate="no">
            {foreign.map(([key, text]) => (
              <li key={key}>{text || '–'}</li>
            ))}
          </ul>
        </Notice>
      )}
      {!isCollected && (
        <Fieldset legend={t`Delivery to`}>
          <OwnFields {...fields} kind="shipping_address" />
        </Fieldset>
      )}
      {!isCollected && (
        <CheckField id="address-same" checked={!isBillingOwn} onChange={(isOn) => setBillingOwn(!isOn)}>
          <Trans>The invoice goes to the same address</Trans>
        </CheckField>
      )}
      {isBillingOwn && (
        <Fieldset legend={t`Invoice to`}>
          <OwnFields {...fields} kind="billing_address" />
        </Fieldset>
      )}
    </DeedDialog>
  );
}

/** Whose the goods are that are collected. */
const named = (values: Record<string, string>) => ({
  first_name: values['billing_address.first_name'] ?? '',
  last_name: values['billing_address.last_name'] ?? '',
  telephone: values['billing_address.telephone'] ?? '',
});

interface FieldsProps {
  form: ReturnType<typeof useDeedForm<Record<string, string>>>;
  order: OrderDetail;
  kind: AddressKind;
}

function OwnFields({ form, order, kind }: FieldsProps) {
  const name = (field: string) => `${kind}.${field}`;
  return (
    <AddressFields
      of={(field) => ({ ...form.field(name(field)), value: form.values[name(field)] ?? '' })}
      country={kind === 'shipping_address' ? order.shipping_address.country : (form.values[name('country')] ?? '')}
      fixed={
        kind === 'shipping_address'
          ? (countryName) => (
              <Trans>
                {countryName}. The country stays, as VAT and shipping follow from it. For another one, cancel this order
                and enter it anew.
              </Trans>
            )
          : undefined
      }
    />
  );
}
