/** Puts what was ordered into the bag once more, and leads there. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Args } from '../../api/types';
import { urls } from '../../domain/urls';
import { Button } from '../../parts/Button';
import { loadCart } from '../../state/cart';
import { cartMergeStore } from '../../state/cartMerge';
import { navigate } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { useLang } from '../../state/site';
import { PostForm } from '../PostForm';

export interface OrderAgainProps {
  /** By its token, or by its number for its customer. */
  order: Args<'order/reorder'>;
}

export function OrderAgain({ order }: OrderAgainProps) {
  const { t } = useLingui();
  const lang = useLang();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const { notices } = await call('order/reorder', order);
      await loadCart();
      cartMergeStore.set({ notices, isReorder: true });
      navigate(urls.cart(lang));
      if (notices.length === 0) notify.success({ id: 'order.reordered' });
    } catch (reason) {
      notify.refusal(reason);
      setBusy(false);
    }
  }

  return (
    <PostForm
      call="order/reorder"
      onSubmit={() => {
        if (!busy) void send();
      }}
    >
      {Object.entries(order).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="secondary" busy={busy} busyLabel={t`One moment…`}>{t`Order again`}</Button>
    </PostForm>
  );
}
