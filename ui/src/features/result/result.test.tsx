/** The result screen: the order's true state whatever the address says, and the purchase event, once. */

import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../locales/en.po';
import { Answers } from '../../api/answers';
import { configure } from '../../api/client';
import type { Outcome, PaymentResult, Site } from '../../api/types';
import { AnswersContext } from '../../api/useCall';
import { RESULT_KINDS } from '../../domain/urls';
import { createI18n } from '../../state/i18n';
import { PageContext } from '../../state/site';
import { purchaseEvent, tellPurchase } from './purchase';
import ResultScreen from './ResultScreen';

const LINES = ['Claire Aubert', '4 rue des Tilleuls', '69002 Lyon', 'France'];

function order(over: Partial<PaymentResult>): PaymentResult {
  return {
    order_number: '2026-000123',
    token: 'tok',
    outcome: 'success',
    status: 'processing',
    status_label: 'Processing',
    method: 'card',
    method_label: 'Credit card',
    instructions: null,
    redirect_url: null,
    payment_methods: [],
    paid_amount: '98.00',
    refunded_amount: '0.00',
    shipments: [],
    withdraw_until: null,
    items: [
      {
        sku: 'ROBE-S',
        name: 'Robe',
        url: '',
        image: null,
        qty: 2,
        price: '60.00',
        market_price: null,
        line_total: '120.00',
        discount_amount: '36.00',
        options: [{ code: 'size', name: 'Size', value: 's', label: 'S' }],
        promotion_category: '',
      },
    ],
    totals: {
      currency: 'EUR',
      subtotal_incl_tax: '120.00',
      subtotal_excl_tax: '100.00',
      discount_amount: '36.00',
      discount_net_amount: '30.00',
      shipping_amount: '12.00',
      shipping_discount: '6.90',
      tax_amount: '14.85',
      total: '89.10',
      total_qty: 2,
      vat: [],
    },
    email: 'claire@example.com',
    shipping_address: {} as PaymentResult['shipping_address'],
    billing_address: {} as PaymentResult['billing_address'],
    shipping_lines: LINES,
    billing_lines: LINES,
    shipping_method: 'standard',
    shipping_method_label: 'Standard shipping',
    delivery: { from: '2026-12-02', to: '2026-12-04' },
    created_at: '2026-11-21T09:30:00Z',
    hold_until: null,
    points: null,
    ...over,
  };
}

const site = {
  brand: 'Valmère',
  lang: 'en',
  currency: 'EUR',
  store_id: 94,
  store_code: 'valmere_en',
  services: 'x',
  languages: [{ lang: 'en' }],
  phone: '+33 4 50 00 12 12',
  email: 'maison@valmere.example',
} as Site;

beforeEach(() => {
  window.localStorage.clear();
  window.dataLayer = undefined;
  configure(site, () => {});
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(kind: string, answer: PaymentResult | undefined) {
  const key = 'payment/index?{"token":"tok"}';
  const answers = answer
    ? new Answers({ [key]: answer }, {}, () => 1)
    : new Answers({}, { [key]: { id: 'order.not_found', params: {}, message: '' } }, () => 1);
  const path = `/en/${kind}`;
  const info = { site, page: 'result', status: 200, variant: 'desktop' as const, path, search: 'token=tok' };
  render(
    <PageContext.Provider value={info}>
      <I18nProvider i18n={createI18n('en', messages)}>
        <AnswersContext.Provider value={answers}>
          <ResultScreen name="result" path={path} search="token=tok" params={{ kind }} variant="desktop" />
        </AnswersContext.Provider>
      </I18nProvider>
    </PageContext.Provider>,
  );
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

const HEADINGS: [Outcome, string][] = [
  ['success', 'Thank you for your order'],
  ['pending', 'Confirming your payment…'],
  ['canceled', 'Payment cancelled'],
  ['uncertain', 'We could not confirm your payment'],
  ['failed', 'Sorry, your credit card payment failed.'],
];

describe('the result screen', () => {
  it.each(HEADINGS)('shows %s at every one of its addresses', (outcome, words) => {
    for (const kind of RESULT_KINDS) {
      show(kind, order({ outcome }));
      expect(heading()).toBe(words);
      cleanup();
    }
  });

  it('offers no second payment while the first may have been taken', () => {
    show('paymentuncertain', order({ outcome: 'uncertain' }));
    expect(screen.queryByText('Try again')).toBeNull();
    expect(document.querySelector('a[href="/en/checkout"]')).toBeNull();
    expect(screen.getByText('+33 4 50 00 12 12')).toBeTruthy();
  });

  it('offers another try, or another method, when a payment has failed', () => {
    show('paymenterror', order({ outcome: 'failed' }));
    expect(screen.getByText('Try again').getAttribute('href')).toBe('/en/checkout');
    expect(screen.getByText('Change payment method')).toBeTruthy();
  });

  it('tells how to pay by transfer, and until when', () => {
    show(
      'ordersuccess',
      order({
        outcome: 'pending_bank_transfer',
        method: 'bank_transfer',
        instructions: {
          kind: 'bank_transfer',
          account_holder: 'Valmère Maison SAS',
          iban: 'FR76 3000 6000',
          bic: 'AGRIFRPP',
          bank_name: 'Banque du Lac',
          reference: '2026-000123',
          amount: '89.10',
          currency: 'EUR',
          qr: { size: 33, path: 'M4 4h7v7h-7z' },
          hold_until: '2026-11-30T22:59:59Z',
        },
      }),
    );
    for (const name of ['IBAN', 'BIC', 'Reference', 'Amount'])
      expect(screen.getByLabelText(`Copy: ${name}`)).toBeTruthy();
    expect(screen.getByText('30 November 2026')).toBeTruthy();
    expect(screen.getByRole('img')).toBeTruthy();
  });

  it('helps when there is no such order', () => {
    show('ordersuccess', undefined);
    expect(heading()).toBe('We cannot find this order');
    expect(screen.getByText('maison@valmere.example')).toBeTruthy();
    expect(window.dataLayer).toBeUndefined();
  });
});

describe('the purchase event', () => {
  it('holds what the specification names', () => {
    expect(purchaseEvent(order({}), 'fr')).toEqual({
      event: 'purchase',
      payment_method: 'card',
      language: 'fr',
      ecommerce: {
        transaction_id: '2026-000123',
        value: '89.10',
        tax: '14.85',
        shipping: '5.10',
        currency: 'EUR',
        items: [
          { item_id: 'ROBE-S', item_name: 'Robe', item_variant: 'S', price: '60.00', quantity: 2, discount: '36.00' },
        ],
      },
    });
  });

  it('is pushed once for an order, also when the page is loaded anew', () => {
    show('ccordersuccess', order({ order_number: '2026-000200' }));
    expect(window.dataLayer).toHaveLength(1);
    cleanup();
    show('ordersuccess', order({ order_number: '2026-000200' }));
    expect(window.dataLayer).toHaveLength(1);
    tellPurchase(order({ order_number: '2026-000201', outcome: 'pending_cheque' }), 'en');
    expect(window.dataLayer).toHaveLength(2);
  });

  it.each<Outcome>(['pending', 'canceled', 'uncertain', 'failed'])('is not pushed when %s', (outcome) => {
    tellPurchase(order({ order_number: `2026-${outcome}`, outcome }), 'en');
    expect(window.dataLayer).toBeUndefined();
  });

  it('is pushed where nothing can be stored', () => {
    const storage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    tellPurchase(order({ order_number: '2026-000300' }), 'en');
    tellPurchase(order({ order_number: '2026-000300' }), 'en');
    storage.mockRestore();
    expect(window.dataLayer).toHaveLength(1);
  });
});
