/** The page before the frame: the house's name beside one task, and the language. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSession } from '../api/queries';
import type { Lang } from '../api/types';
import { LANGUAGE_NAMES, LOCALES, speak } from './language';
import { useTitle } from './Page';
import styles from './Threshold.module.css';
import { Wordmark } from './Wordmark';

interface ThresholdProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
  /** For forms of several parts. */
  wide?: boolean;
}

export function Threshold({ title, lead, children, wide }: ThresholdProps) {
  const { t, i18n } = useLingui();
  const { brand, languages } = useSession();
  const heading = useTitle(title);
  return (
    <div className={styles.threshold}>
      <header className={styles.house} data-on="primary">
        <p className={styles.brand}>
          <Wordmark brand={brand} />
        </p>
        <p className={styles.tool}>{t`Console of the shop`}</p>
      </header>
      <main className={`${styles.main} ${wide ? styles.wide : ''}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        <div className={styles.content}>{children}</div>
        <ul className={styles.languages} aria-label={t`Language`}>
          {languages.map((lang: Lang) => (
            <li key={lang}>
              <button
                type="button"
                lang={LOCALES[lang]}
                aria-current={i18n.locale === lang ? 'true' : undefined}
                onClick={() => void speak(lang)}
              >
                {LANGUAGE_NAMES[lang]}
              </button>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
