/** The passkey first, and what can be used instead of it below; why no passkey is offered here, where that is so. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePasskeyPlace } from '../api/passkeys';
import { useSession } from '../api/queries';
import styles from './Ways.module.css';

interface Props {
  /** None where there is nothing to ask a passkey for. */
  passkey?: ReactNode;
  /** Password and code; none for people without. */
  password?: ReactNode;
}

export function Ways({ passkey, password }: Props) {
  const { t } = useLingui();
  return (
    <div className={styles.ways}>
      {passkey}
      {passkey && password && <p className={styles.or}>{t`or with your password`}</p>}
      {password}
    </div>
  );
}

/** Why no passkey is offered at this address, and where one is. */
export function NoPasskeys() {
  const place = usePasskeyPlace();
  const { passkey_host: host } = useSession();
  if (place === 'here') return null;
  const { protocol, port } = window.location;
  const own = `${host === 'localhost' ? 'http:' : protocol}//${host}${port && `:${port}`}/console`;
  return (
    <p className={styles.why}>
      {place === 'elsewhere' && (
        <Trans>
          Passkeys work at the console’s own address only: <a href={own}>{own}</a>
        </Trans>
      )}
      {place === 'no_host' && (
        <Trans>Passkeys need an address with a name, and the console has an IP address: it can be given a name.</Trans>
      )}
      {place === 'no_browser' && <Trans>This browser knows no passkeys: a newer one does.</Trans>}
    </p>
  );
}
