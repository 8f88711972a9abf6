/** Fapiao request: five types with their fields (boutique.md §3). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client';
import type { FapiaoType, Fapiao as State } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import { compact, trim } from '../../domain/validate';
import { Button } from '../../parts/Button';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Notice } from '../../parts/Feedback';
import { Field, RadioCards } from '../../parts/Field';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import { useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { PostForm } from '../PostForm';
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
  const notify = useNotify();
  const names = useTypeNames();
  const lang = useLang();
  const sent = useSentForm('fapiao/create');
  const form = useForm<Values>(withSent(EMPTY, sent), check, sent);
  const { values } = form;
  // The server renders it for browsers without scripts, where the fields cannot follow the type: all are there.
  const requested = fieldsOf(import.meta.env.SSR ? 'vat' : values.type);
  const { errors, busy, failure, submit, text } = useFormSubmit({
    form,
    names: ['type', ...requested],
    idOf,
    sent,
    listsFailure: false,
    async send() {
      const fieldValue = (name: Exclude<FieldName, 'type'>) => (requested.includes(name) ? trim(values[name]) : '');
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
      if (answer.message) notify.success(answer.message);
      onDone(answer);
    },
  });

  // The button that opened the form was removed.
  const own = useRef<HTMLFormElement>(null);
  useEffect(() => own.current?.querySelector<HTMLElement>('[type=radio]')?.focus(), []);

  const field = (name: FieldName) => ({
    ...text(name),
    required: isRequired(values, name),
    unmarked: import.meta.env.SSR,
  });
  const fields = new Set(requested);
  return (
    <PostForm
      ref={own}
      call="fapiao/create"
      then={`${accountUrls.order(lang, orderNumber)}&done=fapiao`}
      className={styles.form}
      onSubmit={submit}
    >
      <input type="hidden" name="order_number" value={orderNumber} />
      <ErrorSummary errors={errors} submitCount={form.submitCount} />
      <RadioCards
        id={idOf('type')}
        name="type"
        legend={t`Type of invoice`}
        required
        value={values.type}
        onChange={(type) => form.set('type', type as FapiaoType)}
        options={TYPES.map((type) => ({ value: type, label: names[type] }))}
        error={text('type').error}
      />
      {fields.has('business_name') && (
        <Field {...field('business_name')} label={t`Business name`} autoComplete="organization" />
      )}
      {fields.has('tax_id') && (
        <Field
          {...field('tax_id')}
          label={t`Unified social credit code`}
          hint={t`15, 18 or 20 letters and digits`}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
      )}
      {fields.has('registered_address') && (
        <Field {...field('registered_address')} label={t`Registered address`} autoComplete="off" />
      )}
      {fields.has('registered_phone') && (
        <Field
          {...field('registered_phone')}
          label={t`Registered telephone`}
          type="tel"
          autoComplete="off"
          maxLength={40}
        />
      )}
      {fields.has('bank_name') && <Field {...field('bank_name')} label={t`Bank`} autoComplete="off" />}
      {fields.has('bank_account') && (
        <Field
          {...field('bank_account')}
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
    </PostForm>
  );
}
