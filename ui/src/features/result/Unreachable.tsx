/** The payment provider was unreachable and no order is known. */

import { useLingui } from '@lingui/react/macro';
import { urls } from '../../domain/urls';
import { ButtonLink } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { useLang } from '../../state/site';
import { Contact } from './Contact';
import styles from './ResultScreen.module.css';

export function Unreachable({ title }: { title: string }) {
  const { t } = useLingui();
  const lang = useLang();
  return (
    <div className={`wrap ${styles.screen}`}>
      <header className={styles.head} data-tone="error">
        <span className={styles.sign}>
          <Icon name="error" size={32} />
        </span>
        <h1 tabIndex={-1}>{title}</h1>
        <p
          className={styles.text}
        >{t`Nothing has been charged, and your bag is as it was. Please try again in a moment, or choose a transfer or a cheque.`}</p>
      </header>
      <div className={styles.actions}>
        <ButtonLink href={urls.checkout(lang)}>{t`Return to checkout`}</ButtonLink>
        <ButtonLink href={urls.cart(lang)} variant="secondary">{t`View bag`}</ButtonLink>
      </div>
      <Contact />
    </div>
  );
}
