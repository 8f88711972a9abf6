/** Changes to the cart from its page, with their toasts. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import type { Cart, CartItem } from '../../api/types';
import { cartStore, deleteItems, setCart, updateItem } from '../../state/cart';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { showToast } from '../../state/toast';
import { focusRow } from './focusRow';

export interface CartActions {
  /** Returns the refusal's message; undefined when the quantity is saved. */
  setQuantity: (item: CartItem, qty: number) => Promise<string | undefined>;
  /** Removes rows and offers undo. Returns the refusal's message. */
  remove: (items: CartItem[]) => Promise<string | undefined>;
  /** Empties the cart after confirmation, hence without undo. */
  removeAll: (items: CartItem[]) => Promise<string | undefined>;
}

export function useCartActions(): CartActions {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();

  async function attempt(work: () => Promise<Cart>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (reason) {
      return say(notify.refusal(reason));
    }
  }

  /** Sequential, to keep the order; not `addToCart`, which opens the drawer. */
  async function restore(items: CartItem[]): Promise<void> {
    try {
      for (const { sku, qty } of items) {
        setCart(await call('cart/add', { sku, qty }));
      }
      // The undo button was removed with its toast.
      const restored = cartStore.get().cart?.items.find(({ sku }) => sku === items[0]?.sku);
      if (restored) focusRow(restored.item_id);
    } catch (reason) {
      notify.refusal(reason);
    }
  }

  return {
    setQuantity: (item, qty) => attempt(() => updateItem(item.item_id, qty)),
    async remove(items) {
      const problem = await attempt(() => deleteItems(items.map((item) => item.item_id)));
      if (problem) return problem;
      const count = items.length;
      const name = items[0]?.name ?? '';
      const text =
        count === 1 ? t`Removed: ${name}` : t`${plural(count, { one: '# item removed', other: '# items removed' })}`;
      // Discontinued items cannot be restored.
      const canRestore = items.every((item) => item.url !== '');
      showToast(text, 'success', canRestore ? { label: t`Undo`, run: () => void restore(items) } : undefined);
      return undefined;
    },
    removeAll: (items) => attempt(() => deleteItems(items.map((item) => item.item_id))),
  };
}
