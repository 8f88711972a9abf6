/** Breadcrumbs. The last name is the page itself, without a link. */

import { useLingui } from '@lingui/react/macro';
import type { NamedLink } from '../api/types';
import { urls } from '../domain/urls';
import { useLang } from '../state/site';
import styles from './Breadcrumbs.module.css';
import { Link } from './Link';

/** `links` from the top level down; home is prepended, `current` appended unless empty (loading). */
export function Breadcrumbs({ links, current }: { links: NamedLink[]; current: string }) {
  const { t } = useLingui();
  const lang = useLang();
  return (
    <nav aria-label={t`Breadcrumbs`} className={styles.nav}>
      <ol className={styles.list}>
        <li>
          <Link href={urls.home(lang)}>{t`Home`}</Link>
        </li>
        {links.map((link) => (
          <li key={link.key}>
            <Link href={link.url}>{link.name}</Link>
          </li>
        ))}
        {current && (
          <li>
            <span aria-current="page">{current}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
