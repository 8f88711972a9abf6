/** Form sections: addresses, newsletter choices, captcha, leave guard. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Country } from '../../api/types';
import { type AddressField, checkAddressField } from '../../domain/address';
import { Captcha } from '../../layout/Captcha';
import { AddressFields, type AddressForm } from '../../parts/AddressFields';
import { Field } from '../../parts/Field';
import { LeaveGuard } from '../../parts/LeaveGuard';
import { NewsletterChoices, NO_LISTS } from '../../parts/NewsletterChoices';
import type { CaptchaState } from '../../state/captcha';
import { createStore } from '../../state/store';
import styles from './Fields.module.css';
import { Group, Sample } from './Group';

const FRANCE: Country = {
  id: 'FR',
  name: 'France',
  eu: true,
  fields: ['address1', 'address2', 'postcode', 'city'],
  required: ['postcode', 'city'],
  lines: ['{address1}', '{address2}', '{postcode} {city}'],
  postcode_pattern: '',
  postcode_example: '74000',
  postcode_label: 'postal_code',
  city_label: 'city',
  region_label: '',
  county_label: '',
  regions: [],
};

const nothing = () => {};

/** A captcha in a fixed state. */
const CAPTCHAS = (['working', 'done', 'failed', 'consent'] as const).map((phase) => ({
  store: createStore<CaptchaState>({ phase, provider: 'builtin', siteKey: '', attempt: 0 }),
  start: nothing,
  allow: nothing,
  answer: nothing,
  fail: nothing,
  stop: nothing,
  submit: <T,>(send: (value: string) => Promise<T>) => send(''),
  submitAnyway: <T,>(send: (value: string) => Promise<T>) => send(''),
}));

export function Forms() {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [lists, setLists] = useState(NO_LISTS);
  const [typed, setTyped] = useState<Partial<Record<AddressField, string>>>({ country: 'FR' });
  const address: AddressForm = {
    read: (field) => typed[field] ?? '',
    problemOf: (field) =>
      field === 'city' ? (checkAddressField(field, '', FRANCE, 'shipping') ?? undefined) : undefined,
    set: (field, value) => setTyped({ ...typed, [field]: value }),
    blur: nothing,
    nameOf: (field) => `guide-${field}`,
    idOf: (field) => `guide-address-${field}`,
  };
  return (
    <Group title={t`Addresses`}>
      <Sample name="AddressFields, NameFields, FieldPair">
        <AddressFields form={address} countries={[FRANCE]} />
      </Sample>
      <div className={styles.columns}>
        <Sample name="NewsletterChoices, none chosen">
          <NewsletterChoices id="guide-newsletter" legend={t`Email`} lists={lists} onChange={setLists} noneChosen />
        </Sample>
        {CAPTCHAS.map((captcha) => (
          <Sample key={captcha.store.initial.phase} name={`Captcha ${captcha.store.initial.phase}`}>
            <Captcha id={`guide-captcha-${captcha.store.initial.phase}`} of={captcha} />
          </Sample>
        ))}
        <Sample name="LeaveGuard, when something was typed">
          <LeaveGuard when={text !== ''} />
          <Field id="guide-guarded" label={t`Message`} value={text} onInput={setText} />
        </Sample>
      </div>
    </Group>
  );
}
