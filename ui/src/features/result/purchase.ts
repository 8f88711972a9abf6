/** Purchase event for the data layer (boutique.md §3). Amounts are strings with two decimals, without symbols (§9). */

import { call } from '../../api/client';
import type { Amount, Currency, Lang, Outcome, PaymentMethod, PaymentResult } from '../../api/types';
import { subtract } from '../../domain/money';
import { parsePrice } from '../../domain/parsePrice';
import { pushEvent } from '../../state/analytics';

export interface PurchaseEvent {
  event: 'purchase';
  payment_method: PaymentMethod;
  language: Lang;
  ecommerce: {
    transaction_id: string;
    /** Amount paid. */
    value: Amount;
    tax: Amount;
    /** Shipping paid. */
    shipping: Amount;
    currency: Currency;
    items: {
      item_id: string;
      item_name: string;
      item_variant?: string;
      /** Unit price. */
      price: Amount;
      quantity: number;
      /** Line total. */
      discount: Amount;
    }[];
  };
}

/** An amount of the wire as analytics reads it: digits and a point. */
const amount = (text: Amount): Amount => parsePrice('en', text) ?? '0.00';

export function purchaseEvent(order: PaymentResult, language: Lang): PurchaseEvent {
  const { totals } = order;
  return {
    event: 'purchase',
    payment_method: order.method,
    language,
    ecommerce: {
      transaction_id: order.order_number,
      value: amount(totals.total),
      tax: amount(totals.tax_amount),
      shipping: subtract(amount(totals.shipping_amount), amount(totals.shipping_discount)),
      currency: totals.currency,
      items: order.items.map((item) => ({
        item_id: item.sku,
        item_name: item.name,
        ...(item.options.length > 0 ? { item_variant: item.options.map(({ label }) => label).join(', ') } : {}),
        price: amount(item.price),
        quantity: item.qty,
        discount: amount(item.discount_amount),
      })),
    },
  };
}

/** Transfer and cheque orders count when placed: nobody is on the page when the money arrives. */
const COUNTED_OUTCOMES: ReadonlySet<Outcome> = new Set(['success', 'pending_bank_transfer', 'pending_cheque']);

/** Orders reported by this document; the server remembers the rest. */
const reported = new Set<string>();

/**
 * Reports an order once, across reloads, windows and mails. The server keeps the record, so nothing is stored in the
 * browser.
 */
export async function reportPurchase(order: PaymentResult, language: Lang): Promise<void> {
  const { order_number, outcome, token } = order;
  if (!COUNTED_OUTCOMES.has(outcome) || reported.has(order_number)) return;
  reported.add(order_number);
  try {
    const { is_first } = await call('payment/counted', { token });
    if (is_first) pushEvent(purchaseEvent(order, language));
  } catch {
    // Not recorded: the next visit retries.
    reported.delete(order_number);
  }
}
