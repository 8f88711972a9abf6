/** Fields, choices and quantities, with and without something wrong. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'preact/hooks';
import type { Country } from '../../api/types';
import type { AddressField } from '../../domain/address';
import { AddressFields, type AddressForm } from '../../parts/AddressFields';
import { Captcha } from '../../parts/Captcha';
import { Checkbox } from '../../parts/Checkbox';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Field, SelectField } from '../../parts/Field';
import { LeaveGuard } from '../../parts/LeaveGuard';
import { LetterBoxes, NO_LETTERS } from '../../parts/LetterBoxes';
import { PasswordField } from '../../parts/PasswordField';
import { RadioCards } from '../../parts/RadioCards';
import { Stepper } from '../../parts/Stepper';
import { Swatches } from '../../parts/Swatches';
import type { CaptchaState } from '../../state/captcha';
import { useMessageText } from '../../state/i18n';
import { useSite } from '../../state/site';
import { createStore } from '../../state/store';
import styles from './Fields.module.css';
import { Group, Sample } from './Group';

const SWATCHES = [
  ['#e9dcc6', false],
  ['#3b3f42', false],
  ['#f6f3ee', true],
] as const;

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

/** A captcha that stays as it is. */
const CAPTCHAS = (['working', 'done', 'failed', 'consent'] as const).map((phase) => ({
  store: createStore<CaptchaState>({ phase, provider: 'builtin', siteKey: '', turn: 0 }),
  start: nothing,
  allow: nothing,
  answer: nothing,
  fail: nothing,
  stop: nothing,
  guard: <T,>(send: (value: string) => Promise<T>) => send(''),
}));

export function Fields() {
  const { t } = useLingui();
  const say = useMessageText();
  const { languages, email } = useSite();
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const [ticked, setTicked] = useState(true);
  const [choice, setChoice] = useState('0');
  const [qty, setQty] = useState(2);
  const [letters, setLetters] = useState(NO_LETTERS);
  const [typed, setTyped] = useState<Partial<Record<AddressField, string>>>({ country: 'FR' });
  const address: AddressForm = {
    read: (field) => typed[field] ?? '',
    problemOf: (field) => (field === 'city' ? { id: 'email.empty' } : undefined),
    set: (field, value) => setTyped({ ...typed, [field]: value }),
    blur: nothing,
    nameOf: (field) => `guide-${field}`,
    idOf: (field) => `guide-address-${field}`,
  };
  const problem = say({ id: 'email.empty', params: {} });
  const names = languages.map(({ name }) => name);
  const options = names.map((label, at) => ({ value: String(at), label }));
  return (
    <Group title={t`Fields and choices`}>
      <Sample name="ErrorSummary">
        <ErrorSummary errors={[{ id: 'guide-wrong', message: problem }]} turn={0} />
      </Sample>
      <div class={styles.columns}>
        <Sample name="Field">
          <Field id="guide-plain" label={t`Email`} value={text} onInput={setText} required />
        </Sample>
        <Sample name="Field hint">
          <Field id="guide-hint" label={t`Email`} hint={email} value={email} onInput={setText} />
        </Sample>
        <Sample name="Field error">
          <Field id="guide-wrong" label={t`Email`} value="" onInput={setText} error={problem} required />
        </Sample>
        <Sample name="Field rows">
          <Field id="guide-rows" label={t`Message`} rows={4} value={text} onInput={setText} />
        </Sample>
        <Sample name="SelectField">
          <SelectField id="guide-select" label={t`Language`} value={choice} onChange={setChoice} options={options} />
        </Sample>
        <Sample name="PasswordField">
          <PasswordField
            id="guide-password"
            label={t`Password`}
            autoComplete="new-password"
            value={password}
            onInput={setPassword}
          />
        </Sample>
        <Sample name="Checkbox">
          <Checkbox id="guide-tick" checked={ticked} onChange={setTicked}>
            {t`Remember my choice`}
          </Checkbox>
          <Checkbox id="guide-tick-wrong" checked={false} onChange={setTicked} error={problem} required>
            {t`Remember my choice`}
          </Checkbox>
        </Sample>
        <Sample name="RadioCards">
          <RadioCards
            id="guide-radio"
            legend={t`Language`}
            value={choice}
            onChange={setChoice}
            options={options.map((option, at) => ({ ...option, disabled: at === 2 }))}
          />
        </Sample>
        <Sample name="Swatches">
          <Swatches
            id="guide-swatches"
            legend={t`Language`}
            value={choice}
            onChange={setChoice}
            unavailableLabel={t`Out of stock`}
            choices={SWATCHES.map(([color, unavailable], at) => ({
              code: String(at),
              label: names[at] ?? '',
              color,
              unavailable,
            }))}
          />
          <Swatches
            id="guide-buttons"
            legend={t`Language`}
            value={choice}
            onChange={setChoice}
            unavailableLabel={t`Out of stock`}
            choices={names.slice(0, 3).map((label, at) => ({ code: String(at), label, unavailable: at === 2 }))}
          />
        </Sample>
        <Sample name="LetterBoxes, none ticked">
          <LetterBoxes id="guide-letters" legend={t`Email`} letters={letters} onChange={setLetters} unticked />
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
        <Sample name="Stepper">
          <Stepper id="guide-qty" itemName={t`Message`} value={qty} max={5} delay={0} onChange={setQty} />
          <Stepper id="guide-qty-busy" itemName={t`Message`} value={1} busy onChange={setQty} />
          <Stepper id="guide-qty-wrong" itemName={t`Message`} value={5} max={5} error={problem} onChange={setQty} />
        </Sample>
      </div>
      <Sample name="AddressFields, NameFields, FieldPair">
        <AddressFields form={address} countries={[FRANCE]} />
      </Sample>
    </Group>
  );
}
