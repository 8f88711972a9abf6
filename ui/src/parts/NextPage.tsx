/** The next page of a list where no script appends it. */

import { useLingui } from '@lingui/react/macro';
import { ButtonLink } from './Button';
import styles from './LoadMore.module.css';

export function NextPage({ href }: { href: string }) {
  const { t } = useLingui();
  return (
    <p className={styles.next}>
      <ButtonLink href={href} variant="secondary">{t`Load more`}</ButtonLink>
    </p>
  );
}
