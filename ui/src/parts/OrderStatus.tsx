/** Order status: icon and label, never colour alone. */

import type { OrderStatus as Status } from '../api/types';
import { Icon, type IconName } from './Icon';
import styles from './OrderStatus.module.css';

type Tone = 'waiting' | 'going' | 'done' | 'over';

const ICONS: Record<Status, [IconName, Tone]> = {
  pending: ['info', 'waiting'],
  pending_bank_transfer: ['bank', 'waiting'],
  pending_cheque: ['mail', 'waiting'],
  pending_offline: ['info', 'waiting'],
  processing: ['bag', 'going'],
  shipped: ['truck', 'going'],
  complete: ['success', 'done'],
  canceled: ['close', 'over'],
  closed: ['undo', 'over'],
};

export function OrderStatus({ status, label }: { status: Status; label: string }) {
  const [icon, tone] = ICONS[status];
  return (
    <span className={styles.status} data-tone={tone}>
      <Icon name={icon} size={18} />
      <span>{label}</span>
    </span>
  );
}
