/** Registration. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../api/client';
import { accountUrls } from '../../domain/accountUrls';
import { queryValue, urls } from '../../domain/urls';
import * as validate from '../../domain/validate';
import { Captcha, useCaptcha } from '../../layout/Captcha';
import { isLinkMailed, LinkFollowed, MailedLink } from '../../layout/MailedLink';
import { Button } from '../../parts/Button';
import { NewsletterBox, TermsBox } from '../../parts/ConsentBoxes';
import { EmailField } from '../../parts/EmailField';
import { Link } from '../../parts/Link';
import { MemberCardField } from '../../parts/MemberCardField';
import { NameFields } from '../../parts/NameFields';
import { NewPasswordField } from '../../parts/NewPasswordField';
import { PasswordField } from '../../parts/PasswordField';
import { pushSubscription } from '../../state/analytics';
import { completeLogin, useAnswers, useGuestsOnly } from '../../state/login';
import { usePage } from '../../state/page';
import { registrationPrefillStore } from '../../state/registrationPrefill';
import type { ScreenProps } from '../../state/route';
import { useKeptForm, useLang, useSentForm } from '../../state/site';
import { useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { Frame, FramePost } from './Frame';
import styles from './Frame.module.css';
import { checkRegister, EMPTY, NAMES, type RegisterValues } from './registerForm';
import { useLoginToast } from './useLoginToast';

const idOf = (name: keyof RegisterValues) => name;

export default function RegisterScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const answers = useAnswers();
  const showLoginToast = useLoginToast();
  const captcha = useCaptcha('registration');
  const [initial] = useState<RegisterValues>(() => {
    const { isRequested: _, ...person } = registrationPrefillStore.get();
    return { ...EMPTY, ...person };
  });
  const sent = useSentForm('customer/create');
  const kept = useKeptForm('customer/create');
  const form = useForm(withSent(initial, sent ?? kept), checkRegister, sent);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send({ member_card, ...values }) {
      const answer = await captcha.submit((value) =>
        call('customer/create', {
          ...values,
          email: validate.trim(values.email),
          first_name: validate.oneLine(values.first_name),
          last_name: validate.oneLine(values.last_name),
          member_card: validate.compact(member_card),
          captcha: value,
        }),
      );
      if (values.newsletter) pushSubscription('registration', lang);
      registrationPrefillStore.set(registrationPrefillStore.initial);
      completeLogin(answers, answer);
      showLoginToast(answer, 'customer.registered');
    },
  });
  const { errors, busy, text, checkbox } = sending;
  const from = queryValue(search, 'return');
  useGuestsOnly(search);
  const isMailed = isLinkMailed(search);
  const title = isMailed ? t`Please check your email` : t`Create an account`;
  usePage({ title, noindex: true, hasErrors: errors.length > 0 });

  if (isMailed) {
    return (
      <Frame title={title}>
        <MailedLink />
      </Frame>
    );
  }
  return (
    <Frame
      title={title}
      errors={errors}
      submitCount={form.submitCount}
      notice={kept && <LinkFollowed />}
      aside={
        <>
          <section className={styles.panel} aria-labelledby="register-why">
            <h2 id="register-why">{t`What an account is for`}</h2>
            <ul className={`strokes ${styles.reasons}`}>
              <li>{t`Your orders, and where each of them stands`}</li>
              <li>{t`Your addresses, ready at checkout`}</li>
              <li>{t`Your points, from every order with a member card`}</li>
            </ul>
            <p>
              <Trans>You can delete it yourself at any time.</Trans>
            </p>
          </section>
          <section className={styles.panel} aria-labelledby="register-known">
            <h2 id="register-known">{t`Already have an account?`}</h2>
            <p className={styles.links}>
              <Link href={urls.login(lang, from)}>{t`Log in`}</Link>
            </p>
          </section>
        </>
      }
    >
      <FramePost
        call="customer/create"
        then={from || accountUrls.orders(lang)}
        onSubmit={sending.submit}
        onFocusCapture={captcha.start}
      >
        <NameFields text={text} />
        <EmailField {...text('email')} hint={t`For logging in, and for news of your orders`} autoComplete="email" />
        {form.problems.email?.id === 'customer.exists' && (
          <p className={styles.links}>
            <Link href={urls.login(lang, from)}>{t`Log in`}</Link>
            <Link href={accountUrls.forgot(lang, from)}>{t`Forgotten your password?`}</Link>
          </p>
        )}
        <NewPasswordField
          {...text('password')}
          label={t`Password`}
          hint={t`At least 6 characters; 8 or more are safer`}
        />
        <PasswordField {...text('password_confirmation')} label={t`Confirm password`} autoComplete="new-password" />
        <MemberCardField {...text('member_card')} offer={t`Member card number`} />
        <div className={styles.boxes}>
          <NewsletterBox {...checkbox('newsletter')} />
          <TermsBox {...checkbox('terms')} />
        </div>
        <Captcha of={captcha} error={text('captcha').error} back={sent ?? kept} />
        <Button type="submit" block busy={busy} busyLabel={t`Creating your account…`}>
          {t`Create an account`}
        </Button>
      </FramePost>
    </Frame>
  );
}
