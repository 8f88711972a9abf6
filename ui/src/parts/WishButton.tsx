/** The heart: saves a product to the wishlist and takes it off. What a press does is fetched with the first press. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'preact/hooks';
import { useStore } from '../state/store';
import { entriesOf, type Wish, wishStore } from '../state/wish';
import { Icon } from './Icon';
import styles from './WishButton.module.css';

/** `worded`: with its words beside it, on the product's own page. */
export function WishButton({ worded, ...wish }: Wish & { worded?: boolean }) {
  const { i18n, t } = useLingui();
  const { entries } = useStore(wishStore);
  const [busy, setBusy] = useState(false);
  const { name } = wish;
  const isSaved = entriesOf(wish, entries).length > 0;
  const press = () => {
    if (busy) return;
    setBusy(true);
    import('../state/wishing')
      .then(({ toggleWish }) => toggleWish(i18n, wish))
      .catch(() => {})
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      class={worded ? styles.worded : styles.heart}
      aria-pressed={isSaved ? 'true' : 'false'}
      aria-label={worded ? undefined : t`Save to the wishlist: ${name}`}
      onClick={press}
    >
      <Icon name="heart" />
      {worded && <span>{isSaved ? t`Saved to the wishlist` : t`Save to the wishlist`}</span>}
    </button>
  );
}
