/** Customer service: contact form with six subjects, and other channels (boutique.md §3). */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ContactAnswer } from '../../api/types';
import { serviceUrls } from '../../domain/serviceUrls';
import { queryValue, urls } from '../../domain/urls';
import { isLinkMailed, MailedLink } from '../../layout/MailedLink';
import { Breadcrumbs } from '../../parts/Breadcrumbs';
import { Button, ButtonLink } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { useServiceHours } from '../../parts/ServiceHours';
import { openChat } from '../../state/chat';
import { useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSite } from '../../state/site';
import { ContactForm } from './ContactForm';
import styles from './ContactScreen.module.css';

interface SentMessage {
  answer: ContactAnswer;
  text: string;
}

const SENT_WITHOUT_SCRIPTS: SentMessage = {
  answer: { message: { id: 'contact.sent', message: '', params: {} }, reference: '' },
  text: '',
};

export default function ContactScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const hours = useServiceHours();
  const [sent, setSent] = useState(() => (queryValue(search, 'done') === 'sent' ? SENT_WITHOUT_SCRIPTS : undefined));
  const [hasErrors, setErrors] = useState(false);
  usePage({
    title: t`Contact`,
    description: hours
      ? t`Write to our customer service, call, or chat. ${hours}. Letters are answered within 24 hours.`
      : t`Write to our customer service, or call. Letters are answered within 24 hours.`,
    hasErrors,
  });
  return (
    <div className="wrap">
      <Breadcrumbs links={[]} current={t`Contact`} />
      <div className={styles.grid}>
        <div className={styles.main}>
          {isLinkMailed(search) ? (
            <div className={styles.sent}>
              <h1 tabIndex={-1}>{t`Please check your email`}</h1>
              <MailedLink />
            </div>
          ) : sent ? (
            <Sent
              {...sent}
              onAnother={() => {
                setSent(undefined);
                // A reload shows the form, too.
                if (search) navigate(serviceUrls.contact(lang), { replace: true });
              }}
            />
          ) : (
            <ContactForm onSent={(answer, text) => setSent({ answer, text })} onErrors={setErrors} />
          )}
        </div>
        <OtherChannels />
      </div>
    </div>
  );
}

/** Confirmation with the message sent; without scripts the message is gone. */
function Sent({ answer, text, onAnother }: SentMessage & { onAnother: () => void }) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const { reference } = answer;
  const ref = useRef<HTMLHeadingElement>(null);
  // The form with the focused element was removed.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className={styles.sent}>
      <span className={styles.sign}>
        <Icon name="success" size={32} />
      </span>
      <h1 ref={ref} tabIndex={-1}>{t`Thank you for your message`}</h1>
      <p role="status">{say(answer.message)}</p>
      {reference && <p className="small">{t`Your reference: ${reference}`}</p>}
      {text && (
        <figure className={styles.copy}>
          <figcaption>{t`What you wrote`}</figcaption>
          <blockquote>{text}</blockquote>
        </figure>
      )}
      <ButtonLink
        variant="secondary"
        href={serviceUrls.contact(lang)}
        onClick={(event) => {
          event.preventDefault();
          onAnother();
        }}
      >
        {t`Write another message`}
      </ButtonLink>
    </div>
  );
}

/** Other channels. */
function OtherChannels() {
  const { t } = useLingui();
  const lang = useLang();
  const { phone, email } = useSite();
  const hours = useServiceHours();
  return (
    <aside className={styles.ways} aria-labelledby="contact-ways">
      <h2 id="contact-ways" className={styles.waysTitle}>{t`Rather talk to somebody?`}</h2>
      <dl className={styles.list}>
        <div>
          <dt>{t`Telephone`}</dt>
          <dd>
            <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Email</Trans>
          </dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        {hours && (
          <div>
            <dt>{t`Hours`}</dt>
            <dd>{hours}</dd>
          </div>
        )}
      </dl>
      <p className={styles.chat}>
        <Button variant="secondary" small aria-haspopup="dialog" onClick={openChat}>
          <Icon name="chat" size={18} />
          <span>{t`Open the chat`}</span>
        </Button>
      </p>
      <p className="small">
        <Trans>
          Many questions have their answer already:{' '}
          <Link href={urls.help(lang, 'shipping-and-returns')}>shipping and returns</Link>,{' '}
          <Link href={urls.help(lang, 'returns')}>right of withdrawal</Link>.
        </Trans>
      </p>
    </aside>
  );
}
