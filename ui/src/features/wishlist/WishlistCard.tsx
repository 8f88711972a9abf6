/** Wishlist item: current price, availability, actions. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { WishItem } from '../../api/types';
import { serviceUrls } from '../../domain/serviceUrls';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button, ButtonLink } from '../../parts/Button';
import { FieldError } from '../../parts/FieldError';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { Picture } from '../../parts/Picture';
import { PriceBlock } from '../../parts/PriceBlock';
import { StockLine } from '../../parts/StockLine';
import { addToCart } from '../../state/cart';
import { useFormat, useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import { showToast } from '../../state/toast';
import { removeFromWishlist } from '../../state/wishlistActions';
import styles from './WishlistScreen.module.css';

interface WishlistCardProps {
  item: WishItem;
  /** The item is no longer in the list; `text` confirms what can be undone. */
  onRemoved: (text?: string) => void;
}

export function WishlistCard({ item, onRemoved }: WishlistCardProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const format = useFormat();
  const [busy, setBusy] = useState<'' | 'moving' | 'removing'>('');
  const lang = useLang();
  const moved = useSentForm('cart/add');
  const removed = useSentForm('wishlist/remove');
  const [problem, setProblem] = useState(() => {
    // Only of this item, of whatever its two forms have sent.
    const refused =
      moved?.values.sku === item.sku ? moved : removed?.values.id === String(item.id) ? removed : undefined;
    return refused ? say(refused.error) : '';
  });
  const { name } = item;
  const isSold = item.url !== '';
  const isOut = item.availability === 'out_of_stock';

  const failed = (reason: unknown) => {
    setBusy('');
    setProblem(say(notify.refusal(reason)));
  };

  const leave = (text?: string) => {
    const card = document.getElementById(`wish-${item.item_id}`);
    const next = card?.nextElementSibling ?? card?.previousElementSibling;
    onRemoved(text);
    // The focused row is gone: focus the next one, or the heading.
    const target = next?.querySelector<HTMLElement>('a[href]') ?? document.querySelector<HTMLElement>('main h1');
    target?.focus({ preventScroll: true });
  };

  const remove = async () => {
    setBusy('removing');
    setProblem('');
    try {
      await removeFromWishlist([item.id]);
      const text = t`Removed: ${name}`;
      leave(isSold ? text : undefined);
      showToast(text, 'success');
    } catch (reason) {
      failed(reason);
    }
  };

  const move = async () => {
    setBusy('moving');
    setProblem('');
    try {
      await addToCart({ sku: item.sku, qty: 1 });
    } catch (reason) {
      failed(reason);
      return;
    }
    // It is in the cart even if removing it from the list fails.
    await removeFromWishlist([item.id]).catch(() => {});
    onRemoved();
  };

  return (
    <article className={styles.card} data-gone={isSold ? undefined : ''}>
      <div className={styles.picture}>
        {isSold ? (
          <Link href={item.url} tabIndex={-1} aria-hidden="true">
            <Picture image={item.image} sizes="(min-width: 900px) 20vw, (min-width: 600px) 30vw, 46vw" decorative />
          </Link>
        ) : (
          <Picture image={item.image} sizes="46vw" decorative />
        )}
        <PostForm
          call="wishlist/remove"
          then={`${serviceUrls.wishlist(lang)}?done=removed`}
          onSubmit={() => {
            if (!busy) void remove();
          }}
        >
          <input type="hidden" name="id" value={String(item.id)} />
          <button
            type="submit"
            className={`corner ${styles.remove}`}
            aria-disabled={busy ? 'true' : undefined}
            aria-label={t`Remove ${name}`}
          >
            <Icon name="close" size={18} />
          </button>
        </PostForm>
      </div>
      <h2 className={`product-name ${styles.name}`}>{isSold ? <Link href={item.url}>{name}</Link> : name}</h2>
      {item.options.map((option) => (
        <p key={option.code} className="legal">
          <NoWrap>{format.pair(option.name, option.label)}</NoWrap>
        </p>
      ))}
      {item.price && (
        <PriceBlock
          price={item.price}
          currency={item.currency}
          from={item.price_from}
          lowest30d={item.lowest_price_30d}
          unitPrice={item.unit_price}
        />
      )}
      {isSold ? (
        <StockLine availability={item.availability} stock={item.stock} />
      ) : (
        item.notice && <p className="legal">{say(item.notice)}</p>
      )}
      <div className={styles.action}>
        {item.can_add ? (
          <PostForm call="cart/add" then={urls.cart(lang)} onSubmit={() => void move()}>
            <input type="hidden" name="sku" value={item.sku} />
            <input type="hidden" name="_wish" value={String(item.id)} />
            <Button type="submit" small block variant="secondary" busy={busy === 'moving'} busyLabel={t`Adding…`}>
              {t`Move to bag`}
            </Button>
          </PostForm>
        ) : (
          isSold && (
            <ButtonLink small block variant="secondary" href={item.url}>
              {isOut ? t`See the product` : t`Choose options`}
            </ButtonLink>
          )
        )}
      </div>
      <div role="alert">{problem && <FieldError id={`wish-problem-${item.item_id}`}>{problem}</FieldError>}</div>
    </article>
  );
}
