/**
 * Another house (`tests/second-house`) opens with its own catalogue, look and configuration: every screen, letter and file shows
 * that house, and nothing of the demonstration, as a demonstration and in production. With SHOTS=<folder>, every screen is opened
 * in both widths and saved.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { animationsFinished, violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { newAddress, PASSWORD } from './support/calls.mjs';
import { fillCheckout } from './support/checkoutForm.mjs';
import { finger, mouse } from './support/inputModes.mjs';
import { overflows } from './support/measure.mjs';
import {
  BRAND,
  buildHouse,
  CONFIG,
  FICTION,
  HOURS,
  IBAN,
  isPicture,
  LOOK,
  leftovers,
  mailsOf,
  spoken,
} from './support/secondHouse.mjs';
import { setupShop } from './support/setup.mjs';
import { ORDER_BUTTON } from './support/texts.mjs';
import { TIMEOUT, until } from './support/until.mjs';

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/shop.mjs').Shop} Shop */

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const WIDTHS = [1280, 375];
const { EVERY, SHOTS } = process.env;

const { data, look } = await buildHouse();
after(() => rm(join(data, '..'), { recursive: true }));
// Each shop is opened on a copy of it.
process.env.SEEDED = data;
const ENV = {
  SHOP_CONFIG: CONFIG,
  SHOP__CAPTCHA__TRIES: '30',
  SHOP__LIMITS__REQUESTS_PER_MINUTE: '100000',
  SHOP__LIMITS__WRITES_PER_MINUTE: '10000',
  SHOP__LIMITS__CONNECTIONS: '1000',
};
const houses = {
  demo: await setupShop(ENV),
  production: await setupShop({ ...ENV, SHOP__MODE: 'production' }),
};

/** @typedef {{ mode: keyof typeof houses, lang: import('./support/texts.mjs').Lang, width: number }} Walk */

/** In earnest in every language; the demonstration of this house differs by a sentence or two. @type {Walk[]} */
const WALKS = SHOTS
  ? LANGS.flatMap((lang) => WIDTHS.map((width) => ({ mode: 'production', lang, width })))
  : [
      ...LANGS.map((lang, at) => /** @type {Walk} */ ({ mode: 'production', lang, width: WIDTHS[at % 2] })),
      { mode: 'demo', lang: 'fr', width: 1280 },
      { mode: 'demo', lang: 'en', width: 375 },
    ];
/** How often each mode was walked through. */
const walked = { demo: 0, production: 0 };

/** Hours that are not the house's, and words for what is none in earnest, by the screen that says them. */
const hours = new Set();
const fictions = new Set();

/** Fails with every line that was found. @param {Iterable<string>} found */
function nothingIn(found) {
  const lines = [...new Set(found)];
  if (lines.length > 0) assert.fail(lines.join('\n'));
}

/** The line around a match. @param {string} said @param {RegExpExecArray} match */
function lineOf(said, { index }) {
  const at = said.lastIndexOf('\n', index) + 1;
  return said.slice(Math.max(at, index - 60), index + 60).split('\n')[0];
}

/**
 * Notes what no house says in earnest, and hours that are not this one's.
 * @param {string} mode
 * @param {string | undefined} lang
 * @param {string} where
 * @param {string} text
 */
function noteHouseless(mode, lang, where, text) {
  const said = spoken(text);
  const [hour, fiction] = [HOURS.exec(said), FICTION.exec(said)];
  // Most are at the foot of every page.
  if (hour) hours.add(`${lang}: ${lineOf(said, hour)}`);
  if (fiction && mode === 'production') fictions.add(`${lang}, ${where}: ${lineOf(said, fiction)}`);
}

const rgb = (/** @type {string} */ hex) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Runs in the page: everything that it says, to eyes, screen readers and search engines. */
function saidBy() {
  const said = [document.title];
  const app = /** @type {Node} */ (document.getElementById('app'));
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) said.push(text.nodeValue ?? '');
  for (const one of document.querySelectorAll('[alt], [title], [aria-label], [placeholder], meta[content]')) {
    for (const name of ['alt', 'title', 'aria-label', 'placeholder', 'content']) {
      said.push(one.getAttribute(name) ?? '');
    }
  }
  return said.filter((text) => text.trim()).join('\n');
}

/** Runs in the page: what it looks like. */
function appearance() {
  const styleOf = (/** @type {string} */ selector) => {
    const found = document.querySelector(selector);
    return found && getComputedStyle(found);
  };
  const attribute = (/** @type {string} */ selector, /** @type {string} */ name) =>
    document.querySelector(selector)?.getAttribute(name);
  const logo = (/** @type {string} */ place) => {
    const found = /** @type {HTMLImageElement | null} */ (document.querySelector(`${place} img[src^="/brand/"]`));
    return found && { src: found.getAttribute('src'), alt: found.alt, isDrawn: found.naturalWidth > 0 };
  };
  return {
    ground: [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
    foot: styleOf('footer [data-on="primary"]')?.backgroundColor,
    heading: styleOf('h1')?.fontFamily,
    text: styleOf('body')?.fontFamily,
    fonts: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    icon: attribute('link[rel="icon"]', 'href'),
    touch: attribute('link[rel="apple-touch-icon"]', 'href'),
    theme: attribute('meta[name="theme-color"]', 'content'),
    head: logo('header'),
    below: logo('footer'),
    isShort: document.querySelector('footer[data-short]') !== null,
  };
}

/** Runs in the page: brings up the pictures that wait until they are near. */
async function scrollThrough() {
  for (const picture of document.images) {
    if (!picture.checkVisibility()) continue;
    picture.scrollIntoView();
    await picture.decode().catch(() => undefined);
  }
  window.scrollTo(0, 0);
}

/** The typefaces of the house; Chinese is set in those of the system. */
const FACES = { heading: 'Gilda Display', text: 'Hanken Grotesk' };
/** Those of the shop as it comes. */
const OTHERS = /Spectral|Figtree/;

/** What a page looks like that is not the house's. @param {Visitor} visitor @returns {Promise<string[]>} */
async function differences({ page, lang }) {
  // `fonts.ready` does not wait for a typeface that no frame has asked for yet.
  const hasFace =
    lang === 'zh' ||
    (await page
      .waitForFunction(
        (face) => [...document.fonts].some(({ family, status }) => status === 'loaded' && family.includes(face)),
        FACES.text,
        { timeout: TIMEOUT },
      )
      .then(() => true)
      .catch(() => false));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const seen = await page.evaluate(appearance);
  const stem = look.icon.file.replace(/\.svg$/, '');
  const is = (/** @type {unknown} */ found, /** @type {unknown} */ wanted, /** @type {string} */ what) =>
    JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${what}: ${JSON.stringify(found)}`];
  const drawn = (/** @type {string} */ file) => ({ src: `/brand/${file}`, alt: BRAND, isDrawn: true });
  return [
    ...(seen.ground.includes(rgb(LOOK.palette.background)) ? [] : [`ground: ${seen.ground}`]),
    ...is(seen.foot, rgb(LOOK.palette.primary), 'foot of the page'),
    ...is(seen.theme, LOOK.palette.background, 'theme-color'),
    ...is(seen.icon, `/brand/${look.icon.file}`, 'icon'),
    ...is(seen.touch, `/brand/${stem}-180.png`, 'icon of home screens'),
    ...is(seen.head, drawn(look.logo.file), 'logo'),
    ...(seen.isShort ? [] : is(seen.below, drawn(look.logo_on_dark.file), 'logo at the foot')),
    ...(lang === 'zh' || seen.heading?.includes(FACES.heading) ? [] : [`typeface of headings: ${seen.heading}`]),
    ...(lang === 'zh' || seen.text?.includes(FACES.text) ? [] : [`typeface of text: ${seen.text}`]),
    ...(hasFace ? [] : ['its typeface is not loaded']),
    ...seen.fonts.filter((face) => OTHERS.test(face)).map((face) => `loads ${face}`),
  ];
}

/** The colour of a button that matters. @param {import('playwright-core').Locator} button */
async function otherColour(button) {
  const colour = await button.evaluate((one) => getComputedStyle(one).backgroundColor);
  return colour === rgb(LOOK.palette.primary) ? [] : [`button: ${colour}`];
}

const TEXTUAL = /html|json|javascript|css|svg|xml|text/;

/** Files that never change under their name: each is read once, not on every page of every walk. */
const LASTING = /^\/assets\//;
/** Addresses of those that were read. */
const alreadyRead = new Set();

/**
 * Whether axe judges the screen at this place of a walk: walks of one width take turns, so that each screen is judged at each width.
 * EVERY=1 and SHOTS judge all of them.
 * @param {Walk} walk
 * @param {number} at
 */
function isJudged(walk, at) {
  const alike = WALKS.filter(({ width }) => width === walk.width);
  return Boolean(EVERY || SHOTS) || at % alike.length === alike.indexOf(walk);
}

/** Looks at the screens of one visitor, and adds what is wrong with them to `faults`. */
class Inspection {
  /** @type {Promise<void>[]} */
  #files = [];
  #screens = 0;

  /** @param {Visitor} visitor @param {Walk} walk @param {Set<string>} faults */
  constructor(visitor, walk, faults) {
    this.visitor = visitor;
    this.walk = walk;
    this.faults = faults;
    visitor.page.on('response', (response) => {
      if (!TEXTUAL.test(response.headers()['content-type'] ?? '') || response.status() === 304) return;
      if (!alreadyRead.has(response.url())) this.#files.push(this.#readFile(response));
    });
  }

  /** @param {import('playwright-core').Response} response */
  async #readFile(response) {
    const path = new URL(response.url()).pathname;
    if (LASTING.test(path)) alreadyRead.add(response.url());
    const text = await response.text().catch(() => {
      // A page that was left has no answers any more.
      alreadyRead.delete(response.url());
      return '';
    });
    for (const one of leftovers(text)) this.faults.add(`${path.replace(/[0-9a-f]{16,}/, '…')}: ${one}`);
    for (const [, name = ''] of text.matchAll(/\/media\/([\w-]+)\.\d+\./g)) {
      if (!isPicture(name)) this.faults.add(`${path}: picture ${name}`);
    }
  }

  /** @param {string} where @param {string[]} found */
  add(where, found) {
    for (const one of found) this.faults.add(`${where}: ${one}`);
  }

  /** The screen that the visitor has in front. @param {string} name @param {{ overlay?: boolean }} [options] */
  async see(name, { overlay = false } = {}) {
    const { page, lang, phone } = this.visitor;
    await animationsFinished(page);
    const said = await page.evaluate(saidBy);
    this.add(name, leftovers(said, lang));
    this.add(name, await differences(this.visitor));
    if (isJudged(this.walk, this.#screens)) this.add(name, await violations(page));
    this.#screens += 1;
    this.add(name, await page.evaluate(overflows));
    noteHouseless(this.walk.mode, lang, name, said);
    if (!SHOTS) return;
    await mkdir(`${SHOTS}/${lang}-${phone ? 375 : 1280}`, { recursive: true });
    const file = `${String(this.#screens).padStart(2, '0')}-${name.replace(/[^a-z0-9]+/g, '-')}`;
    if (!overlay) await page.evaluate(scrollThrough);
    await page.screenshot({ path: `${SHOTS}/${lang}-${phone ? 375 : 1280}/${file}.png`, fullPage: !overlay });
  }

  /** @param {string} name @param {string} path */
  async open(name, path) {
    await this.visitor.visit(path);
    await this.see(name);
  }

  async end() {
    await Promise.all(this.#files);
  }
}

/** A word that finds a product. */
const TERMS = { en: 'linen', fr: 'lin', de: 'Leinen', es: 'lino', zh: '亚麻' };
const SOAP = 'MA-SOAP';
/** Help pages that a browser opens; all are read as files. */
const SHOWN = ['shipping-and-returns', 'legal-notice'];
const HELP = [
  'shipping-and-returns',
  'returns',
  'bed-terms',
  'accessibility',
  'terms-and-conditions',
  'terms-of-use',
  'privacy-statement',
  'legal-notice',
];

/** @param {Inspection} inspection */
async function lookAround(inspection) {
  const { visitor } = inspection;
  const { page, t, press, phone, lang } = visitor;
  await inspection.open('home', '');
  if (phone) {
    await press(page.getByRole('button', { name: t('Menu'), exact: true }));
    await page.locator('dialog[open]').waitFor();
    await inspection.see('menu', { overlay: true });
  }
  await inspection.open('category', '/c/bath');
  await inspection.open('category night', '/c/night');
  await inspection.open('product with sizes', '/p/peirao-waffle-towel');
  await inspection.open('product in linen', '/p/washed-linen-sheet');
  await inspection.open('search', `/search?q=${encodeURIComponent(TERMS[lang])}`);
  await page.locator('main a[href*="/p/"]').first().waitFor();
  await inspection.open('search without results', '/search?q=xqzwvk');
  await inspection.open('bag empty', '/cart');
  await inspection.open('login', '/login');
  await inspection.open('forgotten password', '/forgetpwd');
  await inspection.open('withdraw', '/withdraw');
  for (const page of SHOTS ? HELP : SHOWN) await inspection.open(`help ${page}`, `/help/${page}`);
  visitor.expected.push(/\/no-such-page$/);
  await inspection.open('not found', '/no-such-page');
}

/**
 * Buys by transfer.
 * @param {Inspection} inspection
 * @param {string} email
 * @returns {Promise<string>} the number of the order
 */
async function buy(inspection, email) {
  const { visitor } = inspection;
  const { page, t, press, lang, phone, calls } = visitor;
  const main = page.locator('main');
  await calls.add('MA-TOWEL-B');
  await inspection.open('product by weight', '/p/sea-fennel-soap');
  const add = main.getByRole('button', { name: t('Add to bag'), exact: true }).first();
  inspection.add('product by weight', await otherColour(add));
  await press(add);
  await page
    .locator('dialog[open]')
    .getByRole('link', { name: t('To checkout'), exact: true })
    .waitFor();
  await inspection.see('bag drawer', { overlay: true });
  await inspection.open('bag', '/cart');
  await inspection.open('checkout', '/checkout');
  await fillCheckout(visitor, phone ? finger(page) : mouse(page), email, 'bank_transfer');
  const order = main.getByRole('button', { name: ORDER_BUTTON[lang], exact: true });
  inspection.add('checkout', await otherColour(order));
  await inspection.see('checkout filled in');
  await press(order);
  await page.waitForURL(/\/ordersuccess\?token=/);
  await page.locator('html[data-ready]').waitFor();
  await main.getByText(IBAN).first().waitFor();
  await inspection.see('order placed');
  return /\d{4}-\d{6}/.exec(await main.innerText())?.[0] ?? '';
}

/** Registers, and looks at the pages of customers. @param {Inspection} inspection @param {string} email */
async function belong(inspection, email) {
  const { visitor } = inspection;
  const { page, t, press, lang, calls } = visitor;
  const main = page.locator('main');
  await inspection.open('register', '/register');
  for (const [id, text] of Object.entries({
    first_name: 'Uxía',
    last_name: 'Lameiro',
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  })) {
    await main.locator(`#${id}`).fill(text);
  }
  await main.locator('#terms').check();
  await main.locator('#captcha [data-phase="done"]').waitFor();
  await press(main.getByRole('button', { name: t('Create an account'), exact: true }));
  await page.waitForURL(new RegExp(`/${lang}/order$`));
  await page.locator('html[data-ready]').waitFor();
  await inspection.see('orders');
  await calls.call('wishlist/add', { sku: SOAP });
  await inspection.open('wishlist', '/mywishlist');
  for (const path of ['/account', '/account/edit', '/account/invoices', '/address']) {
    await inspection.open(path.slice(1).replace('/', ' '), path);
  }
}

/** Writes to customer service, and subscribes to letters. @param {Inspection} inspection @param {string} email */
async function write(inspection, email) {
  const { page, t, press } = inspection.visitor;
  const main = page.locator('main');
  await inspection.open('contact', '/contact-us');
  await main.locator('#contact-subject').selectOption('care_information');
  await main.locator('#contact-name').fill('Uxía Lameiro');
  await main.locator('#contact-email').fill(email);
  await main.locator('#contact-message').fill('MA-THROW?');
  await main.locator('#captcha [data-phase="done"]').waitFor();
  await press(main.getByRole('button', { name: t('Send'), exact: true }));
  await main.getByRole('heading', { level: 1, name: t('Thank you for your message'), exact: true }).waitFor();
  await inspection.see('message sent');

  const form = page.locator('footer form');
  await form.locator('input[type="email"]').fill(email);
  await form.locator('#newsletter-footer-brand').check();
  await form.locator('#newsletter-footer-all').check();
  await form.getByText(t('Security check: passed.'), { exact: true }).waitFor();
  await press(form.getByRole('button', { name: t('Subscribe'), exact: true }));
  await page.locator('footer').getByText(t('newsletter.confirm'), { exact: true }).waitFor();
  await inspection.see('subscribed');
}

/** The first visit: the cookie dialog, and the invitation to the newsletter. @param {Inspection} inspection */
async function firstVisit(inspection) {
  const { page, t, visit, press, phone } = inspection.visitor;
  await visit('');
  const cookies = page.locator('#cookies');
  await cookies.waitFor();
  await inspection.see('cookie dialog', { overlay: true });
  await press(cookies.getByRole('button', { name: t('Reject all'), exact: true }));
  // Phones are not invited.
  if (phone) return;
  await page.locator('main a[href*="/c/"]').first().click();
  await page.locator('dialog#invitation').waitFor();
  await inspection.see('invitation', { overlay: true });
}

for (const walk of WALKS) {
  const { mode, lang, width } = walk;
  test(`${mode}, ${lang}, ${width} px: every screen is the house’s`, async () => {
    const house = houses[mode];
    const email = newAddress();
    /** @type {Set<string>} */
    const faults = new Set();
    await withVisitor(house, { lang, width, own: true, consent: null }, async (visitor) => {
      const inspection = new Inspection(visitor, walk, faults);
      await firstVisit(inspection);
      await inspection.end();
    });
    await withVisitor(house, { lang, width, own: true }, async (visitor) => {
      const inspection = new Inspection(visitor, walk, faults);
      await lookAround(inspection);
      const number = await buy(inspection, email);
      await write(inspection, email);
      await belong(inspection, email);
      await house.command('order', 'paid', number);
      await house.ship(number, 'dhl', 'JD014600003SE123456');
      walked[mode] += 1;
      await inspection.end();
    });
    nothingIn(faults);
  });
}

// ── Letters and files ───────────────────────────────────────────────────────────────────────────────────────────────

/** The text of a PDF. @param {Uint8Array} content */
async function pdfText(content) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, content);
    return (await promisify(execFile)('pdftotext', ['-layout', file, '-'])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Received, message, letters to confirm; paid with its invoice; shipped; account. */
const LETTERS = 6;

test('letters and what is attached to them are the house’s', async () => {
  const faults = new Set();
  assert.ok(walked.production > 0, 'nobody has bought anything');
  for (const mode of /** @type {const} */ (['production', 'demo']).filter((one) => walked[one] > 0)) {
    const house = houses[mode];
    const isCustomers = (/** @type {any} */ { to }) => /@example\.com$/.test(to?.[0]?.address ?? '');
    const mails = await until('the letters are written', async () => {
      const written = await mailsOf(house);
      return written.filter(isCustomers).length >= walked[mode] * LETTERS && written;
    });
    let isInvoiced = false;
    for (const mail of mails) {
      const lang = /** @type {any} */ (/<html lang="(\w\w)/.exec(mail.html ?? '')?.[1]);
      const where = `${mode}, ${lang ?? 'operator'}, ${mail.subject}`;
      const note = (/** @type {string[]} */ found) => found.map((one) => faults.add(`${where}: ${one}`));
      note(leftovers(`${mail.subject}\n${mail.from?.name}\n${mail.from?.address}\n${mail.text}`, lang));
      note(leftovers(mail.html ?? ''));
      noteHouseless(mode, lang, where, mail.text ?? '');
      for (const { filename, mimeType, content } of mail.attachments) {
        if (mimeType !== 'application/pdf') continue;
        const text = await pdfText(new Uint8Array(/** @type {ArrayBuffer} */ (content)));
        isInvoiced ||= /MA-\d{4}-\d{6}/.test(text);
        note(leftovers(text, lang).map((one) => `${filename}: ${one}`));
      }
      if (!isCustomers(mail)) continue;
      if (mail.from?.name !== LOOK.sender) note([`sender ${mail.from?.name}`]);
      if (!mail.html?.includes(`/brand/${look.logo.file.replace(/svg$/, 'png')}`)) note(['no logo']);
      if (!mail.html?.includes(LOOK.palette.primary)) note(['another colour']);
      const isOurs = Object.values(FACES).every((face) => mail.html?.includes(face)) && !OTHERS.test(mail.html ?? '');
      if (!isOurs) note(['another typeface']);
      if (!SHOTS) continue;
      await withVisitor(house, { own: true, width: 640, phone: false }, async ({ page }) => {
        await mkdir(`${SHOTS}/letters`, { recursive: true });
        // Where the shop would be behind its own name.
        await page.route(/\/brand\//, async (route) => {
          const path = new URL(route.request().url()).pathname;
          await route.fulfill({ response: await route.fetch({ url: house.url + path }) });
        });
        await page.setContent(mail.html ?? '');
        const name = `${lang}-${mail.subject?.replace(/[^\p{L}]+/gu, '-')}`;
        await page.screenshot({ path: `${SHOTS}/letters/${name}.png`, fullPage: true });
      });
    }
    assert.ok(isInvoiced, 'an invoice is attached');
  }
  nothingIn(faults);
});

test('files for search engines, readers and language models are the house’s', async () => {
  const faults = [];
  for (const [mode, house] of Object.entries(houses)) {
    const paths = ['/llms.txt', '/robots.txt', '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-0.xml'];
    paths.push(...LANGS.flatMap((lang) => [`/${lang}/feed.xml`, `/${lang}/withdrawal-form.pdf`]));
    paths.push(...LANGS.flatMap((lang) => HELP.map((page) => `/${lang}/help/${page}`)));
    for (const path of paths) {
      const answer = await fetch(house.url + path);
      assert.equal(answer.status, 200, path);
      const content = new Uint8Array(await answer.arrayBuffer());
      const isPage = path.includes('/help/');
      const sent = path.endsWith('.pdf') ? await pdfText(content) : new TextDecoder().decode(content);
      // What a page says, without what its script knows.
      const text = isPage ? sent.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '\n') : sent;
      const lang = /** @type {any} */ (path === '/llms.txt' ? 'en' : /^\/(\w\w)\//.exec(path)?.[1]);
      faults.push(...leftovers(text, lang).map((one) => `${mode}, ${path}: ${one}`));
      noteHouseless(mode, lang, path, text);
      const pictures = new Set([...sent.matchAll(/\/media\/([\w-]+)\.\d+\./g)].map(([, name = '']) => name));
      faults.push(
        ...[...pictures].filter((name) => !isPicture(name)).map((name) => `${mode}, ${path}: picture ${name}`),
      );
    }
    const llms = await (await fetch(`${house.url}/llms.txt`)).text();
    assert.ok(llms.includes(LOOK.words.en.about.replaceAll('{brand}', BRAND)), llms);
    const icon = await fetch(`${house.url}/favicon.ico`);
    assert.ok(icon.url.endsWith(`/brand/${look.icon.file}`), icon.url);
  }
  nothingIn(faults);
});

test('no screen says the demonstration’s hours', () => {
  const token = 'https://shop.example/zh/withdrawal/success?token=eb1e8457f30882cb8bfafd19b2';
  assert.ok(!HOURS.test(spoken(`链接：${token}，有效期一天`)));
  assert.ok(HOURS.test(spoken(`链接：${token}，每天 8:00–19:00`)));
  nothingIn(hours);
});

test('a shop in production does not call itself a fiction', () => nothingIn(fictions));

// ── Hydration ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** May change once their answers are there, as `hydration.test.mjs` has it. */
const LIVE =
  '[aria-live], [role="status"], [role="alert"], [popover], [data-live], [aria-busy], header a[aria-haspopup="dialog"]';

for (const lang of LANGS) {
  test(`${lang}: hydration keeps what was sent`, () =>
    withVisitor(houses.production, { lang, own: true }, async ({ page }) => {
      for (const path of ['', '/c/bath', '/p/peirao-waffle-towel', '/help/legal-notice', '/cart']) {
        /** @type {(() => void)[]} */
        const held = [];
        await page.route(/\/assets\/.*\.js$/, async (route) => {
          await new Promise((resolve) => held.push(() => resolve(undefined)));
          await route.continue();
        });
        await page.goto(`/${lang}${path}`, { waitUntil: 'commit' });
        await until('the document is read', () => page.evaluate(() => document.readyState !== 'loading'));
        await page.evaluate((live) => {
          const root = /** @type {HTMLElement} */ (document.getElementById('app'));
          const kept = [...root.querySelectorAll('*')].filter((one) => !one.closest(live));
          const texts = kept.map((one) =>
            [...one.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join(''),
          );
          const links = kept.map((one) => one.getAttribute('src') ?? one.getAttribute('href'));
          Object.assign(window, { before: { kept, texts, links } });
        }, LIVE);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        for (const release of held) release();
        await page.locator('html[data-ready]').waitFor({ state: 'attached' });
        const changed = await page.evaluate((live) => {
          const { kept, texts, links } = /** @type {any} */ (window).before;
          return kept.flatMap((/** @type {Element} */ one, /** @type {number} */ at) => {
            if (!one.isConnected) return [`gone: ${one.outerHTML.slice(0, 120)}`];
            if (one.closest(live)) return [];
            const text = [...one.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join('');
            const link = one.getAttribute('src') ?? one.getAttribute('href');
            return text === texts[at] && link === links[at] ? [] : [`changed: ${one.outerHTML.slice(0, 120)}`];
          });
        }, LIVE);
        assert.deepEqual(changed, [], path);
      }
    }));
}
