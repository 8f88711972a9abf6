/** The views of orders: all, what comes back, and, where customers can ask for them or have, Chinese invoices. */

import { useLingui } from '@lingui/react/macro';
import { useHasFapiao } from '../api/fapiao';
import { Tabs } from './Tabs';

export function OrderTabs({ at }: { at: 'orders' | 'returns' | 'fapiao' }) {
  const { t } = useLingui();
  const hasFapiao = useHasFapiao() || at === 'fapiao';
  return (
    <Tabs
      at={at}
      label={t`Views of orders`}
      views={[
        ['orders', '/orders', t`Orders`],
        ['returns', '/orders/returns', t`Returns`],
        ...(hasFapiao ? ([['fapiao', '/orders/fapiao', t`Chinese invoices`]] as const) : []),
      ]}
    />
  );
}
