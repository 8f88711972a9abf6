/** Changes to the cart from its page; what was removed can be restored. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Cart, CartItem } from '../../api/types';
import type { RemovedRowProps } from '../../parts/RemovedRow';
import { addItem, changeCart, knownCart } from '../../state/cart';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { showToast } from '../../state/toast';
import { focusRow } from './focusRow';

export interface Removed extends RemovedRowProps {
  /** Index of the row before which it stood. */
  at: number;
}

export interface CartActions {
  /** The latest removal that can be undone. */
  removed: Removed | null;
  /** Returns the refusal's message; undefined when the quantity is saved. */
  setQuantity: (item: CartItem, qty: number) => Promise<string | undefined>;
  /** Removes rows, the first of them at an index, and offers undo. Returns the refusal's message. */
  remove: (items: CartItem[], at: number) => Promise<string | undefined>;
  /** Empties the cart after confirmation, hence without undo. */
  removeAll: (items: CartItem[]) => Promise<string | undefined>;
}

export function useCartActions(): CartActions {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const [gone, setGone] = useState<{ items: CartItem[]; text: string; at: number } | null>(null);
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<Cart>): Promise<string | undefined> {
    try {
      await changeCart(work);
      return undefined;
    } catch (reason) {
      return say(notify.refusal(reason));
    }
  }

  const erase = (items: CartItem[]) =>
    attempt(() => call('cart/delete', { item_ids: items.map((item) => item.item_id) }));

  /** Sequential, to keep the order; not `addToCart`, which opens the drawer. */
  async function restore(items: CartItem[]): Promise<void> {
    setBusy(true);
    try {
      for (const { sku, qty } of items) {
        await addItem({ sku, qty });
      }
      // The undo button is gone.
      setGone(null);
      const restored = knownCart()?.items.find(({ sku }) => sku === items[0]?.sku);
      if (restored) focusRow(restored.item_id);
    } catch (reason) {
      notify.refusal(reason);
    } finally {
      setBusy(false);
    }
  }

  return {
    removed: gone && { text: gone.text, at: gone.at, busy, onUndo: () => void restore(gone.items) },
    async setQuantity({ item_id }, qty) {
      // Removed before its new quantity was saved.
      const cart = knownCart();
      if (cart && !cart.items.some((item) => item.item_id === item_id)) return undefined;
      return attempt(() => call('cart/update', { item_id, qty }));
    },
    async remove(items, at) {
      const problem = await erase(items);
      if (problem) return problem;
      const count = items.length;
      const name = items[0]?.name ?? '';
      const text =
        count === 1 ? t`Removed: ${name}` : t`${plural(count, { one: '# item removed', other: '# items removed' })}`;
      // Discontinued items cannot be restored.
      const canRestore = items.every((item) => item.url !== '');
      showToast(text, 'success');
      setGone(canRestore ? { items, text, at } : null);
      return undefined;
    },
    removeAll(items) {
      setGone(null);
      return erase(items);
    },
  };
}
