/** Password reset request: always the same answer (boutique.md §8). */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import { accountUrls } from '../../domain/accountUrls';
import { queryValue, urls } from '../../domain/urls';
import { email as checkEmail, trim } from '../../domain/validate';
import { Captcha, useCaptcha } from '../../layout/Captcha';
import { Button, ButtonLink } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { Link } from '../../parts/Link';
import { useMessageText } from '../../state/i18n';
import { announce } from '../../state/liveRegion';
import { useGuestsOnly } from '../../state/login';
import { useNotify } from '../../state/notify';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSentForm, useSite } from '../../state/site';
import { problemsIn, useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { Frame, FramePost } from './Frame';
import styles from './Frame.module.css';

const NAMES = ['email', 'captcha'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const idOf = (name: keyof Values) => name;

const check = ({ email }: Values) => problemsIn<Values>({ email: checkEmail(email) });

export default function ForgetPwdScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const notify = useNotify();
  const captcha = useCaptcha('forgot');
  const [isSent, setSent] = useState(queryValue(search, 'done') === 'sent');
  const sent = useSentForm('account/forgot');
  const form = useForm<Values>(withSent({ email: '', captcha: '' }, sent), check, sent);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send({ email }) {
      await captcha.submit((value) => call('account/forgot', { email: trim(email), captcha: value }));
      notify.success({ id: 'password.forgot_neutral' });
      setSent(true);
    },
  });
  const { errors, busy, text } = sending;
  const from = queryValue(search, 'return');
  const title = isSent ? t`Please check your email` : t`Forgotten your password?`;
  useGuestsOnly(search);
  usePage({ title, noindex: true, hasErrors: errors.length > 0 });

  if (isSent) return <Sent title={title} from={from} onAgain={() => setSent(false)} />;
  return (
    <Frame
      title={title}
      intro={<Trans>Enter your email address and we will send you a link to choose a new one.</Trans>}
      errors={errors}
      submitCount={form.submitCount}
    >
      <FramePost
        call="account/forgot"
        then={`${accountUrls.forgot(lang, from)}${from ? '&' : '?'}done=sent`}
        onSubmit={sending.submit}
        onFocusCapture={captcha.start}
      >
        <EmailField {...text('email')} autoComplete="username" />
        <Captcha of={captcha} error={text('captcha').error} />
        <Button type="submit" block busy={busy} busyLabel={t`Sending…`}>
          {t`Send me a link`}
        </Button>
        <p className={styles.links}>
          <Link href={urls.login(lang, from)}>{t`Back to the login`}</Link>
        </p>
      </FramePost>
    </Frame>
  );
}

function Sent({ title, from, onAgain }: { title: string; from: string; onAgain: () => void }) {
  const { t } = useLingui();
  const { lang, phone } = useSite();
  const say = useMessageText();
  const isSaid = useRef(false);
  useEffect(() => {
    if (isSaid.current) return;
    isSaid.current = true;
    focusHeading();
    announce(say({ id: 'password.forgot_neutral' }));
  });
  return (
    <Frame title={title} intro={say({ id: 'password.forgot_neutral' })}>
      <ul className={`strokes ${styles.reasons}`}>
        <li>
          <Trans>It may take a few minutes. Please look in your spam folder too.</Trans>
        </li>
        <li>
          <Trans>Your account may use another address: the one our order confirmations go to.</Trans>
        </li>
        <li>
          <Trans>
            Our customer service helps you further: <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </Trans>
        </li>
      </ul>
      <p className={styles.links}>
        <ButtonLink
          variant="quiet"
          small
          href={accountUrls.forgot(lang, from)}
          onClick={(event) => {
            event.preventDefault();
            onAgain();
          }}
        >
          {t`Try another address`}
        </ButtonLink>
        <ButtonLink variant="quiet" small href={urls.login(lang, from)}>{t`Back to the login`}</ButtonLink>
      </p>
    </Frame>
  );
}
