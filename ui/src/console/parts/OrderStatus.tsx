/** The status of an order in words, with a dot that repeats it. */

import type { OrderStatus as Status } from '../api/types';
import { Badge } from './Feedback';
import { useOrderNames } from './orderNames';

const TONES = {
  pending: 'neutral',
  pending_bank_transfer: 'neutral',
  pending_cheque: 'neutral',
  pending_offline: 'neutral',
  processing: 'warning',
  shipped: 'success',
  complete: 'success',
  canceled: 'neutral',
  closed: 'neutral',
} as const satisfies Record<Status, string>;

export function OrderStatus({ status }: { status: Status }) {
  const names = useOrderNames();
  return <Badge tone={TONES[status] ?? 'neutral'}>{names.status(status)}</Badge>;
}
