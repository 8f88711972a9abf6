/** Menu drawer of narrow screens: departments, help, language and currency. */

import { useLingui } from '@lingui/react/macro';
import type { MenuItem } from '../api/types';
import { serviceUrls } from '../domain/serviceUrls';
import { urls } from '../domain/urls';
import { Drawer } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import { Link } from '../parts/Link';
import { useAccountHref, useCustomer } from '../state/customer';
import { useSite } from '../state/site';
import { LocaleLinks } from './LocaleLinks';
import styles from './MobileMenu.module.css';

export interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  items: MenuItem[];
}

export function MobileMenu({ open, onClose, items }: MobileMenuProps) {
  const { t } = useLingui();
  const { lang, phone, email, accounts } = useSite();
  const { loggedIn, firstName } = useCustomer();
  const href = useAccountHref();
  const account = firstName ? t`Your account, ${firstName}` : t`Your account`;
  return (
    <Drawer side="left" open={open} onClose={onClose} title={t`Menu`}>
      <nav aria-label={t`Departments`}>
        <ul className={styles.list}>
          {items.map((item) => {
            const { name } = item;
            return (
              <li key={item.key} className={styles.item}>
                {item.children.length === 0 ? (
                  <Link href={item.url} className={styles.top}>
                    {item.name}
                  </Link>
                ) : (
                  <details name="mobile-menu">
                    <summary className={styles.top}>
                      <span>{item.name}</span>
                      <Icon name="chevron-down" size={18} />
                    </summary>
                    <ul className={styles.children}>
                      {item.children.map((child) => (
                        <li key={child.key}>
                          <Link href={child.url}>{child.name}</Link>
                        </li>
                      ))}
                      <li>
                        <Link
                          href={item.url}
                          className={styles.all}
                          aria-label={t`View all: ${name}`}
                        >{t`View all`}</Link>
                      </li>
                    </ul>
                  </details>
                )}
              </li>
            );
          })}
        </ul>
      </nav>
      <ul className={styles.more}>
        {accounts && (
          <li>
            <Link href={href}>
              <Icon name="user" size={18} />
              <span>{loggedIn ? account : t`Log in`}</span>
            </Link>
          </li>
        )}
        <li>
          <Link href={serviceUrls.wishlist(lang)}>{t`Wishlist`}</Link>
        </li>
        <li>
          <Link href={serviceUrls.contact(lang)}>{t`Contact form`}</Link>
        </li>
        <li>
          <Link href={urls.help(lang, 'shipping-and-returns')}>{t`Shipping and returns`}</Link>
        </li>
        <li>
          <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
        </li>
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      </ul>
      <div className={styles.locale}>
        <LocaleLinks id="menu-locale" />
      </div>
    </Drawer>
  );
}
