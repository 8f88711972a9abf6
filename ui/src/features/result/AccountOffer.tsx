/** Offers a guest an account after the order; only the password is missing (U3). */

import { Trans, useLingui } from '@lingui/react/macro';
import type { PaymentResult } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import { ButtonLink } from '../../parts/Button';
import { useCustomer } from '../../state/customer';
import { registrationPrefillStore } from '../../state/registrationPrefill';
import { useSite } from '../../state/site';
import { useStore } from '../../state/store';
import styles from './ResultScreen.module.css';

export function AccountOffer({ order }: { order: PaymentResult }) {
  const { t } = useLingui();
  const { lang, accounts } = useSite();
  const { loggedIn } = useCustomer();
  const { isRequested } = useStore(registrationPrefillStore);
  if (!accounts || loggedIn) return null;
  const { email } = order;
  const { first_name, last_name } = order.shipping_address;
  return (
    <section className={styles.offer} aria-labelledby="result-account">
      <h2 id="result-account" className="subheading">
        {isRequested ? t`Your account` : t`An account for next time`}
      </h2>
      {isRequested ? (
        <p>
          <Trans>
            If there is no account for {email} yet, an email with a link to choose your password is on its way.
          </Trans>
        </p>
      ) : (
        <>
          <p>{t`It keeps your orders and addresses together. Your details are filled in already; all that is missing is a password.`}</p>
          <ButtonLink
            href={accountUrls.register(lang)}
            variant="secondary"
            onClick={() => registrationPrefillStore.set({ email, first_name, last_name })}
          >
            {t`Create an account`}
          </ButtonLink>
        </>
      )}
    </section>
  );
}
