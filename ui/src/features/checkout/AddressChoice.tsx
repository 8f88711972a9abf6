/** Delivery or billing address: from the address book, or entered here and optionally saved. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import type { Country, SavedAddress } from '../../api/types';
import { ADDRESS_FIELDS, type AddressKind } from '../../domain/address';
import { inLine } from '../../domain/format';
import { AddressFields } from '../../parts/AddressFields';
import { Checkbox, RadioCards } from '../../parts/Field';
import { useSite } from '../../state/site';
import { useFields } from '../../state/useFields';
import type { Form } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { addressForm, idOf, nameOf, type Values } from './form';
import { type Customer, chooseOther, chooseSaved } from './prefill';

export interface AddressChoiceProps {
  kind: AddressKind;
  form: Form<Values>;
  countries: Country[];
  /** Null for a guest. */
  customer: Customer | null;
  /** Beside the country: items that do not ship there. */
  countryNotice?: ReactNode;
}

/** Value of the option for an entered address. */
const OTHER = 'other';

export function AddressChoice({ kind, form, countries, customer, countryNotice }: AddressChoiceProps) {
  const { t } = useLingui();
  const { lang, default_country } = useSite();
  const { values, problems, set } = form;
  const { checkbox } = useFields(form, idOf);
  const choice = values[`${kind}_choice`];
  /** Entered values, kept while an address of the book is selected. */
  const typed = useRef<Partial<Values>>(undefined);

  const fields = (
    <AddressFields section={kind} form={addressForm(form, kind)} countries={countries} countryNotice={countryNotice} />
  );
  const save = customer && (
    <Checkbox {...checkbox(`${kind}_save`)}>
      <Trans>Save this address to my address book</Trans>
    </Checkbox>
  );
  if (!customer || customer.addresses.length === 0) {
    return (
      <>
        {fields}
        {save}
      </>
    );
  }

  const assign = (change: Partial<Values>) => {
    for (const [name, value] of Object.entries(change)) set(name as 'email', value as string);
  };
  const choose = (value: string) => {
    if (choice === '') {
      const names = Object.keys(values).filter((name) => name.startsWith(`${kind}_`)) as (keyof Values)[];
      typed.current = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
    }
    const saved = customer.addresses.find(({ id }) => String(id) === value);
    if (saved) assign(chooseSaved(kind, saved));
    else assign(typed.current ?? chooseOther(kind, customer, default_country));
  };
  // An address of the book that is no longer valid is shown in the form for correction.
  const isWrong = Object.keys(problems).some((name) => name.startsWith(nameOf(kind, 'city').slice(0, -4)));
  return (
    <>
      <SavedFields kind={kind} addresses={customer.addresses} />
      <RadioCards
        id={`${kind}-choice`}
        name={`${kind}_choice`}
        legend={kind === 'shipping' ? t`Delivery address` : t`Billing address`}
        legendHidden
        required
        value={choice || OTHER}
        onChange={choose}
        options={[
          ...customer.addresses.map(({ id, lines }) => ({
            value: String(id),
            label: lines[0] ?? '',
            note: inLine(lang, lines.slice(1)),
            details: isWrong ? fields : countryNotice || undefined,
          })),
          {
            value: OTHER,
            label: t`Another address`,
            details: (
              <div className={styles.typed}>
                {fields}
                {save}
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

/** The addresses of the book, for a form that is sent without scripts. */
function SavedFields({ kind, addresses }: { kind: AddressKind; addresses: readonly SavedAddress[] }) {
  return addresses.flatMap((address) =>
    ADDRESS_FIELDS.map((field) => (
      <input
        key={`${address.id} ${field}`}
        type="hidden"
        name={`${kind}_saved.${address.id}.${field}`}
        value={address[field]}
      />
    )),
  );
}
