/** Contact form. Guests enter name and e-mail and pass the captcha; a customer's are shown. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call, readCookie } from '../../api/client';
import type { ContactAnswer } from '../../api/types';
import { useCall } from '../../api/useCall';
import { fullName as nameOf } from '../../domain/personName';
import { serviceUrls } from '../../domain/serviceUrls';
import { trim } from '../../domain/validate';
import { Captcha, useCaptcha } from '../../layout/Captcha';
import { LinkFollowed } from '../../layout/MailedLink';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Notice } from '../../parts/Feedback';
import { Field, FieldPair, SelectField } from '../../parts/Field';
import { HelpLink } from '../../parts/HelpLink';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useKeptForm, useLang, useSentForm } from '../../state/site';
import { useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './ContactScreen.module.css';
import { check, EMPTY, namesOf, SUBJECTS, type Subject, type Values } from './contactForm';

interface ContactFormProps {
  onSent: (answer: ContactAnswer, text: string) => void;
  onErrors: (hasErrors: boolean) => void;
}

const idOf = (name: keyof Values) => (name === 'captcha' ? name : `contact-${name.replace('_', '-')}`);

export function ContactForm({ onSent, onErrors }: ContactFormProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const notify = useNotify();
  // The page is cached: the customer is known after hydration.
  const [customer, setCustomer] = useState(false);
  useEffect(() => setCustomer(readCookie('isLogin') === '1'), []);
  const account = useCall('account/info', {}, { live: true, skip: !customer });
  // With an expired session the message is sent as a guest.
  const isKnown = customer && !account.error;

  const sent = useSentForm('contact/post');
  const kept = useKeptForm('contact/post');
  const form = useForm<Values>(withSent(EMPTY, sent ?? kept), (values) => check(values, isKnown), sent);
  const { values } = form;
  const captcha = useCaptcha('contact');
  const { errors, busy, failure, submit, text } = useFormSubmit({
    form,
    names: namesOf(isKnown),
    idOf,
    listsFailure: false,
    sent,
    async send({ subject, order_number, ...typed }) {
      const [name, email, message] = [typed.name, typed.email, typed.message].map(trim) as [string, string, string];
      const answer = isKnown
        ? await call('contact/accountpost', { subject, message, order_number: trim(order_number) })
        : await captcha.submit((value) => call('contact/post', { subject, message, name, email, captcha: value }));
      notify.success(answer.message);
      onSent(answer, message);
    },
  });
  const hasErrors = errors.length > 0;
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);

  const subjects: Record<Subject, string> = {
    order_help: t`Help with an order`,
    returns_exchanges: t`Returns and exchanges`,
    care_information: t`Care of a product`,
    reward_points: t`Reward points`,
    website_feedback: t`This website`,
    other: t`Something else`,
  };
  const isAboutOrder = values.subject === 'order_help' || values.subject === 'returns_exchanges';
  const { data: user } = account;
  const address = user?.email ?? '';
  const fullName = nameOf(user?.first_name, user?.last_name);
  return (
    <>
      <ErrorSummary errors={errors} submitCount={form.submitCount} />
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t`Write to us`}</h1>
        <p>
          <Trans>A person reads every message, and answers within 24 hours.</Trans>
        </p>
      </header>
      {kept && <LinkFollowed />}
      <PostForm
        call={isKnown ? 'contact/accountpost' : 'contact/post'}
        then={`${serviceUrls.contact(lang)}?done=sent`}
        className={styles.form}
        onFocusCapture={() => {
          if (!isKnown) captcha.start();
        }}
        onSubmit={submit}
      >
        <SelectField
          id={idOf('subject')}
          name="subject"
          label={t`Subject`}
          required
          placeholder={t`Please select`}
          value={values.subject}
          onChange={(subject) => form.set('subject', subject)}
          onBlur={() => form.blur('subject')}
          options={SUBJECTS.map((subject) => ({ value: subject, label: subjects[subject] }))}
          error={text('subject').error}
        />
        {isKnown ? (
          <>
            <p className={styles.known} role="status">
              {address && t`You write as ${fullName}. We answer to ${address}.`}
            </p>
            {isAboutOrder && <Field {...text('order_number')} label={t`Order number`} width="short" maxLength={20} />}
          </>
        ) : (
          <FieldPair>
            <Field
              {...text('name')}
              label={t`Your name`}
              hint={t`As we may address you`}
              required
              autoComplete="name"
            />
            <EmailField {...text('email')} hint={t`For our answer only`} autoComplete="email" />
          </FieldPair>
        )}
        <Field {...text('message')} label={t`Message`} required rows={7} />
        {!isKnown && <Captcha of={captcha} error={text('captcha').error} back={sent ?? kept} />}
        {failure && <Notice tone="error" alert title={say(failure)} />}
        <div className={styles.send}>
          <Button type="submit" busy={busy} busyLabel={t`Sending…`}>{t`Send`}</Button>
          <p className="legal">
            <Trans>
              What we do with your message: <HelpLink page="privacy-statement">privacy statement</HelpLink>
            </Trans>
          </p>
        </div>
      </PostForm>
    </>
  );
}
