/** Every screen in every state that has a look of its own: for the rules of axe, for layout, for the tour. */

import { ORDER_BUTTON } from './texts.mjs';
import { until } from './until.mjs';

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {(visitor: import('./browser.mjs').Visitor) => Promise<void>} open leaves the visitor in front of it
 * @property {string} [overlay] selector of the dialog or panel that it is about
 */

/** Simple, in stock, shipped everywhere. */
export const SIMPLE = 'BMA-LAC';
/** URL keys of the English catalogue; another language's page redirects from them to its own. */
export const PRODUCTS = {
  simple: '/p/terry-bath-mat',
  configurable: '/p/lac-bed-mattress-and-base-set',
  kit: '/p/spa-morning-set',
  soldOut: '/p/oak-bath-board',
  reduced: '/p/brushed-mohair-throw',
  hazard: '/p/room-spray',
};
/** Part of a product's name in every language. */
export const TERM = 'lac';
/** Part of nothing. */
export const NONSENSE = 'xqzwvk';
/** No throw smells of anything. */
export const NO_FIT = '/c/bedding?f.firmness=firm&f.scent=cedar_bergamot';

/** @type {Map<string, Promise<string>>} */
const placed = new Map();

/**
 * The result page of an order, placed once for each shop, language and way to pay.
 * @param {import('./browser.mjs').Visitor} visitor
 * @param {'bank_transfer' | 'cheque'} payment
 */
export function resultOf({ calls, lang }, payment) {
  const key = `${calls.shopUrl} ${lang} ${payment}`;
  let path = placed.get(key);
  if (!path) {
    path = calls
      .add(SIMPLE)
      .then(() => calls.order(payment))
      .then(({ token }) => `/ordersuccess?token=${token}`);
    placed.set(key, path);
  }
  return path;
}

/** @param {import('./browser.mjs').Visitor} visitor */
export async function fillBag({ calls }) {
  await calls.add(SIMPLE, 2);
  await calls.add('TOW-LAC-BAT-WHI');
}

/**
 * Opens something by its button and waits for the dialog.
 * @param {import('./browser.mjs').Visitor} visitor
 * @param {import('playwright-core').Locator} button
 */
export async function openDialog({ page, press }, button) {
  await press(button);
  await page.locator('dialog[open]').waitFor();
}

/** @type {(path: string) => Screen['open']} */
const at = (path) => (visitor) => visitor.visit(path);

/** @type {Screen[]} */
export const screens = [
  { name: 'home', open: at('') },
  {
    name: 'menu open',
    overlay: 'dialog[open], nav [aria-expanded="true"] + div',
    async open(visitor) {
      await visitor.visit('/help/returns');
      const { page, t } = visitor;
      const burger = page.getByRole('button', { name: t('Menu'), exact: true });
      if (await burger.isVisible()) return openDialog(visitor, burger);
      await visitor.press(page.locator('header nav button[aria-expanded]').first());
      await page.locator('header nav button[aria-expanded="true"]').waitFor();
    },
  },
  {
    name: 'search dialog open',
    overlay: 'dialog[open]',
    async open(visitor) {
      await visitor.visit('/help/returns');
      const { page, t } = visitor;
      await openDialog(visitor, page.locator('header > div button[aria-haspopup="dialog"][type="submit"]'));
      await page.getByRole('combobox').fill(TERM);
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'category', open: at('/c/bedding') },
  { name: 'category filtered to nothing', open: at(NO_FIT) },
  {
    name: 'filters open',
    overlay: 'dialog[open]',
    async open(visitor) {
      await visitor.visit('/c/bedding');
      await openDialog(visitor, visitor.page.locator('main').getByRole('button', { name: visitor.t('Filter'), exact: true }));
    },
  },
  { name: 'product simple', open: at(PRODUCTS.simple) },
  { name: 'product configurable', open: at(PRODUCTS.configurable) },
  { name: 'product kit with a missing part', open: at(PRODUCTS.kit) },
  { name: 'product out of stock', open: at(PRODUCTS.soldOut) },
  { name: 'product reduced', open: at(PRODUCTS.reduced) },
  { name: 'product with hazard block', open: at(PRODUCTS.hazard) },
  {
    name: 'picture enlarged',
    overlay: 'dialog[open]',
    async open(visitor) {
      await visitor.visit(PRODUCTS.simple);
      await openDialog(visitor, visitor.page.getByRole('button', { name: visitor.t('Enlarge picture') }));
    },
  },
  {
    name: 'bag drawer open',
    overlay: 'dialog[open]',
    async open(visitor) {
      await visitor.visit(PRODUCTS.simple);
      const { page, t } = visitor;
      await openDialog(visitor, page.locator('main').getByRole('button', { name: t('Add to bag'), exact: true }).first());
      await page.locator('dialog[open]').getByRole('link', { name: t('Checkout'), exact: true }).waitFor();
    },
  },
  { name: 'search results', open: at(`/search?q=${TERM}`) },
  { name: 'search without results', open: at(`/search?q=${NONSENSE}`) },
  { name: 'search without a term', open: at('/search') },
  { name: 'cart empty', open: at('/cart') },
  {
    name: 'cart',
    async open(visitor) {
      await fillBag(visitor);
      await visitor.visit('/cart');
    },
  },
  {
    name: 'cart asking before removing all',
    overlay: 'dialog[open]',
    async open(visitor) {
      await fillBag(visitor);
      await visitor.visit('/cart');
      await openDialog(visitor, visitor.page.locator('main button[aria-haspopup="dialog"]'));
    },
  },
  {
    name: 'checkout',
    async open(visitor) {
      await fillBag(visitor);
      await visitor.visit('/checkout');
    },
  },
  {
    name: 'checkout with errors',
    async open(visitor) {
      await fillBag(visitor);
      await visitor.visit('/checkout');
      const order = visitor.page.getByRole('button', { name: ORDER_BUTTON[visitor.lang], exact: true });
      await visitor.press(order);
      const summary = visitor.page.locator('[role="alert"][tabindex="-1"]');
      await until('the summary of errors has focus', () =>
        summary.evaluate((element) => element === document.activeElement),
      );
    },
  },
  {
    name: 'result, bank transfer',
    async open(visitor) {
      await visitor.visit(await resultOf(visitor, 'bank_transfer'));
    },
  },
  {
    name: 'result, cheque',
    async open(visitor) {
      await visitor.visit(await resultOf(visitor, 'cheque'));
    },
  },
  { name: 'help, shipping and returns', open: at('/help/shipping-and-returns') },
  { name: 'help, terms and conditions', open: at('/help/terms-and-conditions') },
  { name: 'style guide', open: at('/styleguide') },
  {
    name: 'not found',
    async open(visitor) {
      visitor.expected.push(/\/no-such-page$/);
      await visitor.visit('/no-such-page');
    },
  },
];

/** @param {string} name */
export function screen(name) {
  const found = screens.find((one) => one.name === name);
  if (!found) throw new Error(`no screen '${name}'`);
  return found;
}
