/** Finds an order without an account: its link is sent to the address that it was placed with. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { accountUrls } from '../../domain/accountUrls';
import { urls } from '../../domain/urls';
import { DoneNotice } from '../../layout/DoneNotice';
import { ButtonLink } from '../../parts/Button';
import { NoWrap } from '../../parts/NoWrap';
import { Scriptless } from '../../parts/Scriptless';
import { useCustomer } from '../../state/customer';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useSite } from '../../state/site';
import { LinkForm } from './LinkForm';
import styles from './ResultScreen.module.css';

export default function FindOrderScreen({ path }: ScreenProps) {
  const { t } = useLingui();
  const { accounts, lang } = useSite();
  const { loggedIn } = useCustomer();
  const [hasErrors, setErrors] = useState(false);
  usePage({ title: t`Find your order`, path, noindex: true, hasErrors });
  return (
    <div className={`wrap ${styles.screen}`} data-narrow>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t`Find your order`}</h1>
        <p className={styles.text}>
          <NoWrap>
            {t`If you ordered without an account: we send a link to your order, its invoice and its return to the email address that you ordered with.`}
          </NoWrap>
        </p>
      </header>
      <section className={styles.section}>
        <Scriptless>{import.meta.env.SSR && <DoneNotice of={{ asked: 'order.link_asked' }} />}</Scriptless>
        <LinkForm onErrors={setErrors} page="/order/find" action={t`Send me the link`} />
      </section>
      {accounts && (
        <section className={styles.section} aria-labelledby="find-account">
          <h2 id="find-account" className="subheading">{t`With an account`}</h2>
          <p>
            <Trans>You find all your orders in your account.</Trans>
          </p>
          <p>
            <ButtonLink
              href={loggedIn ? accountUrls.orders(lang) : urls.login(lang, accountUrls.orders(lang))}
              variant="secondary"
            >
              {loggedIn ? t`Your orders` : t`Log in`}
            </ButtonLink>
          </p>
        </section>
      )}
    </div>
  );
}
