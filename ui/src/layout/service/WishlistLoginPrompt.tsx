/** Asks a guest who saves an item to log in or register; both return to this page and save the item. */

import { Trans, useLingui } from '@lingui/react/macro';
import { accountUrls } from '../../domain/accountUrls';
import { urls } from '../../domain/urls';
import { ButtonLink } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { useMessageText } from '../../state/i18n';
import { useRoute } from '../../state/route';
import { useLang } from '../../state/site';
import { type WishlistItem, wishlistStore } from '../../state/wishlist';
import { savePendingItem } from '../../state/wishlistActions';
import styles from './WishlistLoginPrompt.module.css';

export interface WishlistLoginPromptProps {
  item: WishlistItem | null;
}

export function WishlistLoginPrompt({ item }: WishlistLoginPromptProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const { path, search } = useRoute();
  const from = search ? `${path}?${search}` : path;
  const name = item?.name ?? '';
  /** Following a link keeps the pending item; any other way of closing discards it. */
  const close = () => wishlistStore.set({ pending: null });
  return (
    <Dialog
      open={item !== null}
      onClose={() => {
        if (wishlistStore.get().pending) savePendingItem(null);
        close();
      }}
      title={t`Your wishlist`}
      id="wishlist-prompt"
      footer={
        <div className={styles.actions}>
          <ButtonLink href={urls.login(lang, from)} onClick={close}>{t`Log in`}</ButtonLink>
          <ButtonLink href={accountUrls.register(lang, from)} variant="secondary" onClick={close}>
            {t`Create an account`}
          </ButtonLink>
        </div>
      }
    >
      <div className={styles.text}>
        <p>{say({ id: 'wishlist.login' })}</p>
        {name && (
          <p className="small">
            <Trans>‘{name}’ will be saved as soon as you are back.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}
