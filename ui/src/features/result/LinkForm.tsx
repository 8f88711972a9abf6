/** Asks for a new link to an order; the answer is the same whether number and address fit one or not. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { call } from '../../api/client';
import { email as checkEmail, trim } from '../../domain/validate';
import { Button } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { NoScript } from '../../parts/NoScript';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useSite } from '../../state/site';
import { problemsIn, useForm, withPrehydrationInput } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './ResultScreen.module.css';

const NAMES = ['order_number', 'email'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const idOf = (name: keyof Values) => `link-${name}`;

const check = ({ order_number, email }: Values) =>
  problemsIn<Values>({
    order_number: trim(order_number) === '' ? { id: 'order.number_empty' } : null,
    email: checkEmail(email),
  });

export function LinkForm() {
  const { t } = useLingui();
  const { email, phone } = useSite();
  const notify = useNotify();
  const say = useMessageText();
  const heading = useId();
  const [isAsked, setAsked] = useState(false);
  const [initial] = useState(() => withPrehydrationInput<Values>({ order_number: '', email: '' }, idOf));
  const form = useForm(initial, check);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    async send(values) {
      await call('order/link', { order_number: trim(values.order_number), email: trim(values.email) });
      notify.success({ id: 'order.link_asked' });
      setAsked(true);
    },
  });
  const { errors, busy, text } = sending;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className="subheading">{t`Have a new link sent to you`}</h2>
      <p>
        <Trans>
          Links to an order end a year after it is completed. A new one leads you to your order, its invoice and the
          withdrawal from the contract.
        </Trans>
      </p>
      <NoScript>{t`This form needs scripts. Without them, a few words by email do the same: ${email}, or call ${phone}.`}</NoScript>
      <ErrorSummary errors={errors} submitCount={form.submitCount} />
      {isAsked && <Notice>{say({ id: 'order.link_asked' })}</Notice>}
      <form className={styles.form} noValidate onSubmit={sending.submit}>
        <Field
          {...text('order_number')}
          label={t`Order number`}
          hint={t`It stands in our confirmation, for instance 2026-000123.`}
          required
          width="short"
          maxLength={40}
        />
        <EmailField {...text('email')} hint={t`The address that you ordered with.`} autoComplete="email" />
        <Button type="submit" busy={busy} busyLabel={t`Sending…`}>{t`Send me a new link`}</Button>
      </form>
    </section>
  );
}
