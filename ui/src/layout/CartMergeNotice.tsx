/** Items that did not fit into the cart at a login, or from an earlier order. Shown until dismissed. */

import { useLingui } from '@lingui/react/macro';
import { urls } from '../domain/urls';
import { Button, ButtonLink } from '../parts/Button';
import { Notice } from '../parts/Feedback';
import { cartMergeStore } from '../state/cartMerge';
import { useMessageText } from '../state/i18n';
import { useLang } from '../state/site';
import { useStore } from '../state/store';
import styles from './CartMergeNotice.module.css';

export function CartMergeNotice() {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const { notices, isReorder } = useStore(cartMergeStore);
  if (notices.length === 0) return null;
  return (
    <section className={`wrap ${styles.notice}`} aria-label={t`Your bag`}>
      <Notice
        tone="warning"
        alert
        title={
          isReorder
            ? t`Not everything that you ordered then could be put into your bag.`
            : t`We have combined your two bags, but not everything could be added.`
        }
        actions={
          <>
            {!isReorder && <ButtonLink small variant="secondary" href={urls.cart(lang)}>{t`View bag`}</ButtonLink>}
            <Button small variant="quiet" onClick={() => cartMergeStore.set({ notices: [] })}>{t`Dismiss`}</Button>
          </>
        }
      >
        <ul>
          {notices.map(({ name, message }) => (
            <li key={name}>{`${name}: ${say(message)}`}</li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
