/** The checkout: placed and refused orders, items that do not ship, an empty cart. */

import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../api/client';
import { totals as orderTotals } from '../../fixtures';
import { changeCart } from '../../state/cart';
import { customerStore } from '../../state/customer';
import type { ScreenProps } from '../../state/route';
import { toastStore } from '../../state/toast';
import { claire, closeShop, type FakeShop, hydrateAfter, openShop, Refusal, setCookie, show } from '../../testing';
import CheckoutScreen from './CheckoutScreen';

const totals = {
  ...orderTotals,
  subtotal_incl_tax: '39.00',
  subtotal_excl_tax: '32.50',
  discount_amount: '0.00',
  discount_net_amount: '0.00',
  shipping_amount: '5.90',
  tax_amount: '7.48',
  total: '44.90',
  total_qty: 1,
};
const mat = {
  item_id: 1,
  sku: 'MAT',
  name: 'Terry bath mat',
  url: '/en/p/terry-bath-mat',
  image: null,
  qty: 1,
  price: '39.00',
  market_price: null,
  lowest_price_30d: null,
  unit_price: null,
  line_total: '39.00',
  discount_amount: '0.00',
  options: [],
  parts: [],
  notice: null,
};
const full = {
  items: [mat],
  totals,
  country: 'GB',
  shipping_method: 'standard',
  shipping_methods: [
    {
      code: 'standard',
      name: 'Standard delivery',
      note: 'By post.',
      amount: '5.90',
      discount: '0.00',
      delivery_from: '2026-11-24',
      delivery_to: '2026-11-26',
    },
  ],
  payment_methods: [{ code: 'cheque', name: 'Cheque' }],
  bed_terms_required: false,
  not_shipping: [],
  regional_sites: [],
  promo: null,
  points: 39,
};
const empty = { ...full, items: [], totals: { ...totals, total_qty: 0 }, shipping_methods: [] };
const countries = [
  {
    id: 'GB',
    name: 'United Kingdom',
    eu: false,
    lines: [],
    fields: ['address1', 'address2', 'city', 'postcode'],
    required: ['city', 'postcode'],
    postcode_label: 'postal_code',
    postcode_pattern: '',
    postcode_example: '',
    city_label: 'town',
    region_label: '',
    county_label: '',
    regions: [],
  },
];

const claireAtHome = {
  first_name: 'Claire',
  last_name: 'Aubert',
  company: '',
  address1: '4 Mill Lane',
  address2: '',
  city: 'Bath',
  county: '',
  region: '',
  postcode: 'BA1 1AA',
  country: 'GB',
  telephone: '01225 123456',
  tax_id: '',
};

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({ 'checkout/index': full, 'checkout/region': countries });
});
afterEach(() => {
  vi.restoreAllMocks();
  closeShop();
});

function write(id: string, value: string): void {
  const field = document.getElementById(id) as HTMLInputElement;
  fireEvent.input(field, { target: { value } });
}

async function orderAsGuest(): Promise<void> {
  const order = await screen.findByRole('button', { name: 'Order with obligation to pay' });
  write('email', 'harriet@example.com');
  write('shipping-address-first-name', 'Harriet');
  write('shipping-address-last-name', 'Ashdown');
  write('shipping-address-address1', '4 Mill Lane');
  write('shipping-address-city', 'Bath');
  write('shipping-address-postcode', 'BA1 1AA');
  write('shipping-address-telephone', '01225 123456');
  fireEvent.click(document.querySelector('input[value="cheque"]') as HTMLInputElement);
  fireEvent.click(document.getElementById('terms') as HTMLInputElement);
  fireEvent.click(order);
}

describe('a placed order', () => {
  it.each([
    { ticked: true, events: [{ event: 'newsletter_subscribe', source: 'checkout', language: 'en' }] },
    { ticked: false, events: undefined },
  ])('pushes the newsletter event when it subscribes: $ticked', async ({ ticked, events }) => {
    window.dataLayer = undefined;
    shop.answers['checkout/place'] = { token: 'tok', payment: { method: 'cheque', redirect_url: null } };
    show(CheckoutScreen, '/en/checkout', [], { newsletter: true });
    await screen.findByRole('button', { name: 'Order with obligation to pay' });
    if (ticked) fireEvent.click(document.getElementById('newsletter') as HTMLInputElement);
    await orderAsGuest();
    await waitFor(() => expect(window.location.pathname).toBe('/en/ordersuccess'));
    expect(window.dataLayer).toEqual(events);
  });
});

describe('payment methods', () => {
  it('name what else the payment page takes', async () => {
    shop.answers['checkout/index'] = {
      ...full,
      payment_methods: [{ code: 'card', name: 'Credit card', also: ['PayPal', 'TWINT'] }, ...full.payment_methods],
    };
    show(CheckoutScreen, '/en/checkout');
    expect(await screen.findByRole('radio', { name: /Also on the payment page: PayPal, TWINT$/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /^Cheque/ }).closest('label')?.textContent).not.toContain('PayPal');
  });

  it('are chosen anew where the country does not have the chosen one', async () => {
    shop.answers['checkout/index'] = { ...full, payment_methods: [{ code: 'card', name: 'Credit card' }] };
    window.sessionStorage.setItem('checkout', JSON.stringify({ payment_method: 'cheque' }));
    show(CheckoutScreen, '/en/checkout');
    fireEvent.click(await screen.findByRole('button', { name: 'Order with obligation to pay' }));
    expect((await screen.findAllByText('Please select a payment method')).length).toBeGreaterThan(0);
    expect(shop.sent.some(({ path }) => path === 'checkout/place')).toBe(false);
  });
});

describe('a refused order', () => {
  it('is shown in place and in the notification', async () => {
    shop.answers['checkout/place'] = new Refusal('checkout.unpaid_order_limit', {}, { number: '3' });
    show(CheckoutScreen, '/en/checkout');
    await orderAsGuest();
    const words = /^Unpaid orders are limited to 3/;
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() =>
      expect(toastStore.get().current).toMatchObject({ text: expect.stringMatching(words), tone: 'error' }),
    );
  });
});

describe('former totals', () => {
  const two = { ...full, totals: { ...totals, total: '83.90', total_qty: 2 } };
  const primed: [string, object, unknown][] = [
    ['checkout/index', {}, full],
    ['checkout/region', {}, countries],
  ];
  const orderButton = () => screen.getByRole('button', { name: 'Order with obligation to pay' });
  const isInert = () => orderButton().getAttribute('aria-disabled') === 'true';
  const setQuantity = () => changeCart(() => call('cart/update', { item_id: 1, qty: 2 }));
  /** A path answers when this is called. */
  function held(path: string): (answer: unknown) => void {
    let answerNow: (answer: unknown) => void = () => {};
    shop.answers[path] = new Promise((resolve) => {
      answerNow = resolve;
    });
    return (answer) => act(() => answerNow(answer));
  }

  it('are not ordered while a quantity is on its way to the bag, nor until the totals have followed it', async () => {
    show(CheckoutScreen, '/en/checkout', primed);
    expect(isInert()).toBe(false);
    const answerWrite = held('cart/update');
    const answerRead = held('checkout/index');
    act(() => void setQuantity());
    expect(isInert()).toBe(true);
    await answerWrite({ items: [mat], total_qty: 2 });
    await waitFor(() => expect(shop.sent.at(-1)?.path).toBe('checkout/index'));
    expect(isInert()).toBe(true);
    await answerRead(two);
    await waitFor(() => expect(isInert()).toBe(false));
    expect(screen.getAllByText('€83.90').length).toBeGreaterThan(0);
  });

  it('are fetched again when a write has failed: it may have been made all the same', async () => {
    show(CheckoutScreen, '/en/checkout', primed);
    shop.answers['checkout/index'] = two;
    await act(async () => {
      await setQuantity().catch(() => {});
    });
    await waitFor(() => expect(isInert()).toBe(false));
    expect(screen.getAllByText('€83.90').length).toBeGreaterThan(0);
  });

  it('are not ordered when they are found old, until fresh ones have come', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const answerRead = held('checkout/index');
    const OpenedLate = (props: ScreenProps) => {
      now = 61_000;
      return <CheckoutScreen {...props} />;
    };
    show(OpenedLate, '/en/checkout', primed);
    expect(screen.getAllByText('€44.90').length).toBeGreaterThan(0);
    expect(isInert()).toBe(true);
    await answerRead(new Refusal('error.try_later'));
    await waitFor(() => expect(document.getElementById('checkout-blocked')).toBeTruthy());
    expect(isInert()).toBe(true);
    shop.answers['checkout/index'] = two;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(isInert()).toBe(false));
    expect(screen.getAllByText('€83.90').length).toBeGreaterThan(0);
  });
});

describe('items that do not ship to the country', () => {
  it.each([
    { sites: [], hint: 0 },
    { sites: [{ name: 'France', url: 'https://fr.shop.example/fr' }], hint: 1 },
  ])('speak of regional sites only where there are some: $hint', async ({ sites, hint }) => {
    shop.answers['checkout/index'] = { ...full, not_shipping: [mat], regional_sites: sites };
    show(CheckoutScreen, '/en/checkout');
    expect(await screen.findByText('We cannot ship Terry bath mat to this country: United Kingdom.')).toBeTruthy();
    expect(screen.queryAllByText('One of our other regional sites may deliver there.')).toHaveLength(hint);
    expect(screen.queryAllByRole('link', { name: 'France' })).toHaveLength(hint);
  });
});

describe('checkout with an empty cart', () => {
  it('redirects to the cart page', async () => {
    shop.answers['checkout/index'] = empty;
    show(CheckoutScreen, '/en/checkout');
    await waitFor(() => expect(window.location.pathname).toBe('/en/cart'));
  });

  it('shows a notice when the cart was emptied elsewhere before submission', async () => {
    shop.answers['checkout/place'] = () => {
      shop.answers['checkout/index'] = empty;
      return new Refusal('cart.empty');
    };
    show(CheckoutScreen, '/en/checkout');
    await orderAsGuest();
    await screen.findByText(/nothing was ordered from this page/);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    expect(window.location.pathname).toBe('/en/checkout');
  });

  it('redirects to the login when the session has expired', async () => {
    setCookie('isLogin=1');
    customerStore.set({ loggedIn: true, firstName: 'Claire' });
    const home = {
      id: 1,
      lines: ['Claire Aubert', '4 Mill Lane'],
      ...claireAtHome,
      default_billing: true,
      default_shipping: true,
    };
    Object.assign(shop.answers, { 'account/info': claire, 'address/index': { items: [home] } });
    shop.answers['checkout/place'] = () => {
      shop.answers['checkout/index'] = empty;
      shop.answers['account/info'] = new Refusal('login.required');
      return new Refusal('cart.empty');
    };
    show(CheckoutScreen, '/en/checkout');
    const order = await screen.findByRole('button', { name: 'Order with obligation to pay' });
    fireEvent.click(document.querySelector('input[value="cheque"]') as HTMLInputElement);
    fireEvent.click(document.getElementById('terms') as HTMLInputElement);
    fireEvent.click(order);
    await waitFor(() => expect(window.location.pathname).toBe('/en/login'));
    expect(new URLSearchParams(window.location.search).get('return')).toBe('/en/checkout');
  });
});

describe('input from before hydration', () => {
  const both = [...countries, { ...countries[0], id: 'FR', name: 'France' }];
  const primed: [string, object, unknown][] = [
    ['checkout/index', {}, full],
    ['checkout/region', {}, both],
  ];
  const field = (id: string) => document.getElementById(id) as HTMLInputElement;
  const chooseFrance = () => {
    for (const option of field('shipping-address-country').querySelectorAll('option')) {
      option.selected = option.value === 'FR';
    }
  };

  it('counts: the country recalculates the order, and the payment method is chosen', async () => {
    await hydrateAfter(
      (served) => {
        chooseFrance();
        field('shipping-address-postcode').value = '69002';
        field('same-billing').checked = false;
        field('shipping-address-first-name').value = 'Claire';
        const cheque = served.querySelector<HTMLInputElement>('[value="cheque"]');
        if (cheque) cheque.checked = true;
      },
      CheckoutScreen,
      '/en/checkout',
      primed,
    );
    await waitFor(() =>
      expect(shop.sent.findLast(({ path }) => path === 'checkout/index')?.args).toMatchObject({ country: 'FR' }),
    );
    expect(field('shipping-address-postcode').value).toBe('69002');
    // K14: the billing address starts from what was typed.
    expect(field('billing-address-first-name').value).toBe('Claire');
    const stored = JSON.parse(window.sessionStorage.getItem('checkout') ?? '{}');
    expect(stored).toMatchObject({ payment_method: 'cheque', 'shipping_address.country': 'FR' });
  });

  it('goes beside a draft, whose region stays with its country', async () => {
    const draft = { 'shipping_address.country': 'FR', 'shipping_address.region': 'ARA', email: 'old@example.com' };
    window.sessionStorage.setItem('checkout', JSON.stringify(draft));
    await hydrateAfter(
      () => {
        // As browsers restore it on a reload.
        chooseFrance();
        field('email').value = 'new@example.com';
      },
      CheckoutScreen,
      '/en/checkout',
      primed,
    );
    const stored = JSON.parse(window.sessionStorage.getItem('checkout') ?? '{}');
    expect(stored).toMatchObject({ ...draft, email: 'new@example.com' });
  });
});
