/** A guest pressed a heart: the wishlist belongs to an account. Both ways to one lead back to this page, and save what was meant. */

import { Trans, useLingui } from '@lingui/react/macro';
import { accountUrls } from '../../domain/accountUrls';
import { urls } from '../../domain/urls';
import { ButtonLink } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { useMessageText } from '../../state/i18n';
import { useRoute } from '../../state/route';
import { useLang } from '../../state/site';
import { type Wish, wishStore } from '../../state/wish';
import { keepWish } from '../../state/wishing';
import styles from './WishPrompt.module.css';

export interface WishPromptProps {
  wish: Wish | null;
}

export function WishPrompt({ wish }: WishPromptProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const { path, search } = useRoute();
  const from = search ? `${path}?${search}` : path;
  const name = wish?.name ?? '';
  /** Leaving by a link keeps the wish; anything else lets it go. */
  const go = () => wishStore.set({ asked: null });
  return (
    <Dialog
      open={wish !== null}
      onClose={() => {
        if (wishStore.get().asked) keepWish(null);
        go();
      }}
      title={t`Your wishlist`}
      id="wish-prompt"
      footer={
        <div class={styles.actions}>
          <ButtonLink href={urls.login(lang, from)} onClick={go}>{t`Log in`}</ButtonLink>
          <ButtonLink href={accountUrls.register(lang, from)} variant="secondary" onClick={go}>
            {t`Create an account`}
          </ButtonLink>
        </div>
      }
    >
      <div class={styles.text}>
        <p>{say({ id: 'wishlist.login', params: {} })}</p>
        {name && (
          <p class="small">
            <Trans>‘{name}’ will be saved as soon as you are back.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}
