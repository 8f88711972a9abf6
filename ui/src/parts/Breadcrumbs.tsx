/** Where a page stands. The last name is the page itself and no link. */

import { useLingui } from '@lingui/react/macro';
import type { NamedLink } from '../api/types';
import { urls } from '../domain/urls';
import { useLang } from '../state/site';
import styles from './Breadcrumbs.module.css';
import { Link } from './Link';

/** `links` from the top level down; home is put before them, `current` after; while it is not known yet, it is empty. */
export function Breadcrumbs({ links, current }: { links: NamedLink[]; current: string }) {
  const { t } = useLingui();
  const lang = useLang();
  return (
    <nav aria-label={t`Breadcrumbs`} class={styles.nav}>
      <ol class={styles.list}>
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
