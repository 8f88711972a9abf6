/** Result screen: depends on the order's state alone; purchase event once. */

import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../locales/en.po';
import { Answers } from '../../api/answers';
import { configure } from '../../api/client';
import type { Outcome, PaymentResult, Site } from '../../api/types';
import { AnswersContext } from '../../api/useCall';
import { routeTable } from '../../domain/routeTable';
import { createI18n } from '../../state/i18n';
import { liveRegionStore } from '../../state/liveRegion';
import { PageContext } from '../../state/site';
import { purchaseEvent, reportPurchase } from './purchase';
import ResultScreen from './ResultScreen';

const KINDS = routeTable
  .filter(({ name }) => name === 'result')
  .flatMap(({ paths }) => paths.map((path) => path.slice(1)));

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
  company: { name: 'Valmère Maison SAS', address: [] as string[] },
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

interface Sent {
  path: string;
  args: Record<string, unknown>;
}

/** A refusal by the server. */
const refusal = (id: string) => ({ refused: id });

/** Replaces `fetch`. */
function answering(answers: Record<string, unknown>) {
  const sent: Sent[] = [];
  const shop = vi.fn(async (url: string, { body }: RequestInit) => {
    const [path = ''] = url.replace('/hah_api/', '').split('?');
    sent.push({ path, args: body ? JSON.parse(String(body)) : {} });
    const known = answers[path];
    const data = await (typeof known === 'function' ? known() : known);
    const envelope = data?.refused
      ? { code: '0', message: '', data: null, error: { id: data.refused, params: {}, fields: {}, field_messages: {} } }
      : { code: '1', message: '', data };
    return { status: 200, json: async () => envelope } as Response;
  });
  vi.stubGlobal('fetch', shop);
  return { shop, sent };
}

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
          <ResultScreen name="result" path={path} search="token=tok" params={{}} variant="desktop" />
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

const UNDECIDED: ReadonlySet<Outcome> = new Set(['pending', 'uncertain', 'failed']);
const METHODS: PaymentResult['payment_methods'] = [
  { code: 'card', name: 'Credit card' },
  { code: 'cheque', name: 'Cheque' },
];

describe('result screen', () => {
  it.each(HEADINGS)('shows %s at each of its URLs', (outcome, words) => {
    for (const kind of KINDS) {
      show(kind, order({ outcome, status: UNDECIDED.has(outcome) ? 'pending' : 'processing' }));
      // The provider's failure URL carries the reason.
      const isUnreached = kind === 'payerror' && outcome === 'failed';
      expect(heading()).toBe(isUnreached ? 'The payment page cannot be reached' : words);
      cleanup();
    }
  });

  it('offers no payment while one may have been taken', () => {
    show('paymentuncertain', order({ outcome: 'uncertain' }));
    expect(screen.queryByText('Try again')).toBeNull();
    expect(document.querySelector('a[href="/en/checkout"]')).toBeNull();
    expect(screen.getByText('+33 4 50 00 12 12')).toBeTruthy();
  });

  it('offers retry or another method after a failed payment, each sent once', async () => {
    const { shop, sent } = answering({ 'payment/retry': new Promise(() => {}) });
    show('paymenterror', order({ outcome: 'failed', status: 'pending', payment_methods: METHODS }));
    fireEvent.click(screen.getByText('Change payment method'));
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['cheque']);
    fireEvent.click(screen.getByText('Try again'));
    fireEvent.click(screen.getByText('One moment…'));
    fireEvent.click(screen.getByText('Pay this way'));
    await waitFor(() =>
      expect(sent).toEqual([{ path: 'payment/retry', args: { token: 'tok', payment_method: 'card' } }]),
    );
    expect(shop).toHaveBeenCalledTimes(1);
  });

  it('shows why a retry was refused', async () => {
    answering({ 'payment/retry': refusal('payment.throttled') });
    show('paymenterror', order({ outcome: 'failed', status: 'pending', payment_methods: METHODS }));
    fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText(/^There have been too many attempts to pay/)).toBeTruthy();
    expect(screen.getByText('Try again').getAttribute('aria-disabled')).toBeNull();
  });

  it('links the open payment page instead of starting another', () => {
    const redirect_url = 'https://pay.example/1';
    show('ordersuccess', order({ outcome: 'pending', status: 'pending', payment_methods: METHODS, redirect_url }));
    expect(heading()).toBe('Your payment is still outstanding');
    expect(screen.getByText('Continue to payment').getAttribute('href')).toBe(redirect_url);
    cleanup();
    // The provider's return URL means that payment was submitted.
    show('ccordersuccess', order({ outcome: 'pending', status: 'pending', payment_methods: METHODS, redirect_url }));
    expect(heading()).toBe('Confirming your payment…');
    expect(screen.queryByText('Continue to payment')).toBeNull();
    expect(screen.queryByText('Change payment method')).toBeNull();
  });

  it('polls until the outcome is known, and announces it once', async () => {
    vi.useFakeTimers();
    try {
      const waiting = order({ outcome: 'pending', status: 'pending' });
      const answers = [waiting, waiting, order({ outcome: 'success' })];
      const { sent } = answering({ 'payment/refresh': () => answers.shift(), 'payment/counted': { is_first: false } });
      show('ccordersuccess', waiting);
      const asked = () => sent.filter(({ path }) => path === 'payment/refresh').length;
      await vi.advanceTimersByTimeAsync(1100);
      expect(asked()).toBe(1);
      await vi.advanceTimersByTimeAsync(2100);
      expect(asked()).toBe(2);
      expect(heading()).toBe('Confirming your payment…');
      const before = liveRegionStore.get().sequence;
      await vi.advanceTimersByTimeAsync(3100);
      expect(heading()).toBe('Thank you for your order');
      expect(liveRegionStore.get()).toEqual({ text: 'Thank you for your order', sequence: before + 1 });
      await vi.advanceTimersByTimeAsync(600_000);
      expect(asked()).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops polling after a while, and checks on demand', async () => {
    vi.useFakeTimers();
    try {
      const waiting = order({ outcome: 'pending', status: 'pending' });
      const { sent } = answering({ 'payment/refresh': waiting });
      show('ccordersuccess', waiting);
      await vi.advanceTimersByTimeAsync(600_000);
      const asked = sent.length;
      expect(heading()).toBe('We are waiting for your payment');
      await vi.advanceTimersByTimeAsync(600_000);
      expect(sent.length).toBe(asked);
      fireEvent.click(screen.getByText('Check again'));
      await vi.advanceTimersByTimeAsync(10);
      expect(sent.length).toBe(asked + 1);
      expect(heading()).toBe('Confirming your payment…');
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows shipments and refunds', () => {
    show(
      'ccordersuccess',
      order({
        refunded_amount: '12.30',
        shipments: [
          {
            id: 1,
            carrier: 'dhl',
            carrier_label: 'DHL Express',
            tracking: 'JD01',
            tracking_url: 'https://track.example/JD01',
            shipped_at: '2026-11-23T10:00:00Z',
            items: [{ sku: 'ROBE-S', name: 'Robe', qty: 1 }],
          },
        ],
      }),
    );
    expect(screen.getByRole('link', { name: /JD01/ }).getAttribute('href')).toBe('https://track.example/JD01');
    expect(screen.getByText(/^What is not listed here follows/)).toBeTruthy();
    expect(screen.getByText('Refunded').nextSibling?.textContent).toBe('−€12.30');
  });

  it('shows transfer instructions with the deadline', () => {
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

  it('shows help for an unknown token', () => {
    show('ordersuccess', undefined);
    expect(heading()).toBe('We cannot find this order');
    expect(screen.getByText('maison@valmere.example')).toBeTruthy();
    expect(window.dataLayer).toBeUndefined();
  });
});

describe('purchase event', () => {
  it('contains the specified fields', () => {
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

  it('is pushed when the server reports the first view', async () => {
    const answers = [{ is_first: true }, { is_first: false }];
    const { sent } = answering({ 'payment/counted': () => answers.shift() });
    await reportPurchase(order({ order_number: '2026-000200' }), 'en');
    expect(window.dataLayer).toHaveLength(1);
    // Remembered in this document.
    await reportPurchase(order({ order_number: '2026-000200' }), 'en');
    expect(sent).toHaveLength(1);
    await reportPurchase(order({ order_number: '2026-000201', outcome: 'pending_cheque' }), 'en');
    expect(sent).toHaveLength(2);
    expect(window.dataLayer).toHaveLength(1);
  });

  it('is retried after a failed call', async () => {
    answering({ 'payment/counted': refusal('error.try_later') });
    await reportPurchase(order({ order_number: '2026-000202' }), 'en');
    expect(window.dataLayer).toBeUndefined();
    answering({ 'payment/counted': { is_first: true } });
    await reportPurchase(order({ order_number: '2026-000202' }), 'en');
    expect(window.dataLayer).toHaveLength(1);
  });

  it.each<Outcome>(['pending', 'canceled', 'uncertain', 'failed'])('is not pushed when %s', async (outcome) => {
    const { sent } = answering({});
    await reportPurchase(order({ order_number: `2026-${outcome}`, outcome }), 'en');
    expect(window.dataLayer).toBeUndefined();
    expect(sent).toEqual([]);
  });
});
