/** Asks for a link to an order by mail; the answer is the same whether number and address fit one or not. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import { email as checkEmail, trim } from '../../domain/validate';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import { problemsIn, useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './ResultScreen.module.css';

const NAMES = ['order_number', 'email'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const EMPTY: Values = { order_number: '', email: '' };

const idOf = (name: keyof Values) => `link-${name}`;

const check = ({ order_number, email }: Values) =>
  problemsIn<Values>({
    order_number: trim(order_number) === '' ? { id: 'order.number_empty' } : null,
    email: checkEmail(email),
  });

export interface LinkFormProps {
  onErrors: (hasErrors: boolean) => void;
  /** Path of the page that it stands on, where it says without scripts what it has done. */
  page?: string;
  /** It takes the place of the button that opened it, and its focus. */
  isOpened?: boolean;
  /** Words of its button. */
  action?: string;
}

export function LinkForm({ onErrors, page = '/ordersuccess', isOpened = false, action }: LinkFormProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const say = useMessageText();
  const [isAsked, setAsked] = useState(false);
  const lang = useLang();
  const sent = useSentForm('order/link');
  const form = useForm<Values>(withSent(EMPTY, sent), check, sent);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send(values) {
      await call('order/link', { order_number: trim(values.order_number), email: trim(values.email) });
      notify.success({ id: 'order.link_asked' });
      setAsked(true);
    },
  });
  const { errors, busy, text } = sending;
  const hasErrors = errors.length > 0;
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);
  useEffect(() => {
    if (isOpened) document.getElementById(idOf('order_number'))?.focus();
  }, [isOpened]);
  return (
    <>
      <ErrorSummary errors={errors} submitCount={form.submitCount} />
      {isAsked && <Notice>{say({ id: 'order.link_asked' })}</Notice>}
      <PostForm
        call="order/link"
        // Without the token that has ended.
        then={`/${lang}${page}?done=asked`}
        className={styles.form}
        onSubmit={sending.submit}
      >
        <Field
          {...text('order_number')}
          label={t`Order number`}
          hint={t`It stands in our confirmation, for instance 2026-000123.`}
          required
          width="short"
          maxLength={40}
        />
        <EmailField {...text('email')} hint={t`The address that you ordered with.`} autoComplete="email" />
        <Button type="submit" busy={busy} busyLabel={t`Sending…`}>
          {action ?? t`Send me a new link`}
        </Button>
      </PostForm>
    </>
  );
}
