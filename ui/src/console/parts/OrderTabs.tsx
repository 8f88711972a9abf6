/** The views of orders, where customers can ask for Chinese invoices, or have. */

import { useLingui } from '@lingui/react/macro';
import { useHasFapiao } from '../api/fapiao';
import { Tabs } from './Tabs';

export function OrderTabs({ at }: { at: 'orders' | 'fapiao' }) {
  const { t } = useLingui();
  const isShown = useHasFapiao();
  if (!isShown && at === 'orders') return null;
  return (
    <Tabs
      at={at}
      label={t`Views of orders`}
      views={[
        ['orders', '/orders', t`Orders`],
        ['fapiao', '/orders/fapiao', t`Chinese invoices`],
      ]}
    />
  );
}
