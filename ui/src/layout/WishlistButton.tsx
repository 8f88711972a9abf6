/**
 * Heart button: adds a product to the wishlist or removes it. The action is loaded on first use. Without scripts it sends a form:
 * that of the product's page, with the chosen options, or the one that the server writes for all hearts of a page
 * (`src/http/pages/render.rs`).
 */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Icon } from '../parts/Icon';
import { useLang } from '../state/site';
import { useStore } from '../state/store';
import { entriesFor, type WishlistItem, wishlistStore } from '../state/wishlist';
import styles from './WishlistButton.module.css';

/** Id of the form that puts a product into the bag, on its page. */
export const BUYING = 'buying';

/** `worded`: with visible text, on the product's page. */
export function WishlistButton({ worded, ...item }: WishlistItem & { worded?: boolean }) {
  const { i18n, t } = useLingui();
  const lang = useLang();
  const { entries } = useStore(wishlistStore);
  const [busy, setBusy] = useState(false);
  const { name, sku } = item;
  const isSaved = entriesFor(item, entries).length > 0;
  const toggle = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    import('../state/wishlistActions')
      .then(({ toggleWishlistItem }) => toggleWishlistItem(i18n, item))
      .catch(() => {})
      .finally(() => setBusy(false));
  };
  if (worded) {
    return (
      <button
        type="submit"
        form={BUYING}
        formAction={`/${lang}/do/wishlist/add`}
        className={styles.worded}
        // Its words say how it stands; a state besides would say it twice.
        data-saved={isSaved ? '' : undefined}
        data-replay=""
        onClick={toggle}
      >
        <Icon name="heart" />
        <span>{isSaved ? t`Saved to the wishlist` : t`Save to the wishlist`}</span>
      </button>
    );
  }
  return (
    <button
      type="submit"
      form="wish"
      name="sku"
      value={sku}
      className={`corner ${styles.heart}`}
      // A guest's, and one that is sent, is no switch.
      aria-pressed={entries ? (isSaved ? 'true' : 'false') : undefined}
      aria-label={t`Save to the wishlist: ${name}`}
      data-replay=""
      onClick={toggle}
    >
      <Icon name="heart" />
    </button>
  );
}
