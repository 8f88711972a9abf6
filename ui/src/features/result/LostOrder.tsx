/** No order for this token: causes, and where to find the link. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { urls } from '../../domain/urls';
import { browserOnly, type Loader, useLazy } from '../../layout/lazy';
import { Button, ButtonLink } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { Scriptless } from '../../parts/Scriptless';
import { useNotify } from '../../state/notify';
import { useLang } from '../../state/site';
import { Contact } from './Contact';
import type { LinkFormProps } from './LinkForm';
import { LinkPage } from './LinkPage';
import styles from './ResultScreen.module.css';

const loadLinkForm: Loader<LinkFormProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./LinkForm').then((module) => module.LinkForm);

export function LostOrder({ title, onErrors }: { title: string } & LinkFormProps) {
  const { t } = useLingui();
  const lang = useLang();
  const [isOpen, setOpen] = useState(false);
  const notify = useNotify();
  const LinkForm = useLazy(isOpen, loadLinkForm, () => notify.failure({ id: 'network.offline' }));
  return (
    <div className={`wrap ${styles.screen}`}>
      <header className={styles.head} data-tone="warning">
        <span className={styles.sign}>
          <Icon name="warning" size={32} />
        </span>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.text}>{t`The address of this page is incomplete or mistyped, or the link has ended.`}</p>
      </header>
      <section className={styles.section} aria-labelledby="lost-help">
        <h2 id="lost-help" className="subheading">{t`How to find it`}</h2>
        <ul className={styles.hints}>
          <li>
            <Trans>
              Open the confirmation that we sent to your email address, and follow its link. Some mail programs break a
              long address: copy all of it.
            </Trans>
          </li>
          <li>
            <Trans>Look among the unwanted mail if no confirmation has arrived within a few minutes.</Trans>
          </li>
          <li>
            <Trans>
              If you have just ordered, please do not order again. Write to us with your name, the date and the sum, and
              we will tell you how your order stands.
            </Trans>
          </li>
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="lost-link">
        <h2 id="lost-link" className="subheading">{t`Have a new link sent to you`}</h2>
        <p>
          <Trans>
            Links to an order end a year after it is completed. A new one leads you to your order, its invoice and the
            withdrawal from the contract.
          </Trans>
        </p>
        <Scriptless>{import.meta.env.SSR && <LinkPage />}</Scriptless>
        {LinkForm ? (
          <LinkForm onErrors={onErrors} isOpened />
        ) : (
          <Button
            variant="secondary"
            className={styles.scripted}
            busy={isOpen}
            busyLabel={t`One moment…`}
            onClick={() => setOpen(true)}
          >
            {t`Send me a new link`}
          </Button>
        )}
      </section>
      <Contact />
      <div className={styles.actions}>
        <ButtonLink href={urls.cart(lang)} variant="secondary">{t`View bag`}</ButtonLink>
        <ButtonLink href={urls.home(lang)} variant="secondary">{t`Continue shopping`}</ButtonLink>
      </div>
    </div>
  );
}
