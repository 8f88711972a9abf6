/** Reduced header of the checkout: brand, security note, help. No links away from the order. */

import { useLingui } from '@lingui/react/macro';
import { urls } from '../domain/urls';
import { Link } from '../parts/Link';
import { useSite } from '../state/site';
import styles from './CheckoutHeader.module.css';
import { Wordmark } from './Wordmark';

export function CheckoutHeader() {
  const { t } = useLingui();
  const { lang, brand, phone } = useSite();
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <Link href={urls.home(lang)} className={styles.name} aria-label={t`${brand}, home page`}>
          <Wordmark />
        </Link>
        <p className={styles.secure}>{t`Secure checkout`}</p>
        <p className={styles.help}>
          <Link href={urls.help(lang, 'shipping-and-returns')}>{t`Help`}</Link>
          <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
        </p>
      </div>
    </header>
  );
}
