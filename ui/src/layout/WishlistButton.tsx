/** Heart button: adds a product to the wishlist or removes it. The action is loaded on first use. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { serviceUrls } from '../domain/serviceUrls';
import { FieldError } from '../parts/FieldError';
import { Icon } from '../parts/Icon';
import { useMessageText } from '../state/i18n';
import { useLang, useSentForm } from '../state/site';
import { useStore } from '../state/store';
import { entriesFor, type WishlistItem, wishlistStore } from '../state/wishlist';
import { PostForm } from './PostForm';
import styles from './WishlistButton.module.css';

/** `worded`: with visible text, on the product page. Only there it works without scripts: lists would carry a form a card. */
export function WishlistButton({ worded, ...item }: WishlistItem & { worded?: boolean }) {
  const { i18n, t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const sent = useSentForm('wishlist/add');
  const { entries } = useStore(wishlistStore);
  const [busy, setBusy] = useState(false);
  const { name, sku } = item;
  const isSaved = entriesFor(item, entries).length > 0;
  const toggle = () => {
    if (busy) return;
    setBusy(true);
    import('../state/wishlistActions')
      .then(({ toggleWishlistItem }) => toggleWishlistItem(i18n, item))
      .catch(() => {})
      .finally(() => setBusy(false));
  };
  if (worded) {
    return (
      <PostForm call="wishlist/add" then={`${serviceUrls.wishlist(lang)}?done=added`} onSubmit={toggle}>
        <input type="hidden" name="sku" value={sku} />
        {/* Its words say how it stands; a state besides would say it twice. */}
        <button type="submit" className={styles.worded} data-saved={isSaved ? '' : undefined}>
          <Icon name="heart" />
          <span>{isSaved ? t`Saved to the wishlist` : t`Save to the wishlist`}</span>
        </button>
        {sent && <FieldError id="wishlist-problem">{say(sent.error)}</FieldError>}
      </PostForm>
    );
  }
  return (
    <button
      type="button"
      className={`corner ${styles.heart}`}
      aria-pressed={isSaved ? 'true' : 'false'}
      aria-label={t`Save to the wishlist: ${name}`}
      onClick={toggle}
    >
      <Icon name="heart" />
    </button>
  );
}
