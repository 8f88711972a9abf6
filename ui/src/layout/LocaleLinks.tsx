/** The page in other languages and currencies, as plain links: each is another document (I2). */

import { useLingui } from '@lingui/react/macro';
import { writeCookie } from '../api/client';
import { inLanguage, parseQuery } from '../domain/urls';
import { alternatesStore } from '../state/page';
import { savePreviousStore } from '../state/previousStore';
import { useRoute } from '../state/route';
import { useSite } from '../state/site';
import { useStore } from '../state/store';
import styles from './LocaleLinks.module.css';

/** Lifetime of the language cookie: one year in seconds (boutique.md §2, decisions.md §4). */
const LANG_MAX_AGE = 31_536_000;

function withQuery(path: string, pairs: [string, string][]): string {
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return query ? `${path}?${query}` : path;
}

export function LocaleLinks({ id }: { id: string }) {
  const { t } = useLingui();
  const site = useSite();
  const { path, search } = useRoute();
  const declared = useStore(alternatesStore).alternates ?? site.alternates;
  const pairs = parseQuery(search).filter(([name]) => name !== 'currency');
  return (
    <div className={styles.groups}>
      <div>
        <p className={styles.title} id={`${id}-language`}>{t`Language`}</p>
        <ul className={styles.list} aria-labelledby={`${id}-language`}>
          {site.languages.map(({ lang, name: itself, locale }) => (
            <li key={lang}>
              <a
                href={withQuery(declared[lang] ?? inLanguage(path, lang), pairs)}
                lang={locale}
                hrefLang={locale}
                aria-current={lang === site.lang ? 'true' : undefined}
                // `state/formDraft` saves the page's input when one of these links is followed.
                onClick={() => {
                  writeCookie('lang', lang, LANG_MAX_AGE);
                  if (lang !== site.lang) savePreviousStore(site.store_id);
                }}
              >
                {itself}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className={styles.title} id={`${id}-currency`}>{t`Currency`}</p>
        <ul className={styles.list} aria-labelledby={`${id}-currency`}>
          {site.currencies.map((currency) => (
            <li key={currency}>
              <a
                href={withQuery(path, [...pairs, ['currency', currency]])}
                rel="nofollow"
                aria-current={currency === site.currency ? 'true' : undefined}
              >
                {currency}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
