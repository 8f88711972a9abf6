/** What is read again of a change, by its noun: in this tab, and only what is on the screen. */

import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './queries';

/** Milliseconds: changes of one moment are read together, and never more often than this. */
const SOON = 100;
const GAP = 1000;

/** Which answers a change makes stale. Nouns of a newer server are none of this page's. */
const SHOWN: Record<string, (thing: string) => QueryKey[]> = {
  order: (number) => [
    number ? ['order/show', number] : ['order/show'],
    ['order/list'],
    ['pack/list'],
    ['duty/list'],
    ['bank/lines'],
    // Orders hold pieces, and give them back.
    ['stock/list'],
    ['stock/show'],
    ['customer/show'],
    ['fapiao/list'],
    ['return/show'],
    ['return/of_order'],
  ],
  return: (number) => [
    ['return/list'],
    number ? ['return/show', number] : ['return/show'],
    ['return/of_order'],
    ['duty/list'],
    // A withdrawal shows its returns.
    ['message/show'],
  ],
  bank: () => [['bank/statements'], ['bank/lines'], ['bank/refunds'], ['duty/list']],
  deed: () => [['deed/list'], ['duty/list']],
  bulk: (id) => [['bulk/list'], ['bulk/show', Number(id)]],
  mail: () => [['system/show'], ['duty/list']],
  job: () => [['system/show'], ['duty/list']],
  backup: () => [['system/show'], ['duty/list']],
  stock: () => [['stock/list'], ['stock/show'], ['duty/list']],
  product: (sku) => [
    ['product/list'],
    sku ? ['product/show', sku] : ['product/show'],
    ['product/plan_variants'],
    sku ? ['picture/list', 'product', sku] : ['picture/list'],
    ['category/list'],
    ['category/products'],
    ['category/order'],
    ['product/choices'],
    ['lexicon/list'],
    ['compliance/list'],
    // How many goods have a class.
    ['tariff/vat'],
  ],
  category: (key) => [
    ['category/list'],
    key ? ['category/show', key] : ['category/show'],
    ['category/products'],
    key ? ['category/order', key] : ['category/order'],
    key ? ['picture/list', 'category', key] : ['picture/list'],
    ['product/choices'],
  ],
  campaign: (id) => [
    ['campaign/list'],
    ['campaign/calendar'],
    ['campaign/show', Number(id)],
    ['campaign/plan'],
    ['price/list'],
    ['price/show'],
  ],
  look: () => [['look/show'], ['duty/list']],
  home: () => [['home/show'], ['duty/list']],
  page: (key) => [['page/list'], ['page/show', key], ['duty/list']],
  tariff: () => [
    ['tariff/shipping'],
    ['tariff/vat'],
    ['tariff/closing_days'],
    ['tariff/currencies'],
    ['tariff/history'],
    // Products name VAT classes.
    ['product/choices'],
    ['language/list'],
  ],
  setting: () => [['setting/list'], ['setting/history'], ['credential/list'], ['compliance/list'], ['duty/list']],
  price: () => [['price/list'], ['price/show'], ['campaign/calendar'], ['campaign/plan']],
  promo_tag: () => [['promo/list']],
  message: (reference) => [['message/list'], ['message/show', reference], ['message/waiting'], ['duty/list']],
  canned_text: () => [['message/texts']],
  chat: () => [['message/list'], ['message/show'], ['message/waiting'], ['message/chat_hours'], ['duty/list']],
  withdrawal: () => [['duty/list']],
  customer: () => [['customer/list'], ['customer/show'], ['newsletter/list'], ['duty/list']],
  person: () => [['staff/people'], ['order/colleagues'], ['customer/colleagues'], ['token/list']],
  role: () => [['staff/people'], ['token/list']],
  session: () => [['staff/sessions'], ['staff/people']],
  audit: () => [['audit/list']],
  token: () => [['token/list'], ['duty/list']],
};

const due = new Map<string, QueryKey>();
let timer: ReturnType<typeof setTimeout> | undefined;
let readAt = 0;

export function changed(noun: string, thing: string): void {
  for (const key of (Object.hasOwn(SHOWN, noun) && SHOWN[noun]?.(thing)) || []) due.set(JSON.stringify(key), key);
  if (due.size > 0 && timer === undefined) timer = setTimeout(readAgain, Math.max(SOON, readAt + GAP - Date.now()));
}

/** Anything may have changed unheard. */
export function changedAll(): void {
  due.clear();
  const isData = { predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== 'staff/session' };
  void queryClient.invalidateQueries({ ...isData, refetchType: seen() });
}

function readAgain(): void {
  timer = undefined;
  readAt = Date.now();
  const keys = [...due.values()];
  due.clear();
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, refetchType: seen() });
}

/** A tab in the background reads again when it is looked at. */
const seen = () => (document.hidden ? 'none' : 'active');
