/** Cart page: refused changes, and delivery destinations. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cart, CartItem, Country } from '../../api/types';
import { totals } from '../../fixtures';
import { toastStore } from '../../state/toast';
import { closeShop, type FakeShop, openShop, Refusal, show as showScreen } from '../../testing';
import CartScreen from './CartScreen';
import { destinations, notDelivered } from './destinations';

function item(over: Partial<CartItem>): CartItem {
  return {
    item_id: 1,
    sku: 'TOWEL',
    name: 'Lac towel',
    url: '/en/p/towel',
    image: null,
    qty: 2,
    price: '30.00',
    market_price: null,
    lowest_price_30d: null,
    unit_price: null,
    line_total: '60.00',
    discount_amount: '0.00',
    options: [],
    stock: 10,
    availability: 'in_stock',
    max_qty: 10,
    promotion_category: '',
    parts: [],
    bed_terms: false,
    ship_to: ['FR', 'GB'],
    notice: null,
    ...over,
  } as CartItem;
}

function bag(items: CartItem[]): Cart {
  return {
    items,
    totals: {
      ...totals,
      subtotal_incl_tax: '60.00',
      subtotal_excl_tax: '50.00',
      discount_amount: '0.00',
      discount_net_amount: '0.00',
      shipping_amount: '6.90',
      tax_amount: '11.15',
      total: '66.90',
      total_qty: items.length,
    },
    total_qty: items.length,
    added_item_id: null,
    promo: null,
    points: 60,
  } as Cart;
}

const MENU = { items: [{ key: 'bath', name: 'Bath', url: '/en/c/bath', image: null, children: [] }] };

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({ 'checkout/region': [] });
});
afterEach(closeShop);

const asked = () => shop.sent.map(({ path }) => path);

function show(items: CartItem[], answers: Record<string, unknown> = {}) {
  const cart = bag(items);
  Object.assign(shop.answers, { cart, ...answers });
  const primed: Parameters<typeof showScreen>[2] = [
    ['cart', {}, cart],
    ['page/topmenu', {}, MENU],
  ];
  showScreen(CartScreen, '/en/cart', primed, { free_from: '150.00', default_country: 'GB' });
}

describe('cart page', () => {
  it('restores the old quantity and shows the refusal at the row', async () => {
    show([item({})], {
      'cart/update': new Refusal('cart.qty_insufficient', {}, { name: 'Lac towel' }),
    });
    const input = screen.getByLabelText<HTMLInputElement>('Quantity: Lac towel');
    fireEvent.input(input, { target: { value: '12' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(asked()).toContain('cart/update');
    await waitFor(() => expect(input.value).toBe('2'));
    expect(screen.getByText("We don't have as many Lac towel as you requested.")).toBeTruthy();
    expect(toastStore.get().current).toMatchObject({
      text: "We don't have as many Lac towel as you requested.",
      tone: 'error',
    });
  });

  it('requires a selection before deletion', async () => {
    show([item({}), item({ item_id: 2, sku: 'MAT', name: 'Bath mat' })]);
    fireEvent.click(screen.getByText('Remove selected'));
    expect(await screen.findByText('Please select the items to delete.')).toBeTruthy();
    expect(asked()).not.toContain('cart/delete');
  });

  it('removes a row with undo in its place, which outlasts the notification', async () => {
    const mat = item({ item_id: 2, sku: 'MAT', name: 'Bath mat' });
    const soap = item({ item_id: 3, sku: 'SOAP', name: 'Soap' });
    show([mat, item({}), soap], { 'cart/delete': bag([mat, soap]), 'cart/add': bag([mat, soap, item({})]) });
    fireEvent.click(screen.getByLabelText('Remove Lac towel'));
    await waitFor(() => expect(screen.queryByText('Lac towel')).toBeNull());
    expect(toastStore.get().current).toMatchObject({ text: 'Removed: Lac towel', duration: 3000 });
    toastStore.set({ current: null });
    const rows = [...document.querySelectorAll('main > div li, li')].map((row) => row.textContent ?? '');
    const at = rows.findIndex((row) => row.includes('Removed: Lac towel'));
    expect(rows[at - 1]).toContain('Bath mat');
    expect(rows[at + 1]).toContain('Soap');
    fireEvent.click(screen.getByText('Undo'));
    expect(await screen.findByText('Lac towel')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Undo')).toBeNull());
  });

  it('restores the quantity of a removed row', async () => {
    show([item({ qty: 4 })], { 'cart/delete': bag([]), 'cart/add': bag([item({ qty: 4 })]) });
    fireEvent.click(screen.getByLabelText('Remove Lac towel'));
    fireEvent.click(await screen.findByText('Undo'));
    await screen.findByText('Lac towel');
    expect(shop.sent.find(({ path }) => path === 'cart/add')?.args).toMatchObject({ sku: 'TOWEL', qty: 4 });
  });

  it('saves no quantity of a row that was removed before', async () => {
    const mat = item({ item_id: 2, sku: 'MAT', name: 'Bath mat' });
    show([mat, item({})], { 'cart/delete': bag([mat]) });
    // Chosen, and not saved yet: the row goes first.
    fireEvent.click(screen.getByLabelText('One more: Lac towel'));
    fireEvent.click(screen.getByLabelText('Remove Lac towel'));
    await waitFor(() => expect(screen.queryByText('Lac towel')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked()).toContain('cart/delete');
    expect(asked()).not.toContain('cart/update');
  });

  it('offers undo over the empty state too', async () => {
    show([item({})], { 'cart/delete': bag([]), 'cart/add': bag([item({})]) });
    fireEvent.click(screen.getByLabelText('Remove Lac towel'));
    await waitFor(() => expect(screen.queryByText('Lac towel')).toBeNull());
    fireEvent.click(await screen.findByText('Undo'));
    expect(await screen.findByText('Lac towel')).toBeTruthy();
  });

  it('has its button directly after the totals, the terms beside them', () => {
    show([item({})]);
    const summary = screen.getByRole('complementary');
    expect(summary.querySelectorAll('dl')).toHaveLength(1);
    expect(summary.querySelector('a[href$="/checkout"]')).toBeTruthy();
    expect(document.getElementById('cart-terms')?.closest('aside')).toBeNull();
  });

  it('disables the checkout while a row cannot be ordered, naming it', () => {
    show([
      item({ qty: 3, max_qty: 2, stock: 2, notice: { id: 'cart.only_left', message: '', params: { number: '2' } } }),
    ]);
    for (const button of screen.getAllByText('Checkout')) expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Change quantity to 2')).toBeTruthy();
  });

  it('shows neither price nor stepper for discontinued items', () => {
    show([item({}), item({ item_id: 3, name: 'Old soap', url: '', price: '0.00', line_total: '0.00', max_qty: 0 })]);
    expect(screen.queryByLabelText('Quantity: Old soap')).toBeNull();
    expect(screen.getByLabelText('Remove Old soap')).toBeTruthy();
  });

  it.each([
    { sites: [], hint: 0 },
    { sites: [{ name: 'France', url: 'https://fr.shop.example/fr' }], hint: 1 },
  ])('names items that do not ship, and regional sites only where there are some: $hint', async ({ sites, hint }) => {
    show([item({ ship_to: ['FR'] })], {
      'checkout/region': [{ id: 'GB', name: 'United Kingdom' }],
      'checkout/index': { shipping_methods: [], payment_methods: [], regional_sites: sites },
    });
    expect(await screen.findByText('We cannot ship Lac towel to this country: United Kingdom.')).toBeTruthy();
    expect(screen.queryAllByText('One of our other regional sites may deliver there.')).toHaveLength(hint);
    expect(screen.queryAllByRole('link', { name: 'France' })).toHaveLength(hint);
  });

  it('names the ways to pay, and what else the payment page takes', async () => {
    const payment_methods = [
      { code: 'card', name: 'Credit card', also: ['Klarna', 'SEPA direct debit'] },
      { code: 'cheque', name: 'Cheque' },
    ];
    show([item({})], {
      'checkout/region': [{ id: 'GB', name: 'United Kingdom' }],
      'checkout/index': { shipping_methods: [], payment_methods, regional_sites: [] },
    });
    expect(await screen.findByText('Credit card, Cheque')).toBeTruthy();
    expect(screen.getByText('Also on the payment page: Klarna, SEPA direct debit')).toBeTruthy();
  });

  it('shows the empty state with the departments', async () => {
    const image = { src: '/media/empty-bag.webp', srcset: '', avif: '', width: 3, height: 2, alt: '', preview: null };
    show([], { 'page/picture': { image } });
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe(image.src));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your bag is empty');
    expect(screen.getByText('Bath').getAttribute('href')).toBe('/en/c/bath');
  });
});

describe('destinations', () => {
  const served = [
    { id: 'AT', name: 'Austria' },
    { id: 'FR', name: 'France' },
    { id: 'GB', name: 'United Kingdom' },
  ] as Country[];
  const bed = item({ item_id: 5, name: 'Bed', ship_to: ['AT', 'FR'] });
  const soap = item({ item_id: 6, name: 'Soap', ship_to: ['AT', 'FR', 'GB'] });
  const gone = item({ item_id: 7, name: 'Gone', url: '', ship_to: [] });

  it('groups items by delivery countries, the longest list first', () => {
    expect(destinations([bed, soap, gone], served)).toEqual([
      { items: ['Soap'], countries: ['Austria', 'France', 'United Kingdom'] },
      { items: ['Bed'], countries: ['Austria', 'France'] },
    ]);
  });

  it('finds items that do not ship to a country', () => {
    expect(notDelivered([bed, soap, gone], 'GB')).toEqual([bed]);
  });
});
