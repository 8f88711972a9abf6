/** Login. Returns to the previous page; from the checkout it offers to order as a guest. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, call } from '../../api/client';
import type { LoggedIn } from '../../api/types';
import { accountUrls, isReturnPath } from '../../domain/accountUrls';
import { serviceUrls } from '../../domain/serviceUrls';
import { queryValue, urls } from '../../domain/urls';
import { email as checkEmail, trim } from '../../domain/validate';
import { Button, ButtonLink } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { Notice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { PasswordField } from '../../parts/PasswordField';
import { useMessageText } from '../../state/i18n';
import { completeLogin, loginNoticeStore, useAnswers, useGuestsOnly } from '../../state/login';
import { usePage } from '../../state/page';
import { usePasskeysOffered } from '../../state/passkeys';
import type { ScreenProps } from '../../state/route';
import { useSentForm, useSite } from '../../state/site';
import { useStore } from '../../state/store';
import { type Problems, problemsIn, useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { Frame, FramePost } from './Frame';
import styles from './Frame.module.css';
import { PasskeyLogin } from './PasskeyLogin';
import { useLoginToast } from './useLoginToast';

const NAMES = ['email', 'password'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const idOf = (name: keyof Values) => name;

function check({ email, password }: Values): Problems<Values> {
  return problemsIn<Values>({
    email: checkEmail(email),
    password: trim(password) === '' ? { id: 'password.empty' } : null,
  });
}

export default function LoginScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const { lang, languages } = useSite();
  const say = useMessageText();
  const answers = useAnswers();
  const showLoginToast = useLoginToast();
  const isOffered = usePasskeysOffered();
  const told = useStore(loginNoticeStore).messageId;
  // Without scripts the address says it.
  const messageId = told || (queryValue(search, 'done') === 'password' ? 'password.saved' : '');
  const sent = useSentForm('customer/login');
  const form = useForm<Values>(withSent({ email: '', password: '' }, sent), check, sent);
  const welcome = (answer: LoggedIn) => {
    completeLogin(answers, answer);
    showLoginToast(answer);
  };
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send({ email, password }) {
      try {
        welcome(await call('customer/login', { email: trim(email), password }));
      } catch (reason) {
        form.set('password', '');
        // Does not reveal whether an account is locked (boutique.md §8).
        if (reason instanceof ApiError && reason.id === 'login.disabled') {
          throw new ApiError(reason.status, reason.message, 'login.incorrect');
        }
        throw reason;
      }
    },
  });
  const { errors, busy } = sending;
  useGuestsOnly(search);
  usePage({ title: t`Log in`, noindex: true, hasErrors: errors.length > 0 });

  const asked = queryValue(search, 'return');
  const from = isReturnPath(
    asked,
    languages.map((language) => language.lang),
  )
    ? asked
    : '';
  const isOrdering = /^\/\w+\/(cart|checkout)(\?|$)/.test(from);
  return (
    <Frame
      title={t`Log in`}
      errors={errors}
      submitCount={form.submitCount}
      notice={
        messageId &&
        errors.length === 0 && (
          <Notice tone={messageId === 'login.required' ? 'info' : 'success'} title={say({ id: messageId })} />
        )
      }
      aside={
        <>
          {isOrdering && (
            <section className={styles.panel} aria-labelledby="login-guest">
              <h2 id="login-guest">{t`Guest checkout`}</h2>
              <p>
                <Trans>No account needed: just your name, your address and how you wish to pay.</Trans>
              </p>
              <ButtonLink href={urls.checkout(lang)} variant="secondary">{t`Continue as a guest`}</ButtonLink>
            </section>
          )}
          <section className={styles.panel} aria-labelledby="login-new">
            <h2 id="login-new">{t`New here?`}</h2>
            <p>
              <Trans>An account keeps your orders, addresses and points in one place.</Trans>
            </p>
            <ButtonLink href={accountUrls.register(lang, from)} variant="secondary">
              {t`Create an account`}
            </ButtonLink>
          </section>
          <section className={styles.panel} aria-labelledby="login-order">
            <h2 id="login-order">{t`Ordered without an account?`}</h2>
            <p>
              <Link href={serviceUrls.findOrder(lang)}>{t`Find your order`}</Link>
            </p>
          </section>
        </>
      }
    >
      <FramePost call="customer/login" then={from || accountUrls.orders(lang)} onSubmit={sending.submit}>
        <EmailField {...sending.text('email')} autoComplete={isOffered ? 'username webauthn' : 'username'} />
        <PasswordField {...sending.text('password')} label={t`Password`} autoComplete="current-password" />
        <Button type="submit" block busy={busy} busyLabel={t`Logging in…`}>
          {t`Log in`}
        </Button>
        <p className={styles.links}>
          <Link href={accountUrls.forgot(lang, from)}>{t`Forgotten your password?`}</Link>
        </p>
      </FramePost>
      {isOffered && <PasskeyLogin onLogin={welcome} />}
    </Frame>
  );
}
