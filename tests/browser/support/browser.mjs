/**
 * One browser, a fresh context per test, and a guard: console messages, errors, failed requests, CSP violations and
 * unexpected statuses fail the test.
 */

import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { Calls } from './calls.mjs';
import { watchShifts } from './measure.mjs';
import { LOCALES, texts } from './texts.mjs';
import { TIMEOUT } from './until.mjs';

/** Chromium without the windows around its pages, whose drawing is a third of the work; CHROMIUM=/usr/bin/chromium takes the whole. */
const CHROMIUM = '/usr/bin/chromium-headless-shell';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
];

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let started;

export function browser() {
  started ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? CHROMIUM, args: FLAGS });
  return started;
}

export async function closeBrowser() {
  await (await started)?.close();
  started = undefined;
  idle.clear();
}

/**
 * Clean tabs are reused with their HTTP cache after clearing storage: a new context costs four times a visit.
 * @type {Map<string, { context: import('playwright-core').BrowserContext, page: import('playwright-core').Page, guard: Guard }[]>}
 */
const idle = new Map();

/** Milliseconds after which a visit is taken to hang. */
const LIMIT = 600_000;
/** Viewports below this emulate a phone: touch and user agent. */
const NARROW = 600;

/**
 * @typedef {object} Options
 * @property {import('./texts.mjs').Lang} [lang]
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [phone] with touch and a phone's user agent; narrow viewports are phones unless said otherwise
 * @property {boolean} [js]
 * @property {boolean} [calm] prefers reduced motion
 * @property {boolean} [own] a page that is not reused, for tests that change it by scripts or settings
 * @property {RegExp[]} [expected] addresses that may answer 400 or above
 * @property {string | null} [consent] cookie categories allowed before the visit, by default only the essential ones, with the
 *   newsletter invitation seen. Null: no decision yet, in a fresh browser
 */

/**
 * @typedef {object} Visitor
 * @property {import('playwright-core').Page} page
 * @property {import('playwright-core').BrowserContext} context
 * @property {import('./texts.mjs').Lang} lang
 * @property {(english: string, params?: Record<string, string>) => string} t
 * @property {import('./shop.mjs').Shop} shop
 * @property {Calls} calls the shop's calls, in this visitor's session
 * @property {boolean} phone
 * @property {(path: string) => Promise<void>} visit opens `/{lang}{path}` and waits for hydration
 * @property {(target: import('playwright-core').Locator) => Promise<void>} press clicks or taps
 * @property {RegExp[]} expected
 */

/** Collects a page's problems for its test. */
class Guard {
  /** @type {string[]} */
  faults = [];
  /** @type {RegExp[]} */
  expected = [];

  /**
   * @param {import('playwright-core').Page} page
   * @param {boolean} js
   */
  constructor(page, js) {
    const isExpected = (/** @type {string} */ url) => this.expected.some((one) => one.test(url));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const { url } = message.location();
      // The browser also logs statuses of 400 and above as console messages.
      if (/^Failed to load resource: the server responded/.test(message.text()) && isExpected(url)) return;
      this.faults.push(`console ${message.type()}: ${message.text()} (${url})`);
    });
    page.on('pageerror', (error) => this.faults.push(`error: ${error.stack ?? error.message}`));
    page.on('crash', () => this.faults.push('the page crashed'));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Navigation and deduplicated calls cancel requests.
      if (reason === 'net::ERR_ABORTED') return;
      // Without scripting the browser rejects preloads.
      if (!js && reason === 'csp' && request.url().endsWith('.js')) return;
      this.faults.push(`request failed: ${request.url()} ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400 && !isExpected(response.url())) {
        this.faults.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
      }
    });
  }

  /** @param {RegExp[]} expected addresses that may answer 400 or above */
  begin(expected) {
    this.faults = [];
    this.expected = expected;
  }
}

/** Runs in the page before any script. */
function reportPolicyBreaches() {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {boolean} js
 */
async function openTab(context, js) {
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const guard = new Guard(page, js);
  if (js) {
    await page.addInitScript(reportPolicyBreaches);
    await page.addInitScript(watchShifts);
  }
  return { context, page, guard };
}

/**
 * Ends pending requests and clears storage.
 * @param {Awaited<ReturnType<typeof openTab>>} place
 * @param {import('./shop.mjs').Shop} shop
 */
async function clear({ context, page }, shop) {
  // A navigation by the page itself may interrupt this one; the second attempt succeeds.
  await page.goto(`${shop.url}/healthz`).catch(() => page.goto(`${shop.url}/healthz`));
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await context.clearCookies();
}

/**
 * Runs a test with an empty cookie jar. Throws the test's error, else the guard's findings.
 * @template T
 * @param {import('./shop.mjs').Shop} shop
 * @param {Options} options
 * @param {(visitor: Visitor) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withVisitor(shop, options, run) {
  const { lang = 'en', width = 1280, height = width < NARROW ? 812 : 900, js = true, calm = false } = options;
  const { phone = width < NARROW, expected = [], consent = 'essential' } = options;
  // Deciding on cookies changes stored state too.
  const own = options.own || consent === null;
  const engine = await browser();
  /** @type {import('playwright-core').BrowserContextOptions} */
  const settings = {
    baseURL: shop.url,
    locale: LOCALES[lang],
    timezoneId: 'Europe/Paris',
    javaScriptEnabled: js,
    reducedMotion: calm ? 'reduce' : 'no-preference',
    ...(phone
      ? {
          isMobile: true,
          hasTouch: true,
          userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${engine.version().split('.')[0]}.0.0.0 Mobile Safari/537.36`,
        }
      : {}),
  };
  const key = JSON.stringify(settings);
  const place = (own ? undefined : idle.get(key)?.pop()) ?? (await openTab(await engine.newContext(settings), js));
  const { context, page, guard } = place;
  await page.setViewportSize({ width, height });
  if (consent) await context.addCookies([{ name: 'cookieConsent', value: consent, url: shop.url }]);
  if (options.consent === undefined) await context.addCookies([{ name: 'invitationSeen', value: '1', url: shop.url }]);
  guard.begin(expected);
  /** @type {Visitor} */
  const visitor = {
    page,
    context,
    lang,
    phone,
    shop,
    expected,
    t: texts(lang),
    calls: new Calls(shop, context.request, lang),
    async visit(path) {
      const answer = await page.goto(`/${lang}${path}`);
      if ((answer?.status() ?? 0) >= 500) throw new Error(`${path} answers ${answer?.status()}`);
      if (js) await page.locator('html[data-ready]').waitFor();
    },
    press: (target) => (phone ? target.tap() : target.click()),
  };
  // A hanging page has no timeout of its own.
  const limit = new AbortController();
  const over = pause(LIMIT, undefined, { signal: limit.signal }).then(
    () => Promise.reject(new Error(`not done after ${LIMIT / 1000} s`)),
    () => new Promise(() => {}),
  );
  try {
    const result = await Promise.race([run(visitor), over]);
    if (guard.faults.length > 0) throw new Error(guard.faults.join('\n'));
    if (own) {
      await context.close();
    } else {
      await clear(place, shop);
      idle.set(key, [...(idle.get(key) ?? []), place]);
    }
    return result;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const all = [
      text,
      ...guard.faults.filter((fault) => !text.includes(fault)),
      shop.ended(),
      `at ${page.url()}${await saveScreenshot(page)}`,
    ].filter(Boolean);
    await context.close();
    throw new Error(all.join('\n'), { cause: error });
  } finally {
    limit.abort();
  }
}

/**
 * What the first view does without (navigation, view transitions, parts that are hydrated later) comes when the browser is idle.
 * @param {import('playwright-core').Page} page
 */
export const laterReady = (page) => page.waitForFunction(() => document.documentElement.dataset.later === '');

let pictures = 0;

/**
 * With PICTURES=<folder>, saves a screenshot of a failed test.
 * @param {import('playwright-core').Page} page
 */
async function saveScreenshot(page) {
  const folder = process.env.PICTURES;
  if (!folder) return '';
  await mkdir(folder, { recursive: true });
  pictures += 1;
  const file = `${folder}/${process.pid}-${pictures}.png`;
  return page.screenshot({ path: file, timeout: 5000 }).then(
    () => `, picture: ${file}`,
    () => '',
  );
}
