/** Fapiao request: five types with their fields (boutique.md §3). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, call } from '../../api/client';
import type { FapiaoType, Fapiao as State } from '../../api/types';
import { compact, trim } from '../../domain/validate';
import { Button } from '../../parts/Button';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Notice } from '../../parts/Feedback';
import { Field, RadioCards } from '../../parts/Field';
import { useMessageText } from '../../state/i18n';
import { useFields } from '../../state/useFields';
import { problemsAt, useForm } from '../../state/useForm';
import { check, EMPTY, type FieldName, fieldsOf, isRequired, TYPES, type Values } from './fapiaoForm';
import { useTypeNames } from './TaxReceiptSection';
import styles from './TaxReceiptSection.module.css';

const idOf = (name: FieldName) => `fapiao-${name.replace(/_/g, '-')}`;

export interface FapiaoFormProps {
  orderNumber: string;
  onDone: (state: State) => void;
}

export function FapiaoForm({ orderNumber, onDone }: FapiaoFormProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useTypeNames();
  const form = useForm<Values>(EMPTY, check);
  const { values, submitCount } = form;
  const { errorOf, errorsOf, text: textOf } = useFields(form, idOf);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  const shown: FieldName[] = ['type', ...fieldsOf(values.type)];

  // The button that opened the form was removed.
  const own = useRef<HTMLFormElement>(null);
  useEffect(() => own.current?.querySelector('input')?.focus(), []);

  const send = async () => {
    if (busy) return;
    setFailure(undefined);
    if (!form.submit()) return;
    setBusy(true);
    const requestedFields = fieldsOf(values.type);
    const fieldValue = (name: Exclude<FieldName, 'type'>) => (requestedFields.includes(name) ? trim(values[name]) : '');
    try {
      const answer = await call('fapiao/create', {
        order_number: orderNumber,
        type: values.type,
        business_name: fieldValue('business_name'),
        tax_id: compact(fieldValue('tax_id')),
        registered_address: fieldValue('registered_address'),
        registered_phone: fieldValue('registered_phone'),
        bank_name: fieldValue('bank_name'),
        bank_account: compact(fieldValue('bank_account')),
      });
      onDone(answer);
    } catch (reason) {
      const error = asApiError(reason);
      const found = problemsAt<Values>(shown, error.fields);
      if (Object.keys(found).length > 0) form.reject(found);
      else setFailure(error);
      setBusy(false);
    }
  };

  const text = (name: FieldName) => ({ ...textOf(name), required: isRequired(values, name) });
  const fields = new Set(fieldsOf(values.type));
  return (
    <form
      ref={own}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ErrorSummary errors={errorsOf(shown)} submitCount={submitCount} />
      <RadioCards
        id={idOf('type')}
        legend={t`Type of invoice`}
        required
        value={values.type}
        onChange={(type) => form.set('type', type as FapiaoType)}
        options={TYPES.map((type) => ({ value: type, label: names[type] }))}
        error={errorOf('type')}
      />
      {fields.has('business_name') && (
        <Field {...text('business_name')} label={t`Business name`} autoComplete="organization" maxLength={100} />
      )}
      {fields.has('tax_id') && (
        <Field
          {...text('tax_id')}
          label={t`Unified social credit code`}
          hint={t`15, 18 or 20 letters and digits`}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
      )}
      {fields.has('registered_address') && (
        <Field {...text('registered_address')} label={t`Registered address`} autoComplete="off" maxLength={200} />
      )}
      {fields.has('registered_phone') && (
        <Field
          {...text('registered_phone')}
          label={t`Registered telephone`}
          type="tel"
          autoComplete="off"
          maxLength={40}
        />
      )}
      {fields.has('bank_name') && <Field {...text('bank_name')} label={t`Bank`} autoComplete="off" maxLength={100} />}
      {fields.has('bank_account') && (
        <Field
          {...text('bank_account')}
          label={t`Bank account`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={60}
        />
      )}
      {failure && <Notice tone="error" alert title={say(failure)} />}
      <p>
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t`Sending…`}>{t`Send`}</Button>
      </p>
    </form>
  );
}
