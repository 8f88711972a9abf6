/** Order page: status, totals, confirmed cancellation. */

import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderDetail } from '../../api/types';
import { order as paidOrder } from '../../fixtures';
import { cartMergeStore } from '../../state/cartMerge';
import { toastStore } from '../../state/toast';
import { closeShop, type FakeShop, openShop, Refusal, setCookie, show } from '../../testing';
import OrderDetailScreen from './OrderDetailScreen';
import OrdersScreen from './OrdersScreen';

const order: OrderDetail = {
  ...paidOrder,
  token: '',
  outcome: 'pending_cheque',
  status: 'pending_cheque',
  status_label: 'Pending Cheque',
  method: 'cheque',
  method_label: 'Cheque',
  paid_amount: '0.00',
  instructions: {
    kind: 'cheque',
    payee: 'Valmère Maison SAS',
    address: ['12 quai du Lac'],
    reference: '2026-000123',
    amount: '84.00',
    currency: 'EUR',
    hold_until: '2026-11-30T22:59:59Z',
  },
  items: [],
  hold_until: '2026-11-30T22:59:59Z',
  history: [{ status: 'pending_cheque', status_label: 'Pending Cheque', at: '2026-11-21T09:30:00Z' }],
  can_cancel: true,
  member_card: null,
  invoices: [],
};

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({ 'order/view': order });
  setCookie('isLogin=1');
});
afterEach(closeShop);

const URL = '/en/order/detail?order_number=2026-000123';

describe('an order', () => {
  it('shows status, payment and totals with and without VAT', async () => {
    show(OrderDetailScreen, URL);
    await screen.findByRole('heading', { level: 1, name: 'Order 2026-000123' });
    const steps = within(await screen.findByRole('region', { name: 'Progress of the order' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'Pending Cheque21 November 2026',
      'Expected delivery2–4 December 2026',
    ]);
    expect(steps[0]?.getAttribute('aria-current')).toBe('step');
    expect(screen.getByRole('heading', { name: 'Your cheque' })).toBeTruthy();
    expect(screen.getByText('without VAT').nextSibling?.textContent).toBe('€100.00');
  });

  it('links invoice and credit notes', async () => {
    const shared = { issued_at: '2026-11-22T09:30:00Z', currency: 'EUR', total: '84.00' };
    const url = '/en/invoice/2026-000123';
    shop.answers['order/view'] = {
      ...order,
      invoices: [
        { ...shared, number: 'INV-2026-000007', kind: 'invoice', url },
        { ...shared, number: 'CN-2026-000002', kind: 'credit_note', url: `${url}/CN-2026-000002` },
      ],
    };
    show(OrderDetailScreen, URL);
    const invoice = await screen.findByRole('link', { name: 'Download invoice' });
    expect(invoice.getAttribute('href')).toBe(url);
    const credit = screen.getByRole('link', { name: 'Credit note CN-2026-000002' });
    expect(credit.getAttribute('href')).toBe(`${url}/CN-2026-000002`);
  });

  it('links no invoice before payment', async () => {
    show(OrderDetailScreen, URL);
    await screen.findByRole('button', { name: 'Cancel order' });
    expect(screen.queryByRole('link', { name: 'Download invoice' })).toBeNull();
  });

  it('is cancelled after confirmation', async () => {
    shop.answers['order/cancel'] = {
      ...order,
      outcome: 'canceled',
      status: 'canceled',
      status_label: 'Canceled',
      instructions: null,
      can_cancel: false,
      history: [...order.history, { status: 'canceled', status_label: 'Canceled', at: '2026-11-22T09:30:00Z' }],
    };
    show(OrderDetailScreen, URL);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel order 2026-000123?' });
    expect(shop.sent.some(({ path }) => path === 'order/cancel')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(screen.getByText('22 November 2026')).toBeTruthy());
    expect(toastStore.get().current).toMatchObject({ text: 'Your order has been cancelled.', tone: 'success' });
    expect(screen.queryByRole('heading', { name: 'Your cheque' })).toBeNull();
    expect(screen.queryByText('Expected delivery')).toBeNull();
  });

  it.each([
    ['declined', [{ code: 'card', name: 'Card' }], 1],
    ['undecided', [], 0],
  ])('offers another payment of a card payment that is %s: %#', async (_, payment_methods, buttons) => {
    const card = { status: 'pending', method: 'card', outcome: 'uncertain', instructions: null };
    shop.answers['order/view'] = { ...order, ...card, payment_methods };
    show(OrderDetailScreen, URL);
    await screen.findByRole('button', { name: 'Cancel order' });
    expect(screen.queryAllByRole('button', { name: 'Pay now' })).toHaveLength(buttons);
  });

  it('says that money takes days', async () => {
    const delayed = { status: 'pending', method: 'card', outcome: 'pending', instructions: null, is_delayed: true };
    shop.answers['order/view'] = { ...order, ...delayed, payment_methods: [], hold_until: '2026-12-05T10:00:00Z' };
    show(OrderDetailScreen, URL);
    expect(await screen.findByText(/^Your payment is on its way/)).toBeTruthy();
    expect(screen.getByText(/at the longest until 5 December 2026/)).toBeTruthy();
  });

  it('can change its payment method', async () => {
    shop.answers['order/view'] = {
      ...order,
      payment_methods: [
        { code: 'cheque', name: 'Cheque' },
        { code: 'card', name: 'Card' },
      ],
    };
    shop.answers['payment/retry'] = new Refusal('payment.not_pending');
    show(OrderDetailScreen, URL);
    fireEvent.click(await screen.findByRole('button', { name: 'Change payment method' }));
    fireEvent.click(screen.getByRole('radio', { name: /^Card/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Pay this way' }));
    expect(await screen.findByText('This order is not waiting for a payment.')).toBeTruthy();
    expect(shop.sent.at(-1)).toEqual({
      path: 'payment/retry',
      args: { order_number: '2026-000123', payment_method: 'card' },
    });
  });

  it('is ordered again once, and what is missing is named', async () => {
    const message = { id: 'wishlist.withdrawn', params: { name: 'Robe' }, message: 'Robe is no longer sold.' };
    shop.answers['order/view'] = order;
    shop.answers['order/reorder'] = { total_qty: 2, added_qty: 2, notices: [{ name: 'Robe', message }] };
    shop.answers.cart = { items: [{ item_id: 1 }], total_qty: 2 };
    const { answers } = show(OrderDetailScreen, URL);
    const again = await screen.findByRole('button', { name: 'Order again' });
    fireEvent.click(again);
    fireEvent.click(again);
    await waitFor(() => expect(window.location.pathname).toBe('/en/cart'));
    expect(shop.sent.filter(({ path }) => path === 'order/reorder')).toEqual([
      { path: 'order/reorder', args: { order_number: '2026-000123' } },
    ]);
    expect(answers.get('cart', {})?.total_qty).toBe(2);
    expect(cartMergeStore.get()).toMatchObject({ isReorder: true, notices: [{ name: 'Robe' }] });
  });

  it('stays on its page when it cannot be ordered again', async () => {
    shop.answers['order/view'] = order;
    shop.answers['order/reorder'] = new Refusal('order.not_found');
    show(OrderDetailScreen, URL);
    const again = await screen.findByRole('button', { name: 'Order again' });
    fireEvent.click(again);
    await waitFor(() => expect(toastStore.get().current).toMatchObject({ tone: 'error' }));
    expect(window.location.pathname).toBe('/en/order/detail');
    expect(again.getAttribute('aria-disabled')).toBeNull();
  });

  it('links the withdrawal until the period ends', async () => {
    shop.answers['order/view'] = { ...order, status: 'shipped', withdraw_until: '2026-12-18' };
    show(OrderDetailScreen, URL);
    const link = await screen.findByRole('link', { name: 'Withdraw from contract here' });
    expect(link.getAttribute('href')).toBe('/en/withdraw?order_number=2026-000123');
    expect(screen.getByText(/until 18.December.2026/)).toBeTruthy();
  });

  it('shows no withdrawal period after cancellation', async () => {
    shop.answers['order/view'] = { ...order, status: 'canceled' };
    show(OrderDetailScreen, URL);
    await screen.findByRole('button', { name: 'Print' });
    expect(screen.queryByText(/14 days/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Withdraw from contract here' })).toBeNull();
  });

  it.each([
    ['0.00', /^Nothing is owed/],
    ['84.00', /^€84.00 is refunded by the payment method you used/],
  ])('says what becomes of the money when it is over: %s', async (refunded_amount, sentence) => {
    shop.answers['order/view'] = { ...order, status: 'canceled', refunded_amount };
    show(OrderDetailScreen, URL);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue shopping' }).getAttribute('href')).toBe('/en');
  });

  it('is unchanged after a refused cancellation', async () => {
    shop.answers['order/cancel'] = new Refusal('order.not_cancelable');
    show(OrderDetailScreen, URL);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel order' }));
    expect(await within(dialog).findByText(/^This order can no longer be cancelled/)).toBeTruthy();
    expect(toastStore.get().current?.text).toMatch(/^This order can no longer be cancelled/);
  });

  it('of another customer is not found', async () => {
    shop.answers['order/view'] = new Refusal('order.not_found');
    shop.answers['page/topmenu'] = { items: [] };
    show(OrderDetailScreen, URL);
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    expect(screen.getByText('We cannot find this order.')).toBeTruthy();
  });
});

describe('orders', () => {
  const row = (number: string) => ({
    order_number: number,
    created_at: '2026-11-21T09:30:00Z',
    status: 'complete',
    status_label: 'Complete',
    method: 'card',
    method_label: 'Credit card',
    currency: 'EUR',
    total: '84.00',
    total_qty: 1,
    names: ['Robe'],
    can_cancel: false,
  });

  it('are paged', async () => {
    shop.answers['order/index'] = ({ page = '1' }: { page?: string }) => ({
      items: page === '1' ? [row('2026-000003'), row('2026-000002')] : [row('2026-000001')],
      total: 3,
      page: Number(page),
      per_page: 2,
    });
    show(OrdersScreen, '/en/order');
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('2026-000001')).toBeTruthy();
    expect(screen.getByText('3 of 3')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('can be reloaded after an error', async () => {
    show(OrdersScreen, '/en/order');
    shop.answers['order/index'] = { items: [], total: 0, page: 1, per_page: 10 };
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeTruthy();
  });
});
