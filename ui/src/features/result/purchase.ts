/** The purchase event for the data layer (boutique.md §3). Amounts are strings with two decimals, as everywhere. */

import { call } from '../../api/client';
import type { Amount, Currency, Lang, Outcome, PaymentMethod, PaymentResult } from '../../api/types';
import { subtract } from '../../domain/money';
import { pushEvent } from '../../state/analytics';

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

/** Orders that this document has told of, or is about to: the rest the shop knows. */
const told = new Set<string>();

/**
 * Tells of an order, once: not again when the page is reloaded, opened in another window or from the mail. The shop keeps
 * account of it, so nothing need be left in the browser for counting.
 */
export async function tellPurchase(order: PaymentResult, language: Lang): Promise<void> {
  const { order_number, outcome, token } = order;
  if (!BOUGHT.has(outcome) || told.has(order_number)) return;
  told.add(order_number);
  try {
    const { is_first } = await call('payment/counted', { token });
    if (is_first) pushEvent(purchaseEvent(order, language));
  } catch {
    // Not counted: the next visit of the page tries again.
    told.delete(order_number);
  }
}
