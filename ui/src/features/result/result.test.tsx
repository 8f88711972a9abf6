/** Result screen: depends on the order's state alone; purchase event once. */

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome, PaymentResult } from '../../api/types';
import { routeTable } from '../../domain/routeTable';
import { order as paidOrder, totals, transfer } from '../../fixtures';
import { liveRegionStore } from '../../state/liveRegion';
import { toastStore } from '../../state/toast';
import { closeShop, type FakeShop, openShop, Refusal, show as showScreen } from '../../testing';
import FindOrderScreen from './FindOrderScreen';
import { purchaseEvent, reportPurchase } from './purchase';
import ResultScreen from './ResultScreen';

const KINDS = routeTable
  .filter(({ name }) => name === 'result')
  .flatMap(({ paths }) => paths.map((path) => path.slice(1)));

const order = (over: Partial<PaymentResult> = {}): PaymentResult => ({
  ...paidOrder,
  totals: { ...totals, shipping_amount: '12.00', shipping_discount: '6.90', tax_amount: '14.85', total: '89.10' },
  ...over,
});

let shop: FakeShop;
beforeEach(() => {
  window.localStorage.clear();
  window.dataLayer = undefined;
  shop = openShop();
});
afterEach(closeShop);

function show(kind: string, answer?: PaymentResult) {
  const primed: Parameters<typeof showScreen>[2] = answer && [['payment/index', { token: 'tok' }, answer]];
  return showScreen(ResultScreen, `/en/${kind}?token=tok`, primed);
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

  it('tells a waiting order to follow its mailed link, where a button confirms it', async () => {
    const waiting = {
      outcome: 'pending_bank_transfer',
      status: 'pending_bank_transfer',
      awaiting_confirmation: true,
    } as const;
    show('ordersuccess', order(waiting));
    expect(heading()).toBe('One more step: please confirm your order');
    expect(screen.queryByText('Confirm my order')).toBeNull();
    expect(screen.getByText('Status').nextSibling?.textContent).toBe('Awaiting your confirmation');
    expect(screen.queryByText('Expected delivery')).toBeNull();
    for (const offer of ['An account for next time', 'One question, if you like']) {
      expect(screen.queryByText(offer)).toBeNull();
    }
    cleanup();
    shop.answers['order/confirm'] = order({ ...waiting, awaiting_confirmation: false, instructions: transfer });
    show('ordersuccess', order({ ...waiting, can_confirm: true }));
    expect(document.querySelector('form')?.getAttribute('action')).toBe('/en/do/order/confirm');
    fireEvent.click(screen.getByText('Confirm my order'));
    await waitFor(() => expect(heading()).toBe('Thank you for your order'));
  });

  it('offers no payment while one may have been taken', () => {
    show('paymentuncertain', order({ outcome: 'uncertain' }));
    expect(screen.queryByText('Try again')).toBeNull();
    expect(document.querySelector('a[href="/en/checkout"]')).toBeNull();
    expect(screen.getByText('+33 4 50 00 12 12')).toBeTruthy();
  });

  it('offers customer service, retry and another method after a decline, and does not poll', async () => {
    vi.useFakeTimers();
    try {
      show('paymentuncertain', order({ outcome: 'uncertain', status: 'pending', payment_methods: METHODS }));
      expect(heading()).toBe('Your payment was not accepted');
      expect(screen.getByText(/^A technical problem prevented your payment/)).toBeTruthy();
      expect(screen.getByText('+33 4 50 00 12 12')).toBeTruthy();
      expect(screen.getByText('Try again')).toBeTruthy();
      expect(screen.getByText('Change payment method')).toBeTruthy();
      await vi.advanceTimersByTimeAsync(600_000);
      expect(shop.sent).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('offers retry or another method after a failed payment, each sent once', async () => {
    shop.answers['payment/retry'] = new Promise(() => {});
    show('paymenterror', order({ outcome: 'failed', status: 'pending', payment_methods: METHODS }));
    fireEvent.click(screen.getByText('Change payment method'));
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['cheque']);
    fireEvent.click(screen.getByText('Try again'));
    fireEvent.click(screen.getByText('One moment…'));
    fireEvent.click(screen.getByText('Pay this way'));
    await waitFor(() =>
      expect(shop.sent).toEqual([{ path: 'payment/retry', args: { token: 'tok', payment_method: 'card' } }]),
    );
  });

  it('names what else the payment page takes, for the retry and for a change to it', () => {
    const also = ['PayPal', 'Klarna'];
    const methods = METHODS.map((option) => (option.code === 'card' ? { ...option, also } : option));
    const words = 'Also on the payment page: PayPal, Klarna';
    show('paymenterror', order({ outcome: 'failed', status: 'pending', payment_methods: methods }));
    expect(screen.getAllByText(words)).toHaveLength(1);
    cleanup();
    show('paymenterror', order({ outcome: 'failed', status: 'pending', payment_methods: METHODS }));
    expect(screen.queryByText(/^Also on the payment page/)).toBeNull();
    cleanup();
    const unpaid = {
      outcome: 'pending_bank_transfer',
      status: 'pending_bank_transfer',
      method: 'bank_transfer',
    } as const;
    show('ordersuccess', order({ ...unpaid, payment_methods: methods }));
    expect(screen.getByRole('radio', { name: /^Credit card.*PayPal, Klarna$/ })).toBeTruthy();
  });

  it('says that money takes days, and offers and asks for nothing more', async () => {
    vi.useFakeTimers();
    try {
      const hold_until = '2026-12-05T10:00:00Z';
      show('ccordersuccess', order({ outcome: 'pending', status: 'pending', is_delayed: true, hold_until }));
      expect(heading()).toBe('Thank you for your order');
      expect(screen.getByText(/^Your payment is on its way and takes a few working days/)).toBeTruthy();
      expect(screen.getByText(/5 December 2026/)).toBeTruthy();
      for (const offer of ['Check again', 'Return to checkout', 'Continue to payment', 'Pay now']) {
        expect(screen.queryByText(offer)).toBeNull();
      }
      expect(screen.getByText('Continue shopping')).toBeTruthy();
      await vi.advanceTimersByTimeAsync(600_000);
      expect(shop.sent).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows why a retry was refused', async () => {
    shop.answers['payment/retry'] = new Refusal('payment.throttled');
    show('paymenterror', order({ outcome: 'failed', status: 'pending', payment_methods: METHODS }));
    fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText(/^There have been too many attempts to pay/)).toBeTruthy();
    expect(toastStore.get().current?.text).toMatch(/^There have been too many attempts to pay/);
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
      Object.assign(shop.answers, {
        'payment/refresh': () => answers.shift(),
        'payment/counted': { is_first: false },
      });
      show('ccordersuccess', waiting);
      const asked = () => shop.sent.filter(({ path }) => path === 'payment/refresh').length;
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
      shop.answers['payment/refresh'] = waiting;
      show('ccordersuccess', waiting);
      await vi.advanceTimersByTimeAsync(600_000);
      const asked = shop.sent.length;
      expect(heading()).toBe('We are waiting for your payment');
      await vi.advanceTimersByTimeAsync(600_000);
      expect(shop.sent.length).toBe(asked);
      fireEvent.click(screen.getByText('Check again'));
      await vi.advanceTimersByTimeAsync(10);
      expect(shop.sent.length).toBe(asked + 1);
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
        instructions: { ...transfer, amount: '89.10', qr: { size: 33, path: 'M4 4h7v7h-7z' } },
      }),
    );
    for (const name of ['IBAN', 'BIC', 'Reference', 'Amount'])
      expect(screen.getByLabelText(`Copy: ${name}`)).toBeTruthy();
    expect(screen.getByText('30 November 2026')).toBeTruthy();
    expect(screen.getByRole('img')).toBeTruthy();
  });

  it('cancels a pending order by its token, after confirmation', async () => {
    const pending = order({ outcome: 'pending_cheque', status: 'pending_cheque', method: 'cheque' });
    Object.assign(shop.answers, {
      'order/cancel': {},
      'payment/index': { ...pending, outcome: 'canceled', status: 'canceled' },
    });
    show('ordersuccess', pending);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel order 2026-000123?' });
    expect(shop.sent.some(({ path }) => path === 'order/cancel')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(heading()).toBe('Order cancelled'));
    expect(shop.sent.find(({ path }) => path === 'order/cancel')?.args).toMatchObject({ token: 'tok' });
    expect(toastStore.get().current?.text).toBe('Your order has been cancelled.');
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  it.each([
    { method: 'bank_transfer', asked: true, words: 'You have cancelled this order.' },
    { method: 'card', asked: true, words: 'You have cancelled this order.' },
    { method: 'cheque', asked: false, words: 'We have cancelled this order, as no payment has arrived for it.' },
  ] as const)('says who cancelled it: $method, $words', ({ method, asked, words }) => {
    show('ordersuccess', order({ outcome: 'canceled', status: 'canceled', method, canceled_on_request: asked }));
    expect(heading()).toBe('Order cancelled');
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('Nothing is owed. If you have paid since, we will refund you.')).toBeTruthy();
  });

  it.each<[string, Partial<PaymentResult>]>([
    ['paid', { outcome: 'success', status: 'processing' }],
    ['canceled', { outcome: 'canceled', status: 'canceled' }],
    ['perhaps paid', { outcome: 'uncertain', status: 'pending', payment_methods: [] }],
  ])('offers no cancellation of an order that is %s', (_, over) => {
    show('ordersuccess', order(over));
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  it('shows help for an unknown token', async () => {
    shop.answers['payment/index'] = new Refusal('order.not_found');
    show('ordersuccess');
    await screen.findByRole('heading', { level: 1, name: 'We cannot find this order' });
    expect(screen.getByText('maison@valmere.example')).toBeTruthy();
    expect(window.dataLayer).toBeUndefined();
  });

  it('has a new link mailed when the old one has ended', async () => {
    shop.answers['payment/index'] = new Refusal('order.not_found');
    shop.answers['order/link'] = { message: { id: 'order.link_asked', params: {} } };
    show('ordersuccess');
    fireEvent.click(await screen.findByRole('button', { name: 'Send me a new link' }));
    const number = await screen.findByLabelText(/^Order number/);
    await waitFor(() => expect(document.activeElement).toBe(number));
    const send = screen.getByRole('button', { name: 'Send me a new link' });
    const asked = () => shop.sent.filter(({ path }) => path === 'order/link').map(({ args }) => args);
    fireEvent.click(send);
    expect((await screen.findAllByText('Enter your order number.')).length).toBeGreaterThan(0);
    expect(asked()).toEqual([]);
    // U7.
    expect(document.title).toMatch(/^Error: We cannot find this order/);
    fireEvent.input(number, { target: { value: ' 2026-000123 ' } });
    fireEvent.input(screen.getByLabelText(/^Email/), { target: { value: 'ada@example.com' } });
    fireEvent.click(send);
    await waitFor(() => expect(asked()).toEqual([{ order_number: '2026-000123', email: 'ada@example.com' }]));
    expect((await screen.findAllByText(/a new link to it is on its way/)).length).toBeGreaterThan(0);
  });
});

describe('find an order', () => {
  it('asks for number and address, and says the same whatever is true', async () => {
    shop.answers['order/link'] = { message: { id: 'order.link_asked', params: {} } };
    showScreen(FindOrderScreen, '/en/order/find');
    const number = screen.getByLabelText(/^Order number/);
    expect(document.activeElement).not.toBe(number);
    fireEvent.input(number, { target: { value: '2026-000123' } });
    fireEvent.input(screen.getByLabelText(/^Email/), { target: { value: 'ada@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect((await screen.findAllByText(/is on its way/)).length).toBeGreaterThan(0);
    const login = screen.getByRole('link', { name: 'Log in' });
    expect(login.getAttribute('href')).toBe('/en/login?return=%2Fen%2Forder');
  });
});

describe('purchase event', () => {
  it('contains the specified fields', () => {
    expect(purchaseEvent(order(), 'fr')).toEqual({
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

  it('has amounts without symbols and separators, the upper end of a range', () => {
    const displayed = order({ totals: { ...order().totals, total: '€1,089.10', tax_amount: '€1.00 – €14.85' } });
    expect(purchaseEvent(displayed, 'en').ecommerce).toMatchObject({ value: '1089.10', tax: '14.85' });
  });

  it('is pushed when the server reports the first view', async () => {
    const answers = [{ is_first: true }, { is_first: false }];
    shop.answers['payment/counted'] = () => answers.shift();
    await reportPurchase(order({ order_number: '2026-000200' }), 'en');
    expect(window.dataLayer).toHaveLength(1);
    // Remembered in this document.
    await reportPurchase(order({ order_number: '2026-000200' }), 'en');
    expect(shop.sent).toHaveLength(1);
    await reportPurchase(order({ order_number: '2026-000201', outcome: 'pending_cheque' }), 'en');
    expect(shop.sent).toHaveLength(2);
    expect(window.dataLayer).toHaveLength(1);
  });

  it('is retried after a failed call', async () => {
    shop.answers['payment/counted'] = new Refusal('error.try_later');
    await reportPurchase(order({ order_number: '2026-000202' }), 'en');
    expect(window.dataLayer).toBeUndefined();
    shop.answers['payment/counted'] = { is_first: true };
    await reportPurchase(order({ order_number: '2026-000202' }), 'en');
    expect(window.dataLayer).toHaveLength(1);
  });

  it.each<Outcome>(['pending', 'canceled', 'uncertain', 'failed'])('is not pushed when %s', async (outcome) => {
    await reportPurchase(order({ order_number: `2026-${outcome}`, outcome }), 'en');
    expect(window.dataLayer).toBeUndefined();
    expect(shop.sent).toEqual([]);
  });
});
