/** Fields, choices and quantities, with and without errors. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from '../../parts/Checkbox';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Field, SelectField } from '../../parts/Field';
import { NewPasswordField } from '../../parts/NewPasswordField';
import { PasswordField } from '../../parts/PasswordField';
import { RadioCards } from '../../parts/RadioCards';
import { Stepper } from '../../parts/Stepper';
import { Swatches } from '../../parts/Swatches';
import { useMessageText } from '../../state/i18n';
import { useSite } from '../../state/site';
import styles from './Fields.module.css';
import { Group, Sample } from './Group';

const SWATCHES = [
  ['#e9dcc6', false],
  ['#3b3f42', false],
  ['#f6f3ee', true],
] as const;

export function Fields() {
  const { t } = useLingui();
  const say = useMessageText();
  const { languages, email } = useSite();
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const [ticked, setTicked] = useState(true);
  const [choice, setChoice] = useState('0');
  const [qty, setQty] = useState(2);
  const problem = say({ id: 'email.empty' });
  const names = languages.map(({ name }) => name);
  const options = names.map((label, at) => ({ value: String(at), label }));
  return (
    <Group title={t`Fields and choices`}>
      <Sample name="ErrorSummary">
        <ErrorSummary errors={[{ id: 'guide-wrong', message: problem }]} submitCount={0} />
      </Sample>
      <div className={styles.columns}>
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
        <Sample name="NewPasswordField">
          <NewPasswordField id="guide-new-password" label={t`New password`} value={password} onInput={setPassword} />
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
            name="guide-swatches"
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
            name="guide-buttons"
            legend={t`Language`}
            value={choice}
            onChange={setChoice}
            unavailableLabel={t`Out of stock`}
            choices={names.slice(0, 3).map((label, at) => ({ code: String(at), label, unavailable: at === 2 }))}
          />
        </Sample>
        <Sample name="Stepper">
          <Stepper id="guide-qty" itemName={t`Message`} value={qty} max={5} delay={0} onChange={setQty} />
          <Stepper id="guide-qty-busy" itemName={t`Message`} value={1} busy onChange={setQty} />
          <Stepper id="guide-qty-wrong" itemName={t`Message`} value={5} max={5} error={problem} onChange={setQty} />
        </Sample>
      </div>
    </Group>
  );
}
