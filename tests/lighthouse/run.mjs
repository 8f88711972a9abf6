/**
 * Lighthouse on the main pages, phone and desktop: median of RUNS visits (3), without cookies; the cart and the checkout with an
 * item. Fails below `aims`, and names what points are missing for. In English; LANGUAGES=en,fr,de,es,zh for others, DEVICES=phone
 * for one of the two, PAGES=home,cart for some pages.
 */

import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { openShop } from '../browser/support/shop.mjs';

const RUNS = Number(process.env.RUNS ?? 3);
/** Scores out of 100. */
const aims = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
/** @param {string | undefined} list @param {string[]} otherwise */
const listed = (list, otherwise) => list?.split(',') ?? otherwise;
const LANGUAGES = listed(process.env.LANGUAGES, ['en']);
/** @type {{ name: string; path: string; withCart?: boolean; skipAudits?: string[] }[]} */
const PAGES = [
  { name: 'home', path: '' },
  { name: 'category', path: '/c/bedding' },
  // Leads to the language's own address.
  { name: 'product', path: '/p/duvets/all-season-goose-down-duvet' },
  // These are noindex on purpose.
  { name: 'cart', path: '/cart', withCart: true, skipAudits: ['is-crawlable', 'meta-description'] },
  { name: 'checkout', path: '/checkout', withCart: true, skipAudits: ['is-crawlable', 'meta-description'] },
].filter(({ name }) => listed(process.env.PAGES, [name]).includes(name));
const DEVICES = [
  { name: 'phone', config: undefined },
  { name: 'desktop', config: desktopConfig },
].filter(({ name }) => listed(process.env.DEVICES, [name]).includes(name));

/**
 * Where a page is in a language: redirects cost a visitor of the right address nothing.
 * @param {string} url
 */
async function addressOf(url) {
  const { url: found } = await fetch(url);
  return found;
}

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
    for (const [lang, page] of LANGUAGES.flatMap((one) => PAGES.map((page) => /** @type {const} */ ([one, page])))) {
      const at = page.withCart ? `${shop.url}/${lang}${page.path}` : await addressOf(`${shop.url}/${lang}${page.path}`);
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
        const result = await lighthouse(at, options, device.config);
        if (!result) throw new Error(`${page.path}: no result`);
        const { categories, audits } = result.lhr;
        for (const [name, { score, auditRefs }] of Object.entries(categories)) {
          points[name] ??= [];
          points[name].push(Math.round((score ?? 0) * 100));
          for (const { id, weight } of auditRefs) {
            const audit = audits[id];
            const value = audit?.displayValue ? ` ${audit.displayValue}` : '';
            if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.99)
              faults.add(`${id}:${value} ${audit?.title}`);
          }
        }
        for (const [id, values] of Object.entries(figures)) values.push(audits[id]?.numericValue ?? 0);
      }
      const medians = Object.entries(points).map(([name, values]) => ({ name, value: median(values) }));
      isShort ||= medians.some(({ name, value }) => value < aims[/** @type {keyof typeof aims} */ (name)]);
      const [paint, blocking] = Object.values(figures).map((values) => Math.round(median(values)));
      console.log(
        `${device.name.padEnd(8)} ${lang} ${page.name.padEnd(9)} ${medians.map(({ name, value }) => `${name} ${value}`).join(', ')}` +
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
