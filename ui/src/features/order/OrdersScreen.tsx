/** All orders of a customer. */

import { useLingui } from '@lingui/react/macro';
import { parseList } from '../../domain/urls';
import { AccountFrame } from '../../layout/AccountFrame';
import { OrderList } from '../../layout/OrderList';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';

export default function OrdersScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  usePage({ title: t`Your orders`, noindex: true });
  return (
    <AccountFrame part="orders" title={t`Your orders`}>
      <OrderList page={parseList(search, 'position').page} label={t`Your orders`} />
    </AccountFrame>
  );
}
