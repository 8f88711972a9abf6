/**
 * Subscription on a page of its own: where the footer's form leads without scripts, to choose the letters, and to read how it
 * stands.
 */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Letters } from '../../api/types';
import { queryValue, urls } from '../../domain/urls';
import { email as checkEmail, trim } from '../../domain/validate';
import { Captcha, useCaptcha } from '../../layout/Captcha';
import { PostForm } from '../../layout/PostForm';
import { firstLetters, SubscriptionTerms, subscribe } from '../../layout/subscription';
import { Button, ButtonLink } from '../../parts/Button';
import { EmailField } from '../../parts/EmailField';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { useHouseWords } from '../../parts/houseWords';
import { Icon } from '../../parts/Icon';
import { hasAnyList, NewsletterChoices } from '../../parts/NewsletterChoices';
import { NoWrap } from '../../parts/NoWrap';
import { pushSubscription } from '../../state/analytics';
import { useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSentForm, useSite } from '../../state/site';
import { problemsIn, useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './Landing.module.css';

interface Values {
  email: string;
  hah_subscribe: boolean;
  brand: boolean;
  all_subscribe_status: boolean;
  /** Not a field: the place for captcha errors. */
  captcha: string;
}

const NAMES = ['email', 'hah_subscribe', 'captcha'] as const;
const ID = 'newsletter';
const IDS: Partial<Record<keyof Values, string>> = { hah_subscribe: `${ID}-hah` };
const idOf = (name: keyof Values) => IDS[name] ?? `${ID}-${name}`;

/** What the page says that a form has done, by `done`. */
const DONE: Readonly<Record<string, string>> = {
  asked: 'newsletter.confirm',
  subscribed: 'newsletter.subscribed',
};

const lettersOf = (values: Values): Letters => ({
  hah_subscribe: values.hah_subscribe ? 1 : 0,
  brand: values.brand ? 1 : 0,
  all_subscribe_status: values.all_subscribe_status ? 1 : 0,
});

const boxesOf = (lists: Letters) => ({
  hah_subscribe: lists.hah_subscribe === 1,
  brand: lists.brand === 1,
  all_subscribe_status: lists.all_subscribe_status === 1,
});

export default function NewsletterScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const { eu, lang } = useSite();
  const words = useHouseWords();
  const sent = useSentForm('newsletter/subscribe');
  const captcha = useCaptcha('newsletter');
  const [initial] = useState<Values>(() => withSent({ email: '', ...boxesOf(firstLetters(eu)), captcha: '' }, sent));
  const check = (values: Values) =>
    problemsIn<Values>({
      email: checkEmail(values.email),
      hah_subscribe: eu && !hasAnyList(lettersOf(values)) ? { id: 'newsletter.select' } : null,
    });
  const form = useForm(initial, check, sent);
  const done = (state: string) => navigate(`/${lang}/newsletter?done=${state}`, { replace: true });
  const { errors, busy, text, submit } = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send(values) {
      const args = { email: trim(values.email), ...lettersOf(values), source: 'footer' as const };
      const answer = await subscribe(captcha, args);
      pushSubscription('footer', lang);
      done(answer?.confirmation_required ? 'asked' : 'subscribed');
    },
  });
  const state = queryValue(search, 'done');
  const told = Object.hasOwn(DONE, state) ? DONE[state] : undefined;
  usePage({ title: words.newsletterTitle, noindex: true, hasErrors: errors.length > 0 });

  if (told) return <Told title={words.newsletterTitle} id={told} />;
  const { values } = form;
  return (
    <div className={`wrap ${styles.screen}`}>
      <div className={styles.form}>
        <ErrorSummary errors={errors} submitCount={form.submitCount} />
        <h1 tabIndex={-1}>{words.newsletterTitle}</h1>
        <p className={styles.text}>{words.newsletterText}</p>
        <PostForm call="newsletter/subscribe" onSubmit={submit} onFocusCapture={captcha.start}>
          <EmailField {...text('email')} autoComplete="email" />
          {eu && (
            <NewsletterChoices
              id={ID}
              legend={t`What may we write to you about?`}
              lists={lettersOf(values)}
              onChange={(lists) => {
                const boxes = boxesOf(lists);
                form.set('brand', boxes.brand);
                form.set('all_subscribe_status', boxes.all_subscribe_status);
                form.set('hah_subscribe', boxes.hah_subscribe);
              }}
              noneChosen={form.problems.hah_subscribe !== undefined}
            />
          )}
          <Captcha of={captcha} id={`${ID}-captcha`} error={text('captcha').error} />
          <SubscriptionTerms />
          <p>
            <Button type="submit" busy={busy} busyLabel={t`One moment…`}>{t`Subscribe`}</Button>
          </p>
        </PostForm>
      </div>
    </div>
  );
}

/** How the subscription stands. */
function Told({ title, id }: { title: string; id: string }) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  return (
    <div className={`wrap ${styles.screen}`}>
      <div className={styles.panel} data-state="done">
        <span className={styles.sign}>
          <Icon name="success" size={32} />
        </span>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.text} role="status">
          <NoWrap>{say({ id })}</NoWrap>
        </p>
        <div className={styles.next}>
          <ButtonLink href={urls.home(lang)} variant="secondary">{t`Go to the home page`}</ButtonLink>
        </div>
      </div>
    </div>
  );
}
