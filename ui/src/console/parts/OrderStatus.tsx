/** The status of an order in words, with a dot that repeats it. */

import { useLingui } from '@lingui/react/macro';
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

interface Props {
  status: Status;
  /** It is collected at the house, not sent. */
  isCollected?: boolean;
}

export function OrderStatus({ status, isCollected }: Props) {
  const { t } = useLingui();
  const names = useOrderNames();
  const word =
    isCollected && status === 'shipped' ? t({ context: 'status', message: 'Collected' }) : names.status(status);
  return <Badge tone={TONES[status] ?? 'neutral'}>{word}</Badge>;
}
