/**
 * Lighthouse on the main pages, phone and desktop: median of RUNS visits (3), without cookies; the cart with an item. Fails
 * below `aims`.
 */

import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { openShop } from '../browser/support/shop.mjs';

const RUNS = Number(process.env.RUNS ?? 3);
/** Scores out of 100. */
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const PAGES = [
  { name: 'home', path: '/en' },
  { name: 'category', path: '/en/c/bedding' },
  { name: 'product', path: '/en/p/duvets/all-season-goose-down-duvet' },
  // The cart is noindex on purpose.
  { name: 'cart', path: '/en/cart', withCart: true, skipAudits: ['is-crawlable'] },
];
const DEVICES = [
  { name: 'phone', config: undefined },
  { name: 'desktop', config: desktopConfig },
];

/**
 * @param {import('../browser/support/shop.mjs').Shop} shop
 * @returns {Promise<string>} the cookies of a visitor with an item in the cart
 */
async function fillCart(shop) {
  const answer = await fetch(`${shop.url}/hah_api/cart/add?store_id=94`, {
    method: 'POST',
    headers: { Services: shop.services, 'Content-Type': 'application/json' },
    body: JSON.stringify({ sku: 'BMA-LAC', qty: 2 }),
  });
  const { code, message } = await answer.json();
  if (code !== '1') throw new Error(`cart/add: ${message}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const shop = await openShop();
const browser = await launch({
  chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
let isShort = false;
try {
  const cookie = await fillCart(shop);
  for (const device of DEVICES) {
    for (const page of PAGES) {
      const options = {
        port: browser.port,
        onlyCategories: Object.keys(aims),
        skipAudits: page.skipAudits ?? null,
        extraHeaders: page.withCart ? { Cookie: cookie } : {},
      };
      /** @type {Record<string, number[]>} */
      const points = {};
      /** @type {Set<string>} */
      const faults = new Set();
      const figures = /** @type {Record<string, number[]>} */ ({
        'largest-contentful-paint': [],
        'total-blocking-time': [],
      });
      for (let run = 0; run < RUNS; run += 1) {
        const result = await lighthouse(shop.url + page.path, options, device.config);
        if (!result) throw new Error(`${page.path}: no result`);
        const { categories, audits } = result.lhr;
        for (const [name, { score, auditRefs }] of Object.entries(categories)) {
          const isMeasured = name === 'performance';
          points[name] ??= [];
          points[name].push(Math.round((score ?? 0) * 100));
          for (const { id, weight } of isMeasured ? [] : auditRefs) {
            const audit = audits[id];
            if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1) faults.add(`${id}: ${audit?.title}`);
          }
        }
        for (const [id, values] of Object.entries(figures)) values.push(audits[id]?.numericValue ?? 0);
      }
      const medians = Object.entries(points).map(([name, values]) => ({ name, value: median(values) }));
      isShort ||= medians.some(({ name, value }) => value < aims[/** @type {keyof typeof aims} */ (name)]);
      const [paint, blocking] = Object.values(figures).map((values) => Math.round(median(values)));
      console.log(
        `${device.name.padEnd(8)} ${page.name.padEnd(9)} ${medians.map(({ name, value }) => `${name} ${value}`).join(', ')}` +
          `; largest paint ${paint} ms, blocked ${blocking} ms`,
      );
      for (const fault of faults) console.log(`         ${fault}`);
    }
  }
} finally {
  browser.kill();
  await shop.stop();
}
process.exitCode = isShort ? 1 : 0;
