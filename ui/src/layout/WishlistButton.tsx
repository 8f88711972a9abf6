/** Heart button: adds a product to the wishlist or removes it. The action is loaded on first use. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Icon } from '../parts/Icon';
import { useStore } from '../state/store';
import { entriesFor, type WishlistItem, wishlistStore } from '../state/wishlist';
import styles from './WishlistButton.module.css';

/** `worded`: with visible text, on the product page. */
export function WishlistButton({ worded, ...item }: WishlistItem & { worded?: boolean }) {
  const { i18n, t } = useLingui();
  const { entries } = useStore(wishlistStore);
  const [busy, setBusy] = useState(false);
  const { name } = item;
  const isSaved = entriesFor(item, entries).length > 0;
  const toggle = () => {
    if (busy) return;
    setBusy(true);
    import('../state/wishlistActions')
      .then(({ toggleWishlistItem }) => toggleWishlistItem(i18n, item))
      .catch(() => {})
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      className={worded ? styles.worded : `corner ${styles.heart}`}
      aria-pressed={isSaved ? 'true' : 'false'}
      aria-label={worded ? undefined : t`Save to the wishlist: ${name}`}
      onClick={toggle}
    >
      <Icon name="heart" />
      {worded && <span>{isSaved ? t`Saved to the wishlist` : t`Save to the wishlist`}</span>}
    </button>
  );
}
