/** The purchase event for the data layer (boutique.md §3). Amounts are strings with two decimals, as everywhere. */

import type { Amount, Currency, Lang, Outcome, PaymentMethod, PaymentResult } from '../../api/types';
import { subtract } from '../../domain/money';
import { pushEvent } from '../../state/analytics';
import { allows } from '../../state/consent';

export interface PurchaseEvent {
  event: 'purchase';
  payment_method: PaymentMethod;
  language: Lang;
  ecommerce: {
    transaction_id: string;
    /** What is paid. */
    value: Amount;
    tax: Amount;
    /** What is paid for shipping. */
    shipping: Amount;
    currency: Currency;
    items: {
      item_id: string;
      item_name: string;
      item_variant?: string;
      /** Of one piece. */
      price: Amount;
      quantity: number;
      /** Of the line. */
      discount: Amount;
    }[];
  };
}

export function purchaseEvent(order: PaymentResult, language: Lang): PurchaseEvent {
  const { totals } = order;
  return {
    event: 'purchase',
    payment_method: order.method,
    language,
    ecommerce: {
      transaction_id: order.order_number,
      value: totals.total,
      tax: totals.tax_amount,
      shipping: subtract(totals.shipping_amount, totals.shipping_discount),
      currency: totals.currency,
      items: order.items.map((item) => ({
        item_id: item.sku,
        item_name: item.name,
        ...(item.options.length > 0 ? { item_variant: item.options.map(({ label }) => label).join(', ') } : {}),
        price: item.price,
        quantity: item.qty,
        discount: item.discount_amount,
      })),
    },
  };
}

/** An order by transfer or cheque is a purchase when it is placed: nobody is on the page when the money comes. */
const BOUGHT: ReadonlySet<Outcome> = new Set(['success', 'pending_bank_transfer', 'pending_cheque']);

/** Orders that this browser has told of, the latest last. */
const STORED = 'purchases';
const KEPT = 20;
/** Where nothing may be kept, or can be: reloading then tells again, and the transaction id tells that apart. */
const told = new Set<string>();

function stored(): string[] {
  try {
    const list: unknown = JSON.parse(window.localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Tells of an order, once: not again when the page is reloaded, or opened from the mail. */
export function tellPurchase(order: PaymentResult, language: Lang): void {
  if (!BOUGHT.has(order.outcome)) return;
  const number = order.order_number;
  // What is kept for counting is kept, and read, only where that is allowed.
  const isAllowed = allows('marketing');
  const before = isAllowed ? stored() : [];
  if (told.has(number) || before.includes(number)) return;
  told.add(number);
  try {
    if (isAllowed) window.localStorage.setItem(STORED, JSON.stringify([...before, number].slice(-KEPT)));
  } catch {
    // Told all the same.
  }
  pushEvent(purchaseEvent(order, language));
}
