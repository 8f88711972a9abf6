/** Finds whoever calls among accounts and former guests. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCallers } from '../../api/telephone';
import { Search } from '../../parts/Search';
import { useMessageText } from '../../parts/text';
import styles from './OrderNewScreen.module.css';

export function Callers({ onChoose }: { onChoose: (key: string) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [q, setQ] = useState('');
  const { data, error } = useCallers(q);
  const found = q ? data?.items : undefined;
  return (
    <div className={styles.choices}>
      <Search
        label={t`Find the customer`}
        placeholder={t`Name, mail, phone, member card or order`}
        value={q}
        onSearch={setQ}
      />
      {error && <p role="alert">{say(error)}</p>}
      <p className={styles.quiet} role="status">
        {found?.length === 0 && <Trans>Nobody is found. Type what they tell you below.</Trans>}
      </p>
      {found && found.length > 0 && (
        <ul className={styles.callers} aria-label={t`Found customers`}>
          {found.map(({ key, name, email, is_guest: isGuest }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  setQ('');
                  onChoose(key);
                }}
              >
                <span className={styles.name}>{name || email}</span>
                <span className={styles.quiet}>
                  {email} · {isGuest ? t`Guest` : t`Has an account`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
