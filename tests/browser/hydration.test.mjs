/**
 * Hydration changes nothing: scripts are held back while a mutation observer is installed; until the page is ready no node
 * may change, afterwards only declared live regions.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laterReady, withVisitor } from './support/browser.mjs';
import { holdBack, SCRIPTS } from './support/holdBack.mjs';
import { fillCart, NO_RESULTS, NONSENSE, orderToken, PRODUCTS, TERM } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/**
 * @typedef {object} Route
 * @property {string | ((visitor: import('./support/browser.mjs').Visitor) => Promise<string>)} path
 * @property {string[]} [live] calls whose answers are too fresh to be in a page
 * @property {number} [width]
 * @property {RegExp} [expected]
 */

/**
 * A page of somebody who has just registered.
 * @param {string} path
 * @returns {Route['path']}
 */
const ofCustomer =
  (path) =>
  async ({ calls }) => {
    await calls.register();
    return path;
  };

/** @type {Record<string, Route>} */
const routes = {
  home: { path: '' },
  'home on a phone': { path: '', width: 375 },
  category: { path: '/c/bedding' },
  'category on its second page': { path: '/c/bedding?page=2' },
  'category filtered and sorted': { path: '/c/bedding?f.firmness=firm&sort=price_desc' },
  'category filtered to nothing': { path: NO_RESULTS },
  'product simple': { path: PRODUCTS.simple, live: ['catalog/availability'] },
  'product configurable': { path: PRODUCTS.configurable, live: ['catalog/availability'] },
  'product, the choice in its address and what an advertisement hung on it': {
    path: `${PRODUCTS.configurable}?gclid=x&base_colour=charcoal&leg=square_silver&utm_source=y`,
    live: ['catalog/availability'],
  },
  'product kit': { path: PRODUCTS.kit, live: ['catalog/availability'] },
  'product out of stock': { path: PRODUCTS.soldOut, live: ['catalog/availability'] },
  search: { path: `/search?q=${TERM}` },
  'search without results': { path: `/search?q=${NONSENSE}` },
  'search without a term': { path: '/search' },
  'cart empty': { path: '/cart' },
  cart: {
    path: async (visitor) => {
      await fillCart(visitor);
      return '/cart';
    },
  },
  checkout: {
    path: async (visitor) => {
      await fillCart(visitor);
      return '/checkout';
    },
  },
  result: { path: async (visitor) => `/ordersuccess?token=${await orderToken(visitor, 'bank_transfer')}` },
  'result, payment still open': {
    path: async (visitor) => `/ordersuccess?token=${await orderToken(visitor, 'card')}`,
  },
  'result, card declined': {
    path: async (visitor) => `/paymentuncertain?token=${await orderToken(visitor, 'card', 'decline')}`,
  },
  payerror: { path: '/payerror' },
  withdraw: { path: '/withdraw' },
  cookies: { path: '/cookies' },
  newsletter: { path: '/newsletter' },
  'newsletter, asked for': { path: '/newsletter?done=asked' },
  'register, its link mailed': { path: '/register?done=mailed' },
  'contact, sent': { path: '/contact-us?done=sent' },
  'contact, by a link that has lapsed': { path: '/contact-us?proof=0' },
  'forgotten password, sent': { path: '/forgetpwd?done=sent' },
  'cart, to be emptied': {
    path: async (visitor) => {
      await fillCart(visitor);
      return '/cart?confirm=all';
    },
  },
  'result, to be cancelled': {
    path: async (visitor) => `/ordersuccess?token=${await orderToken(visitor, 'bank_transfer')}&confirm=cancel`,
  },
  'account, to be deleted': { path: ofCustomer('/account?confirm=delete') },
  'details, saved': { path: ofCustomer('/account/edit?done=saved') },
  'address, new': { path: ofCustomer('/address?edit=new') },
  help: { path: '/help/shipping-and-returns' },
  'not found': { path: '/no-such-page', expected: /\/no-such-page$/ },
};

/** May change after a response: live regions, loading states, the cart count in the header. */
const LIVE =
  '[aria-live], [role="status"], [role="alert"], [popover], [data-live], [data-was-busy], header a[aria-haspopup="dialog"]';

/**
 * Runs in the page: records every element and mutation.
 * @param {string} live
 */
function watch(live) {
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  for (const one of root.querySelectorAll('[aria-busy="true"]')) one.setAttribute('data-was-busy', '');
  const elements = [...root.querySelectorAll('*')];
  // Loading states are replaced.
  const kept = elements.filter((one) => !one.closest(live));
  const state = { elements, kept, before: [], after: [], ready: false };
  /** @param {Node | null} node */
  const place = (node) => {
    const names = [];
    for (let one = node instanceof Element ? node : node?.parentElement; one && one !== root; one = one.parentElement) {
      names.unshift(one.id ? `#${one.id}` : `${one.localName}${one.classList[0] ? `.${one.classList[0]}` : ''}`);
    }
    return names.slice(-4).join(' > ');
  };
  /** @param {Node} node */
  const outline = (node) => (node instanceof Element ? node.outerHTML.slice(0, 120) : JSON.stringify(node.nodeValue));
  /**
   * HTML cannot express an empty text node: hydration adds it, invisibly.
   * @param {MutationRecord} record
   */
  const isNothing = ({ type, target, oldValue, addedNodes, removedNodes }) =>
    type === 'childList'
      ? [...addedNodes, ...removedNodes].every((node) => node.nodeValue === '')
      : type === 'characterData' && target.nodeValue === oldValue;
  /** @param {MutationRecord} record */
  const tell = (record) => {
    const from = record.type === 'attributes' ? `${record.attributeName}="${record.oldValue}"` : record.oldValue;
    const now =
      record.type === 'attributes'
        ? /** @type {Element} */ (record.target).getAttribute(record.attributeName ?? '')
        : record.type === 'characterData'
          ? record.target.textContent
          : `-[${[...record.removedNodes].map(outline)}] +[${[...record.addedNodes].map(outline)}]`;
    return `${record.type} at ${place(record.target)}: ${from ?? ''} → ${now}`;
  };
  const isLive = (/** @type {Node} */ node) => {
    const element = node instanceof Element ? node : node.parentElement;
    return Boolean(element?.closest(live));
  };
  /**
   * A live region may be added later.
   * @param {MutationRecord} record
   */
  const bringsLive = ({ addedNodes, removedNodes }) =>
    addedNodes.length > 0 && removedNodes.length === 0 && [...addedNodes].every(isLive);
  new MutationObserver((records) => {
    for (const record of records.filter((one) => !isNothing(one))) {
      if (record.target === document.documentElement) {
        if (document.documentElement.dataset.ready !== undefined) state.ready = true;
      } else if (root.contains(record.target) || !state.ready) {
        if (!state.ready) state.before.push(tell(record));
        else if (!isLive(record.target) && !bringsLive(record)) state.after.push(tell(record));
      }
    }
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
    attributeOldValue: true,
    characterDataOldValue: true,
  });
  Object.assign(window, { watched: state });
}

/** Runs in the page: waits for work deferred to the next frames. */
async function frames() {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

/**
 * @param {import('./support/browser.mjs').Visitor} visitor
 * @param {string} path
 */
async function hydrate({ page, lang }, path) {
  const release = await holdBack(page, SCRIPTS);
  /** @type {string[]} */
  const asked = [];
  let open = 0;
  const isCall = (/** @type {import('playwright-core').Request} */ request) => request.url().includes('/hah_api/');
  const begin = (/** @type {import('playwright-core').Request} */ request) => {
    if (!isCall(request)) return;
    asked.push(new URL(request.url()).pathname.slice('/hah_api/'.length));
    open += 1;
  };
  const end = (/** @type {import('playwright-core').Request} */ request) => {
    if (isCall(request)) open -= 1;
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(`/${lang}${path}`, { waitUntil: 'commit' });
  await page.locator('#primed').waitFor({ state: 'attached' });
  // A module script delays the document's load event.
  await until('the document is read', () => page.evaluate(() => document.readyState !== 'loading'));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), undefined);
  await page.evaluate(watch, LIVE);
  release();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  // Parts that are hydrated later find their elements, too.
  await laterReady(page);
  // Effects after the first frame may fetch and change the page.
  await page.evaluate(frames);
  await until('every call is answered', () => open === 0);
  await page.evaluate(frames);
  const found = await page.evaluate((live) => {
    const { watched } = /** @type {any} */ (window);
    const root = /** @type {HTMLElement} */ (document.getElementById('app'));
    const inLive = (/** @type {Element} */ element) => element.closest(live) !== null;
    return {
      elements: watched.elements.length,
      lost: watched.kept.filter((/** @type {Element} */ one) => !one.isConnected).length,
      fresh: [...root.querySelectorAll('*')].filter((one) => !watched.elements.includes(one) && !inLive(one)).length,
      primed: Object.keys(JSON.parse(document.getElementById('primed')?.textContent ?? '').calls),
      before: watched.before,
      after: watched.after,
    };
  }, LIVE);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  await page.unrouteAll();
  return { ...found, asked };
}

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`${lang}: hydration changes nothing`, async (suite) => {
    for (const [name, { path, live = [], width = 1280, expected }] of Object.entries(routes)) {
      await suite.test(name, () =>
        withVisitor(shop, { lang, width, expected: expected ? [expected] : [] }, async (visitor) => {
          const found = await hydrate(visitor, typeof path === 'string' ? path : await path(visitor));
          assert.ok(found.elements > 60, `only ${found.elements} elements`);
          assert.deepEqual(found.before, [], 'changed by hydration');
          assert.deepEqual(found.after, [], 'changed afterwards, outside of live regions');
          assert.equal(found.lost, 0, 'elements replaced');
          assert.equal(found.fresh, 0, 'elements added');
          // Primed answers are not fetched again.
          const primed = found.primed.map((key) => key.split('?')[0]);
          assert.ok(primed.includes('page/topmenu'));
          const again = found.asked.filter((call) => primed.includes(call) && !live.includes(call));
          assert.deepEqual(again, [], 'asked for again');
          for (const call of live) assert.equal(found.asked.filter((one) => one === call).length, 1, call);
        }),
      );
    }
  });
}

test('en: a failed page can be retried', () =>
  withVisitor(shop, { lang: 'en', expected: [/catalog\/category/] }, async ({ page, visit }) => {
    await visit('');
    await page.route(/hah_api\/catalog\/category/, (route) => route.fulfill({ status: 503, body: '' }));
    await page.locator('header nav a').first().click();
    // A link under the mouse fetches its page ahead, and would mend this one.
    await page.mouse.move(640, 700);
    const main = page.locator('main');
    await main.getByRole('heading', { level: 1, name: 'AN ERROR OCCURRED', exact: true }).waitFor();
    await main.getByText('Please refresh the page.', { exact: true }).waitFor();
    // Set after the first paint.
    await until('the title says so', async () => (await page.title()).startsWith('AN ERROR OCCURRED'));
    // Header and button work.
    assert.ok(await page.locator('header nav a').first().isEnabled());
    await page.unroute(/hah_api\/catalog\/category/);
    await main.getByRole('button', { name: 'Try again', exact: true }).click();
    await main.locator('a[href*="/p/"]').first().waitFor();
    await until('the page has its title', async () => !(await page.title()).startsWith('AN ERROR'));
    // Beyond the last page there is a link back.
    await visit('/c/bedding?page=999');
    await main.getByRole('heading', { name: 'The list ends before this page', exact: true }).waitFor();
    await main.getByRole('link', { name: 'Previous products', exact: true }).click();
    await main.locator('a[href*="/p/"]').first().waitFor();
  }));
