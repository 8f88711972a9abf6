/**
 * The Chinese invoice, asked for on the page of a customer's own order: five types with their fields (boutique.md §3), and how
 * the wish stands.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError, call } from '../api/client';
import type { FapiaoRequest, FapiaoType, Fapiao as State } from '../api/types';
import { compact, trim } from '../domain/validate';
import { useFormat, useMessageText } from '../state/i18n';
import { type Problems, useForm } from '../state/useForm';
import { Button } from './Button';
import { ErrorSummary } from './ErrorSummary';
import styles from './Fapiao.module.css';
import { Notice } from './Feedback';
import { Field, RadioCards } from './Field';
import { check, EMPTY, type FieldName, fieldsOf, isRequired, TYPES, type Values } from './fapiaoForm';

const idOf = (name: FieldName) => `fapiao-${name.replace(/_/g, '-')}`;

function useTypeNames(): Record<FapiaoType, string> {
  const { t } = useLingui();
  return {
    electronic: t`Electronic fapiao`,
    personal: t`Fapiao for a person`,
    business: t`Fapiao for a business`,
    vat: t`Special VAT fapiao`,
    none: t`No fapiao needed`,
  };
}

export interface FapiaoProps {
  state: State;
  onChanged: (state: State) => void;
}

export function Fapiao({ state, onChanged }: FapiaoProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const [editing, setEditing] = useState(false);
  const done = useRef<HTMLDivElement>(null);
  const { request, message } = state;
  useEffect(() => {
    if (message) done.current?.focus();
  }, [message]);
  const isOpen = state.can_request && (!request || editing);
  return (
    <section class={styles.fapiao} aria-labelledby="fapiao-title">
      <h2 id="fapiao-title" class={styles.title}>{t`Fapiao`}</h2>
      {message && (
        <div ref={done} class={styles.done} tabIndex={-1} role="status">
          <Notice tone="success" title={say(message)} />
        </div>
      )}
      {request && !isOpen && <Summary request={request} />}
      {request && !isOpen && state.can_request && (
        <p>
          <Button small variant="secondary" onClick={() => setEditing(true)}>{t`Ask for a fapiao after all`}</Button>
        </p>
      )}
      {isOpen && (
        <Form
          orderNumber={state.order_number}
          onDone={(next) => {
            setEditing(false);
            onChanged(next);
          }}
        />
      )}
    </section>
  );
}

/** What was asked for, and whether it is there. */
function Summary({ request }: { request: FapiaoRequest }) {
  const { t } = useLingui();
  const { momentDate } = useFormat();
  const names = useTypeNames();
  const asked = momentDate(request.requested_at);
  const issued = request.issued_at ? momentDate(request.issued_at) : '';
  const rows: [string, string][] = [
    [t`Type`, names[request.type]],
    [t`Business name`, request.business_name],
    [t`Unified social credit code`, request.tax_id],
    [t`Registered address`, request.registered_address],
    [t`Registered telephone`, request.registered_phone],
    [t`Bank`, request.bank_name],
    [t`Bank account`, request.bank_account],
  ];
  const isAsked = request.type !== 'none';
  return (
    <>
      <dl class={styles.rows}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {isAsked && (
        <p class="small">
          {issued ? t`Issued on ${issued}.` : t`Asked for on ${asked}. We write to you when it is issued.`}
        </p>
      )}
    </>
  );
}

function Form({ orderNumber, onDone }: { orderNumber: string; onDone: (state: State) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useTypeNames();
  const form = useForm<Values>(EMPTY, check);
  const { values, problems, turn } = form;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  const shown: FieldName[] = ['type', ...fieldsOf(values.type)];
  const wrong = (name: FieldName) => {
    const problem = problems[name];
    return problem && say({ id: problem.id, params: problem.params ?? {} });
  };
  const errors =
    turn > 0
      ? shown.map((name) => ({ id: idOf(name), message: wrong(name) ?? '' })).filter(({ message }) => message !== '')
      : [];

  const send = async () => {
    if (busy) return;
    setFailure(undefined);
    if (!form.submit()) return;
    setBusy(true);
    const asked = fieldsOf(values.type);
    const kept = (name: Exclude<FieldName, 'type'>) => (asked.includes(name) ? trim(values[name]) : '');
    try {
      const answer = await call('fapiao/create', {
        order_number: orderNumber,
        type: values.type,
        business_name: kept('business_name'),
        tax_id: compact(kept('tax_id')),
        registered_address: kept('registered_address'),
        registered_phone: kept('registered_phone'),
        bank_name: kept('bank_name'),
        bank_account: compact(kept('bank_account')),
      });
      onDone(answer);
    } catch (reason) {
      const error = asApiError(reason);
      const found: Problems<Values> = {};
      for (const name of shown) {
        const notice = error.fields[name];
        if (notice) found[name] = { id: notice.id, params: notice.params };
      }
      if (Object.keys(found).length > 0) form.reject(found);
      else setFailure(error);
      setBusy(false);
    }
  };

  const text = (name: Exclude<FieldName, 'type'>) => ({
    id: idOf(name),
    name,
    value: values[name],
    error: wrong(name),
    required: isRequired(values, name),
    onInput: (value: string) => form.set(name, value),
    onBlur: () => form.blur(name),
  });
  const fields = new Set(fieldsOf(values.type));
  return (
    <form
      class={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ErrorSummary errors={errors} turn={turn} />
      <p>
        <Trans>A fapiao is issued for what you paid, after the order has been shipped.</Trans>
      </p>
      <RadioCards
        id={idOf('type')}
        legend={t`Type of invoice`}
        required
        value={values.type}
        onChange={(type) => form.set('type', type as FapiaoType)}
        options={TYPES.map((type) => ({ value: type, label: names[type] }))}
        error={wrong('type')}
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
