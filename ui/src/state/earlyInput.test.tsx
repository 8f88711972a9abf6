/** Input from before hydration counts: text, choices, and the press of a button. */

import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Product } from '../api/types';
import { useAddToCart } from '../features/catalog/useAddToCart';
import { VariantOptions } from '../features/catalog/VariantOptions';
import ContactScreen from '../features/contact/ContactScreen';
import LoginScreen from '../features/customer/LoginScreen';
import { Stepper } from '../parts/Stepper';
import { closeShop, type FakeShop, hydrateAfter, openShop } from '../testing';

let shop: FakeShop;
beforeEach(() => {
  shop = openShop();
});
afterEach(closeShop);

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const sent = (of: string) => shop.sent.filter(({ path }) => path === of).map(({ args }) => args);

function choose(id: string, value: string): void {
  for (const option of field(id).querySelectorAll('option')) option.selected = option.value === value;
}

it('of text fields, a text area and a select', async () => {
  shop.answers['contact/post'] = { message: { id: 'contact.sent', params: {} } };
  shop.answers['captcha/challenge'] = { provider: 'none' };
  await hydrateAfter(
    () => {
      choose('contact-subject', 'reward_points');
      field('contact-name').value = 'Harriet';
      field('contact-message').value = 'How many points?';
    },
    ContactScreen,
    '/en/contact-us',
  );
  // A rendering would set them back to what the form knows.
  screen.getByRole('button', { name: 'Send' }).click();
  await screen.findByText('There is a problem');
  expect(field('contact-name').value).toBe('Harriet');
  expect(field('contact-message').value).toBe('How many points?');
  expect(field('contact-subject').value).toBe('reward_points');
  const summary = screen.getByRole('alert').textContent;
  expect(summary).not.toMatch(/subject|message|name/i);
  expect(summary).toMatch(/email/i);
});

it('leaves what nobody has touched', async () => {
  let events = 0;
  const count = () => {
    events += 1;
  };
  for (const type of ['input', 'change']) document.addEventListener(type, count);
  await hydrateAfter(() => {}, LoginScreen, '/en/login');
  await hydrateAfter(() => {}, ContactScreen, '/en/contact-us');
  for (const type of ['input', 'change']) document.removeEventListener(type, count);
  expect(events).toBe(0);
});

const product = {
  options: [
    {
      code: 'colour',
      name: 'Colour',
      display: 'swatch',
      values: [
        { code: 'white', label: 'White' },
        { code: 'sand', label: 'Sand' },
      ],
    },
    {
      code: 'size',
      name: 'Size',
      display: 'select',
      values: [
        { code: 's', label: 'S' },
        { code: 'l', label: 'L' },
      ],
    },
  ],
  variants: ['white', 'sand'].flatMap((colour) => ['s', 'l'].map((size) => ({ options: { colour, size } }))),
} as unknown as Product;

it('of a product: options, quantity, and then the press on its button', async () => {
  shop.answers['cart/add'] = { items: [], total_qty: 3 };
  const Buy = () => {
    const { qty, setQty, add } = useAddToCart('TOWEL');
    return (
      <>
        <VariantOptions
          product={product}
          choice={{ colour: 'white', size: 's' }}
          path="/en/p/towel"
          onChoose={() => {}}
        />
        <Stepper id="product-qty" itemName="Towel" value={qty} delay={0} onChange={setQty} />
        <button type="button" data-replay="" onClick={add}>
          Add to bag
        </button>
      </>
    );
  };
  await hydrateAfter(
    (served) => {
      const sand = served.querySelector<HTMLInputElement>('[value="sand"]');
      if (sand) sand.checked = true;
      choose('option-size', 'l');
      field('product-qty').value = '3';
      screen.getByText('Add to bag').click();
    },
    Buy,
    '/en/p/towel',
  );
  expect(window.location.search).toBe('?colour=sand&size=l');
  expect(field('product-qty').value).toBe('3');
  expect(sent('cart/add')).toEqual([expect.objectContaining({ sku: 'TOWEL', qty: 3 })]);
});

it('of a button only while the press was the last one', async () => {
  let presses = 0;
  const press = () => {
    presses += 1;
  };
  const Buttons = () => (
    <>
      <button type="button" data-replay="" onClick={press}>
        Menu
      </button>
      <button type="button" onClick={press}>
        Order
      </button>
    </>
  );
  await hydrateAfter(
    () => {
      screen.getByText('Menu').click();
      screen.getByText('Order').click();
    },
    Buttons,
    '/en',
  );
  expect(presses).toBe(0);
});
