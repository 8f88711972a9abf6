/** How the money of an order can go back. */

import type { OrderDetail } from '../../api/types';

/** Methods of which a payment provider has the money, and sends it back. */
const ONLINE: ReadonlySet<string> = new Set(['card', 'wechat']);

export type WayBack = 'provider' | 'by_hand' | 'both';

export function wayBack(payments: Pick<OrderDetail['payments'][number], 'method'>[]): WayBack {
  const online = payments.filter(({ method }) => ONLINE.has(method)).length;
  if (online === 0) return 'by_hand';
  return online === payments.length ? 'provider' : 'both';
}
