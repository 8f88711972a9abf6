/** Every screen in every visual state: for axe, layout and tour. */

import { ORDER_BUTTON } from './texts.mjs';
import { until } from './until.mjs';

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {(visitor: import('./browser.mjs').Visitor) => Promise<void>} open leaves the visitor in front of it
 * @property {boolean} [isAlike] built like another: its look need not be measured in every language and width
 * @property {boolean} [guarded] seen in a shop whose forms ask for a proof of work; the others of an account are not
 * @property {string} [overlay] selector of the dialog or panel that it is about
 */

/** Simple product, in stock, shipped everywhere. */
export const SIMPLE = 'BMA-LAC';

/**
 * Raises stock for repeated orders.
 * @param {import('./shop.mjs').Shop} shop
 */
export const raiseStock = (shop) => shop.command('stock', 'set', SIMPLE, '10000');

/** English URL keys; other languages redirect. */
export const PRODUCTS = {
  simple: '/p/terry-bath-mat',
  configurable: '/p/lac-bed-mattress-and-base-set',
  kit: '/p/spa-morning-set',
  soldOut: '/p/oak-bath-board',
  reduced: '/p/brushed-mohair-throw',
  hazard: '/p/room-spray',
};
/** Matches products in every language. */
export const TERM = 'lac';
/** Matches nothing. */
export const NONSENSE = 'xqzwvk';
/** A filter combination without products. */
export const NO_RESULTS = '/c/bedding?f.firmness=firm&f.scent=cedar_bergamot';

/** @type {Map<string, Promise<string>>} */
const placed = new Map();

/**
 * Result page of an order; one order per shop, language and method.
 * @param {import('./browser.mjs').Visitor} visitor
 * @param {'bank_transfer' | 'cheque'} payment
 */
export function resultUrl({ calls, lang }, payment) {
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

/**
 * Order with a demo payment; one per shop, language, method and outcome.
 * @param {import('./browser.mjs').Visitor} visitor
 * @param {'card' | 'wechat'} payment
 * @param {'succeed' | 'decline' | 'cancel' | 'uncertain'} [choice] none: the page waits
 */
export function onlineOrder({ calls, lang }, payment, choice) {
  const key = `${calls.shopUrl} ${lang} ${payment} ${choice ?? ''}`;
  let token = placed.get(key);
  if (!token) {
    token = calls
      .add(SIMPLE)
      .then(() => calls.order(payment))
      .then(async (order) => {
        const { redirect_url, instructions } = order.payment;
        if (choice) await calls.pay(redirect_url ?? instructions.demo_url, choice);
        return order.token;
      });
    placed.set(key, token);
  }
  return token;
}

/**
 * Fills in a withdrawal up to step 2.
 * @param {import('./browser.mjs').Visitor} visitor
 */
export async function startWithdrawal(visitor) {
  const path = await resultUrl(visitor, 'bank_transfer');
  const { page, press, visit, t } = visitor;
  await visit(`/withdraw?${path.split('?')[1]}`);
  await page.locator('#withdraw-piece-0').waitFor();
  await press(page.locator('main form button[type="submit"]'));
  await page.getByRole('heading', { level: 1, name: t('Please check your withdrawal') }).waitFor();
}

/** @param {import('./browser.mjs').Visitor} visitor */
export async function fillCart({ calls }) {
  await calls.add(SIMPLE, 2);
  await calls.add('TOW-LAC-BAT-WHI');
}

/**
 * Opens a dialog by its button.
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
      const { page } = visitor;
      await openDialog(visitor, page.locator('header > div button[aria-haspopup="dialog"][type="submit"]'));
      await page.getByRole('combobox').fill(TERM);
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'category', open: at('/c/bedding') },
  { name: 'category filtered to nothing', open: at(NO_RESULTS) },
  {
    name: 'filters open',
    overlay: 'dialog[open]',
    async open(visitor) {
      await visitor.visit('/c/bedding');
      await openDialog(
        visitor,
        visitor.page.locator('main').getByRole('button', { name: visitor.t('Filter'), exact: true }),
      );
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
      await openDialog(
        visitor,
        page
          .locator('main')
          .getByRole('button', { name: t('Add to bag'), exact: true })
          .first(),
      );
      await page
        .locator('dialog[open]')
        .getByRole('link', { name: t('To checkout'), exact: true })
        .waitFor();
    },
  },
  { name: 'search results', open: at(`/search?q=${TERM}`) },
  { name: 'search without results', open: at(`/search?q=${NONSENSE}`) },
  { name: 'search without a term', open: at('/search') },
  { name: 'cart empty', open: at('/cart') },
  {
    name: 'cart',
    async open(visitor) {
      await fillCart(visitor);
      await visitor.visit('/cart');
    },
  },
  {
    name: 'cart asking before removing all',
    overlay: 'dialog[open]',
    async open(visitor) {
      await fillCart(visitor);
      await visitor.visit('/cart');
      await openDialog(visitor, visitor.page.locator('main button[aria-haspopup="dialog"]'));
    },
  },
  {
    name: 'checkout',
    async open(visitor) {
      await fillCart(visitor);
      await visitor.visit('/checkout');
    },
  },
  {
    name: 'checkout with errors',
    async open(visitor) {
      await fillCart(visitor);
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
      await visitor.visit(await resultUrl(visitor, 'bank_transfer'));
    },
  },
  {
    name: 'result, cheque',
    async open(visitor) {
      await visitor.visit(await resultUrl(visitor, 'cheque'));
    },
  },
  {
    name: 'result, payment still open',
    async open(visitor) {
      await visitor.visit(`/ordersuccess?token=${await onlineOrder(visitor, 'card')}`);
    },
  },
  {
    name: 'result, card paid',
    async open(visitor) {
      await visitor.visit(`/ccordersuccess?token=${await onlineOrder(visitor, 'card', 'succeed')}`);
    },
  },
  {
    name: 'result, card declined, another way to pay',
    async open(visitor) {
      const { page, press, t } = visitor;
      await visitor.visit(`/paymenterror?token=${await onlineOrder(visitor, 'card', 'decline')}`);
      await press(page.getByRole('button', { name: t('Change payment method') }));
      await press(page.getByRole('button', { name: t('Pay this way') }));
      await page.locator('#pay-method-error').waitFor();
    },
  },
  {
    name: 'result, payment cancelled',
    isAlike: true,
    async open(visitor) {
      await visitor.visit(`/paymentcanceled?token=${await onlineOrder(visitor, 'card', 'cancel')}`);
    },
  },
  {
    name: 'result, uncertain',
    async open(visitor) {
      await visitor.visit(`/paymentuncertain?token=${await onlineOrder(visitor, 'card', 'uncertain')}`);
    },
  },
  {
    name: 'result, payment page not reached',
    isAlike: true,
    async open(visitor) {
      await visitor.visit(`/payerror?token=${await onlineOrder(visitor, 'card', 'decline')}`);
    },
  },
  { name: 'result, payment page not reached, no order named', isAlike: true, open: at('/payerror') },
  {
    name: 'result, no such order',
    async open(visitor) {
      visitor.expected.push(/\/ordersuccess\?token=nothing$/);
      await visitor.visit('/ordersuccess?token=nothing');
    },
  },
  {
    name: 'code of WeChat',
    async open(visitor) {
      await visitor.visit(`/wechatpay?token=${await onlineOrder(visitor, 'wechat')}`);
      await visitor.page.locator('main svg[role="img"]').waitFor();
    },
  },
  {
    name: 'result, WeChat paid',
    isAlike: true,
    async open(visitor) {
      await visitor.visit(`/paysuccess?token=${await onlineOrder(visitor, 'wechat', 'succeed')}`);
    },
  },
  {
    name: 'demonstration of a payment',
    async open({ page, ...visitor }) {
      const token = await onlineOrder({ page, ...visitor }, 'card');
      const { redirect_url } = await visitor.calls.call('payment/index', { token });
      await page.goto(redirect_url);
    },
  },
  { name: 'withdraw', isAlike: true, open: at('/withdraw') },
  {
    name: 'withdraw with errors',
    async open(visitor) {
      await visitor.visit('/withdraw');
      await visitor.press(visitor.page.locator('main form button[type="submit"]'));
      await visitor.page.locator('[role="alert"][tabindex="-1"]').waitFor();
    },
  },
  {
    name: 'withdraw, an order filled in',
    async open(visitor) {
      const path = await resultUrl(visitor, 'bank_transfer');
      await visitor.visit(`/withdraw?${path.split('?')[1]}`);
      await visitor.page.locator('#withdraw-piece-0').waitFor();
    },
  },
  { name: 'withdraw, to be confirmed', open: startWithdrawal },
  {
    name: 'withdraw, order not matched',
    isAlike: true,
    async open(visitor) {
      const { page, press, visit, t } = visitor;
      await visit('/withdraw');
      await page.locator('#withdraw-order-number').fill('2026-999999');
      await page.locator('#withdraw-name').fill('Harriet Ashdown');
      await page.locator('#withdraw-email').fill('harriet.ashdown@example.com');
      await page.locator('#withdraw-message').fill('The two towels, not the mat.');
      await press(page.locator('main form button[type="submit"]'));
      await page.getByText(t('We cannot match this order number and email address')).waitFor();
    },
  },
  {
    name: 'withdraw, received',
    async open(visitor) {
      await startWithdrawal(visitor);
      const { page, press, t } = visitor;
      await press(page.getByRole('button', { name: t('Confirm withdrawal'), exact: true }));
      await page.getByRole('heading', { level: 1, name: t('We have received your withdrawal') }).waitFor();
    },
  },
  { name: 'help, shipping and returns', open: at('/help/shipping-and-returns') },
  { name: 'help, terms and conditions', open: at('/help/terms-and-conditions') },
  ...['returns', 'bed-terms', 'privacy-statement', 'terms-of-use', 'legal-notice', 'accessibility'].map((note) => ({
    name: `help, ${note.replaceAll('-', ' ')}`,
    isAlike: true,
    open: at(`/help/${note}`),
  })),
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
