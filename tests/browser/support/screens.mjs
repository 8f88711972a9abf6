/** Every screen in every visual state: for axe, layout and tour. */

import { newAddress } from './calls.mjs';
import { hasFocus } from './inputModes.mjs';
import { ORDER_BUTTON } from './texts.mjs';
import { until } from './until.mjs';

/** @typedef {import('./browser.mjs').Visitor} Visitor */
/** What of a visitor needs no browser. @typedef {Pick<Visitor, 'calls' | 'lang' | 't' | 'shop'>} Caller */

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} path below the language, with a fixed query
 * @property {(visitor: Caller) => Promise<string>} address creates its state; below the language, or with its origin
 * @property {(visitor: Visitor) => Promise<void>} open leaves the visitor in front of it
 * @property {boolean} [isAlike] built like another: its look need not be measured in every language and width
 * @property {boolean} [guarded] needs a shop with captcha; the other account screens use one without
 * @property {string} [overlay] selector of the dialog or panel that it is about
 */

/**
 * @typedef {object} Steps
 * @property {(visitor: Caller) => Promise<unknown>} [before] creates the state that the screen shows
 * @property {(visitor: Caller) => Promise<string>} [query] of the address, when the state decides it
 * @property {(visitor: Visitor) => Promise<unknown>} [after] on the open page
 * @property {RegExp} [expected] address that may answer 400 or above
 */

/**
 * Screens from their steps.
 * @param {(Omit<Screen, 'address' | 'open'> & Partial<Pick<Screen, 'address' | 'open'>> & Steps)[]} list
 * @returns {Screen[]}
 */
export const define = (list) =>
  list.map(({ before, query, after, expected, ...screen }) => {
    const address = async (/** @type {Caller} */ visitor) => {
      await before?.(visitor);
      return query ? `${screen.path}?${await query(visitor)}` : screen.path;
    };
    return {
      address,
      async open(visitor) {
        if (expected) visitor.expected.push(expected);
        await visitor.visit(await address(visitor));
        await after?.(visitor);
      },
      ...screen,
    };
  });

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
 * Token of an order; one order per shop, language, method and outcome.
 * @param {Caller} visitor
 * @param {'bank_transfer' | 'cheque' | 'card' | 'wechat'} payment
 * @param {'succeed' | 'decline' | 'cancel' | 'uncertain'} [choice] outcome of the demo payment; none: it stays open
 */
export function orderToken({ calls, lang }, payment, choice) {
  const key = `${calls.shopUrl} ${lang} ${payment} ${choice ?? ''}`;
  let token = placed.get(key);
  if (!token) {
    token = calls
      .add(SIMPLE)
      .then(() => calls.order(payment))
      .then(async (order) => {
        if (choice) await calls.pay(order.payment.redirect_url ?? order.payment.instructions.demo_url, choice);
        return order.token;
      });
    placed.set(key, token);
  }
  return token;
}

/**
 * The query of a page about an order.
 * @param {Parameters<typeof orderToken>[1]} payment
 * @param {Parameters<typeof orderToken>[2]} [choice]
 * @returns {Steps['query']}
 */
const ordered = (payment, choice) => async (visitor) => `token=${await orderToken(visitor, payment, choice)}`;

/** The demonstration's payment page of an order. @param {Caller} visitor */
async function paymentPage(visitor) {
  const token = await orderToken(visitor, 'card');
  return (await visitor.calls.call('payment/index', { token })).redirect_url;
}

/**
 * Places an order of more pieces than one session may hold unpaid, so that it waits for its mailed link.
 * @param {Caller} visitor
 * @param {boolean} byLink whether it is shown by that link
 */
async function waitingQuery({ calls, t }, byLink) {
  const email = newAddress();
  await calls.add(SIMPLE, 6);
  await calls.add('TOW-LAC-BAT-WHI', 3);
  const { order_number, token } = await calls.order('bank_transfer', email);
  if (!byLink) return `token=${token}`;
  const subject = t('Please confirm your order {number}', { number: order_number });
  const mail = await until('the link is mailed', () => calls.mail(email, subject));
  const link = /token=\w{64}/.exec(mail);
  if (!link) throw new Error(`no link: ${mail}`);
  return link[0];
}

/** @param {Caller} visitor */
export async function fillCart({ calls }) {
  await calls.add(SIMPLE, 2);
  await calls.add('TOW-LAC-BAT-WHI');
}

/**
 * Opens a dialog by its button.
 * @param {Visitor} visitor
 * @param {import('playwright-core').Locator} button
 */
export async function openDialog({ page, press }, button) {
  await press(button);
  await page.locator('dialog[open]').waitFor();
}

/**
 * Sends a form that is refused.
 * @param {Visitor} visitor
 * @param {import('playwright-core').Locator} [button]
 */
export async function sendRefused({ page, press }, button = page.locator('main form button[type="submit"]').first()) {
  await press(button);
  const summary = page.locator('[role="alert"][tabindex="-1"]');
  await until('the summary of errors has focus', () => hasFocus(summary));
}

/** @param {Visitor} visitor */
export const orderButton = ({ page, lang }) => page.getByRole('button', { name: ORDER_BUTTON[lang], exact: true });

/** @param {Visitor} visitor */
const orderFilledIn = ({ page }) => page.locator('#withdraw-piece-0').waitFor();

/**
 * Step 2 of a withdrawal.
 * @param {Visitor} visitor
 */
async function checkWithdrawal(visitor) {
  await orderFilledIn(visitor);
  const { page, press, t } = visitor;
  await press(page.locator('main form button[type="submit"]'));
  await page.getByRole('heading', { level: 1, name: t('Please check your withdrawal') }).waitFor();
}

export const screens = define([
  { name: 'home', path: '' },
  {
    name: 'menu open',
    path: '/help/returns',
    overlay: 'dialog[open], nav [aria-expanded="true"] + div',
    async after(visitor) {
      const { page, t } = visitor;
      const burger = page.getByRole('button', { name: t('Menu'), exact: true });
      if (await burger.isVisible()) return openDialog(visitor, burger);
      await visitor.press(page.locator('header nav button[aria-expanded]').first());
      await page.locator('header nav button[aria-expanded="true"]').waitFor();
    },
  },
  {
    name: 'search dialog open',
    path: '/help/returns',
    overlay: 'dialog[open]',
    async after(visitor) {
      const { page } = visitor;
      await openDialog(visitor, page.locator('header form[action$="/search"] button'));
      await page.getByRole('combobox').fill(TERM);
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'category', path: '/c/bedding' },
  { name: 'category filtered to nothing', path: NO_RESULTS },
  {
    name: 'filters open',
    path: '/c/bedding',
    overlay: 'dialog[open]',
    after: (visitor) =>
      openDialog(visitor, visitor.page.locator('main').getByRole('button', { name: visitor.t('Filter'), exact: true })),
  },
  { name: 'product simple', path: PRODUCTS.simple },
  { name: 'product configurable', path: PRODUCTS.configurable },
  { name: 'product kit with a missing part', path: PRODUCTS.kit },
  { name: 'product out of stock', path: PRODUCTS.soldOut },
  { name: 'product reduced', path: PRODUCTS.reduced },
  { name: 'product with hazard block', path: PRODUCTS.hazard },
  {
    name: 'picture enlarged',
    path: PRODUCTS.simple,
    overlay: 'dialog[open]',
    after: (visitor) => openDialog(visitor, visitor.page.getByRole('button', { name: visitor.t('Enlarge picture') })),
  },
  {
    name: 'bag drawer open',
    path: PRODUCTS.simple,
    overlay: 'dialog[open]',
    async after(visitor) {
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
  { name: 'search results', path: `/search?q=${TERM}` },
  { name: 'search without results', path: `/search?q=${NONSENSE}` },
  { name: 'search without a term', path: '/search' },
  { name: 'cart empty', path: '/cart' },
  { name: 'cart', before: fillCart, path: '/cart' },
  {
    name: 'cart asking before removing all',
    before: fillCart,
    path: '/cart',
    overlay: 'dialog[open]',
    after: (visitor) => openDialog(visitor, visitor.page.locator('main button[aria-haspopup="dialog"]')),
  },
  { name: 'checkout', before: fillCart, path: '/checkout' },
  {
    name: 'checkout with errors',
    before: fillCart,
    path: '/checkout',
    after: (visitor) => sendRefused(visitor, orderButton(visitor)),
  },
  { name: 'result, bank transfer', path: '/ordersuccess', query: ordered('bank_transfer') },
  { name: 'result, cheque', path: '/ordersuccess', query: ordered('cheque') },
  {
    name: 'result, waiting for the mailed link',
    path: '/ordersuccess',
    query: (visitor) => waitingQuery(visitor, false),
  },
  { name: 'result, by the mailed link', path: '/ordersuccess', query: (visitor) => waitingQuery(visitor, true) },
  { name: 'result, payment still open', path: '/ordersuccess', query: ordered('card') },
  { name: 'result, card paid', path: '/ccordersuccess', query: ordered('card', 'succeed') },
  {
    name: 'result, card declined, another way to pay',
    path: '/paymentuncertain',
    query: ordered('card', 'decline'),
    async after({ page, press, t }) {
      await press(page.getByRole('button', { name: t('Change payment method') }));
      await press(page.getByRole('button', { name: t('Pay this way') }));
      await page.locator('#pay-method-error').waitFor();
    },
  },
  { name: 'result, payment cancelled', isAlike: true, path: '/paymentcanceled', query: ordered('card', 'cancel') },
  { name: 'result, uncertain', path: '/paymentuncertain', query: ordered('card', 'uncertain') },
  { name: 'result, payment failed', isAlike: true, path: '/paymenterror', query: ordered('card', 'decline') },
  { name: 'result, payment page not reached', isAlike: true, path: '/payerror', query: ordered('card', 'decline') },
  { name: 'result, payment page not reached, no order named', isAlike: true, path: '/payerror' },
  {
    name: 'result, no such order',
    path: '/ordersuccess?token=nothing',
    expected: /\/ordersuccess\?token=nothing$/,
  },
  {
    name: 'result, asking for a new link',
    path: '/ordersuccess?token=nothing',
    expected: /\/ordersuccess\?token=nothing$/,
    async after({ page, press, t }) {
      await press(page.locator('main').getByRole('button', { name: t('Send me a new link'), exact: true }));
      await page.locator('#link-order_number').waitFor();
    },
  },
  {
    name: 'code of WeChat',
    path: '/wechatpay',
    query: ordered('wechat'),
    after: ({ page }) => page.locator('main svg[role="img"]').waitFor(),
  },
  { name: 'result, WeChat paid', isAlike: true, path: '/paysuccess', query: ordered('wechat', 'succeed') },
  {
    name: 'demonstration of a payment',
    path: '/demo/pay',
    address: paymentPage,
    async open(visitor) {
      await visitor.page.goto(await paymentPage(visitor));
    },
  },
  { name: 'find an order', isAlike: true, path: '/order/find' },
  { name: 'find an order with errors', path: '/order/find', after: sendRefused },
  { name: 'withdraw', isAlike: true, path: '/withdraw' },
  { name: 'withdraw with errors', path: '/withdraw', after: sendRefused },
  {
    name: 'withdraw, an order filled in',
    path: '/withdraw',
    query: ordered('bank_transfer'),
    after: orderFilledIn,
  },
  {
    name: 'withdraw, to be confirmed',
    path: '/withdraw',
    query: ordered('bank_transfer'),
    after: checkWithdrawal,
  },
  {
    name: 'withdraw, order not matched',
    isAlike: true,
    path: '/withdraw',
    async after({ page, press, t }) {
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
    path: '/withdraw',
    query: ordered('bank_transfer'),
    async after(visitor) {
      await checkWithdrawal(visitor);
      const { page, press, t } = visitor;
      await press(page.getByRole('button', { name: t('Confirm withdrawal'), exact: true }));
      await page.getByRole('heading', { level: 1, name: t('We have received your withdrawal') }).waitFor();
    },
  },
  { name: 'cookies', path: '/cookies' },
  { name: 'newsletter', path: '/newsletter' },
  { name: 'newsletter, asked for', isAlike: true, path: '/newsletter', query: async () => 'done=asked' },
  { name: 'help, shipping and returns', path: '/help/shipping-and-returns' },
  { name: 'help, terms and conditions', path: '/help/terms-and-conditions' },
  ...['returns', 'bed-terms', 'privacy-statement', 'terms-of-use', 'legal-notice', 'accessibility'].map((note) => ({
    name: `help, ${note.replaceAll('-', ' ')}`,
    isAlike: true,
    path: `/help/${note}`,
  })),
  { name: 'story of the journal', path: '/help/journal-linen' },
  { name: 'gifts by price', path: '/help/gifts' },
  { name: 'style guide', path: '/styleguide' },
  { name: 'not found', path: '/no-such-page', expected: /\/no-such-page$/ },
]);

/** @param {string} name */
export function screen(name) {
  const found = screens.find((one) => one.name === name);
  if (!found) throw new Error(`no screen '${name}'`);
  return found;
}
