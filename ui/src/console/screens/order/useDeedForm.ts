/**
 * The form of a deed: names the version that was seen, and keeps what was typed when somebody else was quicker. What is new is shown
 * at once; the version that is named stays the old one until the person has said that it may go on.
 */

import { useState } from 'react';
import { ApiError } from '../../api/client';
import { fetchOrder } from '../../api/orders';
import type { DoneArgs, OrderDetail } from '../../api/types';
import { useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { type Entry, news } from './timeline';

type Options<V extends Record<string, string>> = Pick<Parameters<typeof useForm<V>>[0], 'id' | 'initial' | 'check'> & {
  order: OrderDetail;
  run: (values: V, seen: DoneArgs) => Promise<unknown>;
  /** Somebody else was quicker: what the order was when it was seen, and what it is now. */
  onClash?: (before: OrderDetail, now: OrderDetail, typed: V) => void;
  onClose: () => void;
  /** What of the order it is, where what is typed is kept until it is sent. */
  kept?: string;
};

export function useDeedForm<V extends Record<string, string>>({
  order,
  run,
  onClash,
  onClose,
  kept,
  ...options
}: Options<V>) {
  // What is shown behind the dialog may be read again in the meantime; what was decided on is this.
  const [seen, setSeen] = useState(order);
  const [changes, setChanges] = useState<Entry[]>();
  const keep = useKeep(`order-${order.number}-${kept}`);
  const form = useForm<V>({
    ...options,
    keep: kept === undefined ? undefined : keep,
    send: async (values) => {
      try {
        await run(values, { number: seen.number, version: seen.version });
      } catch (error) {
        if (error instanceof ApiError && error.id === 'order.changed_meanwhile') {
          const now = await fetchOrder(seen.number);
          setChanges(news(seen, now));
          setSeen(now);
          onClash?.(seen, now, values);
        }
        throw error;
      }
      onClose();
    },
  });
  const isOutdated = !form.isBusy && order.version !== seen.version;
  return {
    ...form,
    seen,
    changes: isOutdated ? news(seen, order) : changes,
    /** Goes on with what is shown as new; none where nothing has to be agreed to. */
    accept: isOutdated
      ? () => {
          setChanges(news(seen, order));
          setSeen(order);
          onClash?.(seen, order, form.values);
        }
      : undefined,
  };
}
