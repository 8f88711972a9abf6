/** Server texts for the sample orders. */

import { useLingui } from '@lingui/react/macro';
import type { OrderSummary } from '../../api/types';

export function useStatusWords(): Record<OrderSummary['status'], string> {
  const { t } = useLingui();
  return {
    pending: t`Pending`,
    pending_bank_transfer: t`Pending Bank Transfer`,
    pending_cheque: t`Pending Cheque`,
    pending_offline: t`Pending Offline`,
    processing: t`Processing`,
    shipped: t`Shipped`,
    complete: t`Complete`,
    canceled: t`Canceled`,
    closed: t`Closed`,
  };
}

export function useMethodWords() {
  const { t } = useLingui();
  return { card: t`Credit card`, bank_transfer: t`Bank transfer`, cheque: t`Cheque` };
}
