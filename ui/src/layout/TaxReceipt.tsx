/**
 * The Chinese invoice on an order's page: where the shop speaks Chinese and the order is the customer's own of its Chinese
 * store, and nowhere else. So no other page brings its form along.
 *
 *     <TaxReceipt orderNumber={order.order_number} />
 */

import { useEffect, useState } from 'preact/hooks';
import { readCookie } from '../api/client';
import type { Fapiao as State } from '../api/types';
import { useCall } from '../api/useCall';
import { useSite } from '../state/site';
import { loadFapiao, useLazy } from './overlays';

export function TaxReceipt({ orderNumber }: { orderNumber: string }) {
  const { languages } = useSite();
  // Who asks is known in the browser, and the wish is asked about there.
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    setAsks(languages.some(({ lang }) => lang === 'zh') && readCookie('isLogin') === '1');
  }, [languages]);
  const { data } = useCall('fapiao/view', { order_number: orderNumber }, { live: true, skip: !asks });
  const [changed, setChanged] = useState<State>();
  const state = changed ?? data;
  // An order that is not the customer's, or of another store, has none: nothing is said about it.
  const offered = state?.offered === true;
  const Fapiao = useLazy(offered, loadFapiao);
  return Fapiao && state && offered ? <Fapiao state={state} onChanged={setChanged} /> : null;
}
