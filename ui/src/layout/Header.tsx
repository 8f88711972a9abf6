/** Header of every page except the checkout: departments, brand, search, language and currency, cart. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCall } from '../api/useCall';
import { serviceUrls } from '../domain/serviceUrls';
import { urls } from '../domain/urls';
import { Icon } from '../parts/Icon';
import { Link } from '../parts/Link';
import { openCartDrawer, useCartCount } from '../state/cart';
import { useAccountHref, useCustomer } from '../state/customer';
import { progressStore } from '../state/progress';
import { useRoute } from '../state/route';
import { useLang, useSite } from '../state/site';
import { useStore } from '../state/store';
import styles from './Header.module.css';
import { LocaleMenu } from './LocaleMenu';
import { loadMobileMenu, loadSearchDialog, useLazy } from './lazy';
import { MegaMenu } from './MegaMenu';
import { Wordmark } from './Wordmark';

function CartLink() {
  const { t } = useLingui();
  const lang = useLang();
  const totalQty = useCartCount();
  const { name } = useRoute();
  const label = totalQty > 0 ? t`Bag, ${plural(totalQty, { one: '# item', other: '# items' })}` : t`Bag`;
  return (
    <a
      href={urls.cart(lang)}
      className={styles.tool}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={(event) => {
        // On the cart page the drawer would repeat the page.
        if (name === 'cart' || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openCartDrawer();
      }}
    >
      <Icon name="bag" />
      <span className={styles.count} data-empty={totalQty > 0 ? undefined : ''} aria-hidden="true">
        {totalQty > 0 ? String(totalQty) : null}
      </span>
    </a>
  );
}

/** Link to the account or the login, by the login hint. In the menu on narrow screens. */
function AccountLink() {
  const { t } = useLingui();
  const { accounts } = useSite();
  const { loggedIn, firstName } = useCustomer();
  const href = useAccountHref();
  if (!accounts) return null;
  const name = firstName ? t`Your account, ${firstName}` : t`Your account`;
  return (
    <Link href={href} className={`${styles.tool} ${styles.account}`} aria-label={loggedIn ? name : t`Log in`}>
      <Icon name="user" />
      {firstName && <span className={styles.person}>{firstName}</span>}
    </Link>
  );
}

export function Header() {
  const { t } = useLingui();
  const lang = useLang();
  const { brand, accounts } = useSite();
  const { busy } = useStore(progressStore);
  const [searching, setSearching] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const menu = useCall('page/topmenu', {});
  const items = menu.data?.items ?? [];
  const MobileMenu = useLazy(menuOpen, loadMobileMenu);
  const SearchDialog = useLazy(searching, loadSearchDialog);

  return (
    <header className={styles.header} data-busy={busy ? '' : undefined}>
      <div className={`wrap ${styles.bar}`}>
        <div className={styles.start}>
          {/* Without scripts: the departments at the foot of the home page. */}
          <form action={`${urls.home(lang)}#departments`} className={styles.burger}>
            <button
              type="submit"
              className={styles.tool}
              aria-haspopup="dialog"
              aria-label={t`Menu`}
              data-replay=""
              onClick={(event) => {
                event.preventDefault();
                setMenuOpen(true);
              }}
            >
              <Icon name="menu" size={22} />
            </button>
          </form>
          <MegaMenu items={items} />
        </div>
        <Link href={urls.home(lang)} className={styles.name} aria-label={t`${brand}, home page`}>
          <Wordmark />
        </Link>
        <div className={styles.end}>
          <LocaleMenu />
          <form
            action={urls.search(lang)}
            method="get"
            onSubmit={(event) => {
              event.preventDefault();
              setSearching(true);
            }}
          >
            <button type="submit" className={styles.tool} aria-haspopup="dialog" aria-label={t`Search`}>
              <Icon name="search" />
            </button>
          </form>
          <AccountLink />
          {accounts && (
            <Link
              href={serviceUrls.wishlist(lang)}
              className={`${styles.tool} ${styles.wishlist}`}
              aria-label={t`Wishlist`}
            >
              <Icon name="heart" />
            </Link>
          )}
          <CartLink />
        </div>
      </div>
      {MobileMenu && <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} items={items} />}
      {SearchDialog && <SearchDialog open={searching} onClose={() => setSearching(false)} departments={items} />}
    </header>
  );
}
