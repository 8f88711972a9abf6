/** Frame of the account screens, with their navigation at the side; on narrow screens it is a list on the first screen. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { accountUrls } from '../domain/accountUrls';
import { serviceUrls } from '../domain/serviceUrls';
import { urls } from '../domain/urls';
import { ErrorSummary, type SummaryError } from '../parts/ErrorSummary';
import { Icon } from '../parts/Icon';
import { Link } from '../parts/Link';
import { useLang } from '../state/site';
import styles from './AccountFrame.module.css';

export type AccountPart = 'account' | 'orders' | 'invoices' | 'wishlist' | 'addresses' | 'details';

export interface AccountFrameProps {
  part: AccountPart;
  title: string;
  /** Parent page of the back link; defaults to the account. */
  parent?: { name: string; href: string };
  /** Below the heading. */
  intro?: ReactNode;
  errors?: SummaryError[];
  submitCount?: number;
  children: ReactNode;
}

export function AccountFrame({
  part,
  title,
  parent,
  intro,
  errors = [],
  submitCount = 0,
  children,
}: AccountFrameProps) {
  const { t } = useLingui();
  const lang = useLang();
  const links: { key: AccountPart | 'logout'; name: string; href: string }[] = [
    { key: 'account', name: t`Overview`, href: urls.account(lang) },
    { key: 'orders', name: t`Orders`, href: accountUrls.orders(lang) },
    { key: 'invoices', name: t`Invoices`, href: accountUrls.invoices(lang) },
    { key: 'wishlist', name: t`Wishlist`, href: serviceUrls.wishlist(lang) },
    { key: 'addresses', name: t`Addresses`, href: accountUrls.addresses(lang) },
    { key: 'details', name: t`Details and password`, href: accountUrls.edit(lang) },
    { key: 'logout', name: t`Log out`, href: accountUrls.logout(lang) },
  ];
  return (
    <div className={`wrap ${styles.screen}`} data-part={part}>
      <nav className={styles.nav} aria-label={t`Your account`}>
        <ul>
          {links.map(({ key, name, href }) => (
            <li key={key} data-key={key}>
              <Link href={href} aria-current={key === part ? 'page' : undefined}>
                <span>{name}</span>
                <Icon name="chevron-right" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.main}>
        <ErrorSummary errors={errors} submitCount={submitCount} />
        <header className={styles.header}>
          {part !== 'account' && (
            <p className={styles.back}>
              <Link href={parent?.href ?? urls.account(lang)}>
                <Icon name="chevron-left" size={16} />
                <span>{parent?.name ?? t`Your account`}</span>
              </Link>
            </p>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <div className={styles.intro}>{intro}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
