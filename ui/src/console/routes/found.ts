/** What a search of everything finds, by kind: each is asked once for what was typed, and only who may see it is answered. */

import { useLingui } from '@lingui/react/macro';
import { useFilter } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useCategories } from '../api/categories';
import { useCustomerSearch } from '../api/customers';
import { useOrderSearch } from '../api/orders';
import { usePages } from '../api/pages';
import { useNewestCampaigns } from '../api/prices';
import { useFoundProducts } from '../api/products';
import { useMay } from '../api/queries';
import { useFoundThreads } from '../api/threads';
import { useCampaignStates } from '../parts/campaigns';
import type { Action } from '../parts/Menu';
import { useOrderNames } from '../parts/orderNames';
import { useFormat } from '../parts/text';
import { useThreadNames } from '../parts/threadNames';

export type Found = Action & { details?: string; amount?: string };

interface Group {
  id: string;
  heading: string;
  items: Found[];
  isSearching: boolean;
}

/** Found things of one kind that are shown. */
const SHOWN = 5;

export function useFound(q: string): { groups: Group[]; isSearching: boolean } {
  const all = [
    useOrders(q),
    useCustomers(q),
    useProducts(q),
    useThreads(q),
    useCategoryNames(q),
    usePageNames(q),
    useCampaignNames(q),
  ];
  return {
    groups: all.filter(({ items }) => items.length > 0),
    isSearching: all.some(({ isSearching }) => isSearching),
  };
}

/** A search of what the server finds by words. */
interface Search<T> {
  data: { items: T[]; count?: number; after?: string | null } | undefined;
  isFetching: boolean;
}

type Kind = Pick<Group, 'id' | 'heading'> & {
  /** Where all that match are shown. */
  path: string;
  /** What that list leaves out unless it is asked for. */
  more?: Record<string, string>;
  /** What that is called. */
  all: (count: string) => string;
};

function useGroup<T>({ id, heading, path, more, all }: Kind, q: string, isOn: boolean, search: Search<T>) {
  const format = useFormat();
  const [, go] = useLocation();
  const { data, isFetching } = search;
  return (show: (one: T) => Found) => {
    if (!isOn) return { id, heading, items: [], isSearching: false };
    const items = (data?.items ?? []).slice(0, SHOWN).map(show);
    const isMore = (data?.count ?? data?.items.length ?? 0) > SHOWN || (data?.after ?? null) !== null;
    if (isMore) {
      items.push({
        id: `${id}:all`,
        label: all(format.number(data?.count ?? 0)),
        icon: 'arrow-right',
        onAction: () => go(`${path}?${new URLSearchParams({ q, ...more })}`),
      });
    }
    return { id, heading, items, isSearching: isFetching };
  };
}

function useOrders(q: string) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const [, go] = useLocation();
  const isOn = useMay('orders_read') && q !== '';
  const all = (more: string) => t`All ${more} orders that match`;
  const kind = { id: 'orders', heading: t`Orders`, path: '/orders', all };
  return useGroup(
    kind,
    q,
    isOn,
    useOrderSearch(q, isOn),
  )((order) => ({
    id: `order:${order.number}`,
    label: `${order.number} · ${order.name}`,
    details: names.status(order.status),
    amount: format.money(order.total, order.currency),
    icon: 'orders',
    onAction: () => go(`/orders/${order.number}`),
  }));
}

function useCustomers(q: string) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const isOn = useMay('customers_read') && q !== '';
  const all = (more: string) => t`All ${more} customers that match`;
  const heading = t({ context: 'screen', message: 'Customers' });
  const kind = { id: 'customers', heading, path: '/customers', all };
  return useGroup(
    kind,
    q,
    isOn,
    useCustomerSearch(q, isOn),
  )(({ key, name, email }) => ({
    id: `customer:${key}`,
    label: name || email,
    details: email,
    icon: 'customers',
    onAction: () => go(`/customers/${key}`),
  }));
}

function useProducts(q: string) {
  const { t } = useLingui();
  const format = useFormat();
  const [, go] = useLocation();
  const isOn = useMay('products_change') && q !== '';
  const kind = { id: 'products', heading: t`Products`, path: '/products', all: () => t`All products that match` };
  return useGroup(
    kind,
    q,
    isOn,
    useFoundProducts(isOn ? q : ''),
  )(({ sku, name, price }) => ({
    id: `product:${sku}`,
    label: name,
    details: sku,
    amount: price === null ? '' : format.money(price, 'EUR'),
    icon: 'products',
    onAction: () => go(`/products/${encodeURIComponent(sku)}`),
  }));
}

function useThreads(q: string) {
  const { t } = useLingui();
  const names = useThreadNames();
  const [, go] = useLocation();
  const isOn = useMay('messages_answer') && q !== '';
  const [path, more] = ['/messages', { state: 'all' }];
  const kind = { id: 'messages', heading: t`Messages`, path, more, all: () => t`All messages that match` };
  return useGroup(
    kind,
    q,
    isOn,
    useFoundThreads(q, isOn),
  )(({ reference, name, kind: of, state, excerpt }) => ({
    id: `message:${reference}`,
    label: [names.kind(of), name].filter(Boolean).join(' · '),
    details: [names.state(state), excerpt].filter(Boolean).join(' · '),
    icon: 'mail',
    onAction: () => go(`/messages/${reference}`),
  }));
}

/** Short lists are read whole, and looked through here. */
function useListed<T>(
  { id, heading, name }: Pick<Group, 'id' | 'heading'> & { name: (one: T) => string },
  q: string,
  isOn: boolean,
  { data, isFetching }: { data: T[] | undefined; isFetching: boolean },
) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const words = q.split(/\s+/);
  return (show: (one: T) => Found) => {
    const matching = isOn ? (data ?? []).filter((one) => words.every((word) => contains(name(one), word))) : [];
    return { id, heading, items: matching.slice(0, SHOWN).map(show), isSearching: isOn && isFetching };
  };
}

function useCategoryNames(q: string) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const isOn = useMay('products_change') && q !== '';
  const { data, isFetching } = useCategories(isOn);
  return useListed({ id: 'categories', heading: t`Categories`, name: ({ name }) => name }, q, isOn, {
    data: data?.categories,
    isFetching,
  })(({ key, name, parent }) => ({
    id: `category:${key}`,
    label: name,
    details: data?.categories.find((one) => one.key === parent)?.name ?? '',
    icon: 'products',
    onAction: () => go(`/categories/${encodeURIComponent(key)}`),
  }));
}

function usePageNames(q: string) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const isOn = useMay('content_change') && q !== '';
  const { data, isFetching } = usePages(isOn);
  const name = ({ title, key }: { title: string; key: string }) => `${title} ${key}`;
  return useListed({ id: 'pages', heading: t`Help pages`, name }, q, isOn, {
    data: data?.pages,
    isFetching,
  })(({ key, title }) => ({
    id: `page:${key}`,
    label: title,
    icon: 'file',
    onAction: () => go(`/pages/${key}`),
  }));
}

function useCampaignNames(q: string) {
  const { t } = useLingui();
  const states = useCampaignStates();
  const [, go] = useLocation();
  const isOn = useMay('prices_change') && q !== '';
  const { data, isFetching } = useNewestCampaigns(isOn);
  return useListed({ id: 'campaigns', heading: t`Campaigns`, name: ({ name }) => name }, q, isOn, {
    data: data?.items,
    isFetching,
  })(({ id, name, state }) => ({
    id: `campaign:${id}`,
    label: name,
    details: states[state],
    icon: 'prices',
    onAction: () => go(`/prices/campaigns/${id}`),
  }));
}
