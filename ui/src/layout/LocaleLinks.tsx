/**
 * The page in other languages and currencies, as plain links: each is another document (I2). `state/languageSwitch` hears when one of
 * the languages is chosen.
 */

import { useLingui } from '@lingui/react/macro';
import { inLanguage, parseQuery } from '../domain/urls';
import { alternatesStore } from '../state/page';
import { useRoute } from '../state/route';
import { useSite } from '../state/site';
import { useStore } from '../state/store';
import styles from './LocaleLinks.module.css';

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
