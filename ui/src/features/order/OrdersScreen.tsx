/** All orders of a customer. */

import { useLingui } from '@lingui/react/macro';
import { useCall } from '../../api/useCall';
import { accountUrls } from '../../domain/accountUrls';
import { pageArgs, parseList } from '../../domain/listQuery';
import { AccountFrame } from '../../layout/AccountFrame';
import { OrderList } from '../../layout/OrderList';
import { NextPage } from '../../parts/NextPage';
import { Scriptless } from '../../parts/Scriptless';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang } from '../../state/site';

export default function OrdersScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { page } = parseList(search, 'position');
  const { data } = useCall('order/index', pageArgs(page));
  usePage({ title: t`Your orders`, noindex: true });
  return (
    <AccountFrame part="orders" title={t`Your orders`}>
      <OrderList page={page} label={t`Your orders`} />
      <Scriptless>
        {import.meta.env.SSR && data && page * data.per_page < data.total && (
          <NextPage href={accountUrls.orders(lang, page + 1)} />
        )}
      </Scriptless>
    </AccountFrame>
  );
}
