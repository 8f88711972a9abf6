/**
 * The HTML of the shop as it leaves the server, before any script: the page of every screen, what its buttons lead to without
 * scripts, the letters, the console's shell. Languages take turns; EVERY=1 gives all of them everything.
 */

import { request } from 'playwright-core';
import { accountScreens } from './accountScreens.mjs';
import { Calls } from './calls.mjs';
import { LANGS, takesTurn } from './coverage.mjs';
import { raiseStock, screens } from './screens.mjs';
import { openShop } from './shop.mjs';
import { texts } from './texts.mjs';

/** @typedef {import('./shop.mjs').Shop} Shop */
/** @typedef {import('./screens.mjs').Screen} Screen */
/** @typedef {import('./texts.mjs').Lang} Lang */

/** @typedef {{ name: string, html: string }} Page */

/**
 * @typedef {object} Visit
 * @property {string} name
 * @property {() => Promise<Page[]>} pages
 */

/**
 * @typedef {object} Step what a button of a page leads to without scripts
 * @property {string} [query] the same page, asking or saying more
 * @property {string} [call] of the page's form, which is sent with its hidden fields
 * @property {Record<string, string>} [fields] that are typed
 * @property {number} [status] of the answer; forms are refused unless it says otherwise
 * @property {Lang} [only] the language that has it
 */

const WITHDRAWAL = {
  order_number: '2026-009999',
  name: 'Harriet Ashdown',
  email: 'harriet.ashdown@example.com',
  message: 'The two towels, not the mat.',
};

/** By the name of the screen, in the order of a shopper. @type {Record<string, Step[]>} */
const STEPS = {
  'product simple': [{ query: 'today=1' }, { call: 'cart/add', fields: { qty: '100000' } }],
  'product configurable': [{ query: 'today=1' }, { call: 'cart/add', fields: { qty: '1' } }],
  cart: [{ query: 'confirm=all' }, { call: 'cart/update', fields: { qty: '100000' } }],
  checkout: [{ call: 'checkout/place', fields: { email: 'harriet' } }],
  'result, bank transfer': [
    { call: 'contact/post', fields: { message: 'Calm & quick.' } },
    { query: 'confirm=cancel' },
    { query: 'done=rated' },
  ],
  'result, card declined, another way to pay': [{ call: 'payment/retry' }],
  'result, no such order': [
    { call: 'order/link', fields: { email: 'harriet' } },
    { query: 'done=asked', status: 404 },
  ],
  withdraw: [
    { call: 'order/withdraw' },
    { call: 'order/withdraw', fields: WITHDRAWAL, status: 200 },
    { call: 'order/withdraw', fields: { confirm: 'true' }, status: 200 },
  ],
  cookies: [{ query: 'done=saved' }],
  newsletter: [{ call: 'newsletter/subscribe', fields: { email: 'harriet' } }],
  login: [{ query: 'done=password' }, { call: 'customer/login', fields: { email: 'harriet' } }],
  'register with errors': [{ call: 'customer/create', fields: { email: 'harriet' } }],
  'forgotten password': [{ call: 'account/forgot', fields: { email: 'harriet' } }, { query: 'done=sent' }],
  'set password': [{ call: 'account/reset', fields: { password: 'short', password_confirmation: 'other' } }],
  'account, new': [
    { call: 'newsletter/subscribe' },
    { query: 'confirm=delete' },
    { call: 'account/delete', fields: { password: 'not-this-one-1' } },
  ],
  'details and password': [
    { query: 'done=saved' },
    { call: 'account/update', fields: { first_name: '', email: 'harriet' } },
    { call: 'account/password', fields: { password: 'short' } },
  ],
  'an order': [
    { query: 'confirm=cancel' },
    { query: 'confirm=fapiao', only: 'zh' },
    { call: 'fapiao/create', fields: { type: 'vat' }, only: 'zh' },
  ],
  'addresses, none yet': [{ query: 'edit=new' }, { call: 'address/create', fields: { city: 'Bath' } }],
  addresses: [{ query: 'done=saved' }],
  contact: [{ call: 'contact/post', fields: { email: 'harriet' } }, { query: 'done=sent' }, { query: 'done=mailed' }],
  wishlist: [{ query: 'done=added' }],
};

/**
 * The hidden fields of a page's form: the last one of the call, which asks for what simpler ones know. The footer has its own.
 * @param {Page[]} pages
 * @param {string} call
 */
function hiddenFields(pages, call) {
  const forms = pages.flatMap(({ html }) => html.slice(0, html.indexOf('</main>')).split('<form ').slice(1));
  const form = forms.findLast((one) => one.includes(`/do/${call}"`));
  if (!form) throw new Error(`${pages[0]?.name} has no form of ${call}`);
  const fields = form
    .slice(0, form.indexOf('</form>'))
    .matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const plain = (/** @type {string} */ text) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, plain(value)]));
}

/**
 * A screen's page and what its buttons lead to, in a session of its own.
 * @param {Shop} shop
 * @param {Screen} screen
 * @param {Lang} lang
 */
async function pagesOf(shop, screen, lang) {
  const context = await request.newContext({ baseURL: shop.url });
  try {
    const address = await screen.address({ calls: new Calls(shop, context, lang), lang, t: texts(lang), shop });
    const first = await context.get(address.startsWith(shop.url) ? address : `/${lang}${address}`);
    const url = new URL(first.url());
    /** @type {Page[]} */
    const pages = [{ name: screen.name, html: await first.text() }];
    for (const { query = '', call, fields, status = call ? 422 : 200, only = lang } of STEPS[screen.name] ?? []) {
      if (only !== lang) continue;
      const name = `${screen.name}, ${call ?? query}`;
      const there = new URLSearchParams([...url.searchParams, ...new URLSearchParams(query)]);
      const answer = call
        ? await context.post(`/${lang}/do/${call}`, { form: { ...hiddenFields(pages, call), ...fields } })
        : await context.get(`${url.pathname}?${there}`);
      if (answer.status() !== status) throw new Error(`${name}: ${answer.status()}, not ${status}`);
      pages.push({ name, html: await answer.text() });
    }
    return pages;
  } finally {
    await context.dispose();
  }
}

/** The caller stops it. */
export async function openMarkup() {
  const config = { SHOP__LANGUAGES: JSON.stringify(LANGS), SHOP__MAIL__NOTICES: 'none' };
  const shop = await openShop({ ...config, SHOP__CAPTCHA__PROVIDER: 'none' });
  /** With the production captcha. */
  const guarded = await openShop(config);
  await raiseStock(shop);
  await shop.command('stock', 'set', 'TOW-LAC-BAT-WHI', '10000');
  // What dialogs and panels show is made by scripts.
  const visits = [...screens, ...accountScreens]
    .filter(({ overlay }) => !overlay)
    .flatMap((screen, at) =>
      LANGS.filter((lang) => takesTurn(lang, at)).map((lang) => ({
        name: `${screen.name}, ${lang}`,
        pages: () => pagesOf(screen.guarded ? guarded : shop, screen, lang),
      })),
    );
  /** @type {Visit} */
  const shell = {
    name: 'console',
    pages: async () => [{ name: 'console', html: await (await fetch(`${shop.url}/console`)).text() }],
  };
  return {
    /** The shop's pages and the console's. @type {Visit[]} */
    visits: [...visits, shell],
    /** What has been mailed on the way. @returns {Promise<Page[]>} */
    async letters() {
      const mails = await shop.mails();
      return mails.map((html) => ({ name: `letter, ${/<h1[^>]*>([^<]*)/.exec(html)?.[1]}`, html }));
    },
    async stop() {
      await Promise.all([shop.stop(), guarded.stop()]);
    },
  };
}
