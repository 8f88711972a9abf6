/** Cart rows, selectable for removal. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useState } from 'react';
import type { Cart, CartItem } from '../../api/types';
import { queryValue, urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button, ButtonLink } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/Dialog';
import { Checkbox, FieldError } from '../../parts/Field';
import { RemovedRow } from '../../parts/RemovedRow';
import { useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { useRoute } from '../../state/route';
import { useLang, useSentForm } from '../../state/site';
import styles from './CartList.module.css';
import { CartRow, SELECTION } from './CartRow';
import { focusRow } from './focusRow';
import type { CartActions } from './useCartActions';

export function CartList({ cart, actions }: { cart: Cart; actions: CartActions }) {
  const { t } = useLingui();
  const say = useMessageText();
  const lang = useLang();
  const { search } = useRoute();
  const { items } = cart;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const sent = useSentForm('cart/delete');
  const [problem, setProblem] = useState(() => (sent ? say(sent.error) : ''));
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const selected = items.filter((item) => ticked.has(item.item_id));
  const isAll = selected.length === items.length;

  const tick = (ids: number[], on: boolean) => {
    setProblem('');
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  };

  /** Removes rows; focus moves to the next remaining row. Returns the refusal's message. */
  const remove = async (gone: CartItem[], how = actions.remove) => {
    setBusy(true);
    setProblem('');
    const at = items.indexOf(gone[0] as CartItem);
    const left = items.filter((item) => !gone.includes(item));
    const refused = await how(gone, at);
    setBusy(false);
    setAsking(false);
    if (!refused) focusRow(left[Math.min(at, left.length - 1)]?.item_id);
    return refused;
  };

  const removeSelected = async () => {
    if (selected.length === 0) setProblem(say({ id: 'cart.select_before_delete' }));
    else if (isAll && items.length > 1) setAsking(true);
    else setProblem((await remove(selected)) ?? '');
  };

  const { removed } = actions;
  const removedAt = Math.min(removed?.at ?? -1, items.length);
  const removedRow = removed && (
    <li key="removed">
      <RemovedRow {...removed} />
    </li>
  );

  const isAsked = queryValue(search, 'confirm') === 'all';
  const removeAll = async () => {
    const refused = await remove(items, actions.removeAll);
    if (refused) setProblem(refused);
    // The address asks no more.
    else if (isAsked) navigate(urls.cart(lang), { replace: true });
  };

  return (
    <section aria-labelledby="cart-items" aria-busy={busy ? 'true' : 'false'}>
      <h2 id="cart-items" className="visually-hidden">{t`Items`}</h2>
      <div className={styles.tools}>
        <div className={styles.scripted}>
          <Checkbox
            id="cart-select-all"
            checked={isAll}
            onChange={(on) =>
              tick(
                items.map((item) => item.item_id),
                on,
              )
            }
          >
            <Trans>Select all</Trans>
          </Checkbox>
        </div>
        <div className={styles.buttons}>
          <PostForm id={SELECTION} call="cart/delete" onSubmit={() => void removeSelected()}>
            <Button
              type="submit"
              variant="quiet"
              small
              busy={busy}
              aria-describedby={problem ? 'cart-problem' : undefined}
            >
              {t`Remove selected`}
            </Button>
          </PostForm>
          {/* Without scripts this page asks, not a dialog. */}
          <form action={urls.cart(lang)}>
            <input type="hidden" name="confirm" value="all" />
            <Button
              type="submit"
              variant="quiet"
              small
              busy={busy}
              aria-haspopup="dialog"
              onClick={(event) => {
                event.preventDefault();
                setAsking(true);
              }}
            >
              {t`Remove all`}
            </Button>
          </form>
        </div>
        <div role="alert" className={styles.problem}>
          {problem && <FieldError id="cart-problem">{problem}</FieldError>}
        </div>
      </div>
      {isAsked && (
        <section className={styles.confirm} aria-labelledby="cart-confirm">
          <h3 id="cart-confirm" className="subheading">{t`Remove all items?`}</h3>
          <p>{t`Everything will be taken out of your bag. This cannot be undone.`}</p>
          <PostForm
            call="cart/delete"
            then={urls.cart(lang)}
            className={styles.buttons}
            onSubmit={() => void removeAll()}
          >
            {items.map(({ item_id }) => (
              <input key={item_id} type="hidden" name="item_ids" value={String(item_id)} />
            ))}
            <ButtonLink href={urls.cart(lang)} variant="secondary">{t`Cancel`}</ButtonLink>
            <Button type="submit" busy={busy}>{t`Remove all`}</Button>
          </PostForm>
        </section>
      )}
      <ul className={styles.rows}>
        {items.map((item, index) => (
          <Fragment key={item.item_id}>
            {removedAt === index && removedRow}
            <CartRow
              item={item}
              currency={cart.totals.currency}
              employeePercent={cart.promo?.percentage}
              selected={ticked.has(item.item_id)}
              onSelect={(on) => tick([item.item_id], on)}
              onQuantity={(qty) => actions.setQuantity(item, qty)}
              onRemove={() => remove([item])}
            />
          </Fragment>
        ))}
        {removedAt === items.length && removedRow}
      </ul>
      <ConfirmDialog
        open={asking}
        title={t`Remove all items?`}
        confirmLabel={t`Remove all`}
        busy={busy}
        onConfirm={() => void removeAll()}
        onCancel={() => setAsking(false)}
      >
        <p>{t`Everything will be taken out of your bag. This cannot be undone.`}</p>
      </ConfirmDialog>
    </section>
  );
}
