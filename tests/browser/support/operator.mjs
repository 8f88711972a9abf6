/**
 * A person of the house in the console: a fresh browser context, with the same guard against console messages, errors and
 * breaches of the content security policy as a shopper's.
 */

import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { browser } from './browser.mjs';
import { LOCALES, texts } from './texts.mjs';

/** @typedef {import('./texts.mjs').Lang} Lang */

/**
 * @typedef {object} House
 * @property {string} url without a slash at the end
 * @property {(email: string, role?: string) => string | Promise<string>} invite the address of an invitation
 * @property {(key: string) => string | Promise<string>} code the one-time code for a key, each step's once
 */

/**
 * @typedef {object} Operator
 * @property {import('playwright-core').Page} page
 * @property {import('playwright-core').BrowserContext} context
 * @property {Lang} lang
 * @property {(english: string, params?: Record<string, string>) => string} t
 * @property {(path: string) => Promise<void>} open opens `/console{path}` and waits for its heading
 * @property {(path: string, args: object) => Promise<any>} call a call in this session; rejects on a refusal
 * @property {(target: import('playwright-core').Locator) => Promise<void>} tabTo moves focus by Tab alone
 */

export const PASSWORD = 'three quiet rivers';

/**
 * @param {House} house
 * @param {{ lang?: Lang, width?: number, height?: number }} options
 * @param {(operator: Operator) => Promise<void>} run
 */
export async function withOperator(house, { lang = 'en', width = 1440, height = width < 600 ? 812 : 900 }, run) {
  const engine = await browser();
  const isPhone = width < 600;
  const context = await engine.newContext({
    baseURL: house.url,
    locale: LOCALES[lang],
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    viewport: { width, height },
    ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`answer ${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  try {
    await run({
      page,
      context,
      lang,
      t: texts(lang, 'console/'),
      async open(path) {
        await page.goto(`/console${path}`);
        await page.locator('h1').waitFor();
      },
      async call(path, args) {
        const answer = await context.request.post(`/console_api/${path}`, {
          data: args,
          headers: { Origin: house.url, 'Sec-Fetch-Site': 'same-origin' },
        });
        const { code, message, data } = await answer.json();
        if (code !== '1') throw new Error(`${path}: ${message}`);
        return data;
      },
      async tabTo(target) {
        await target.waitFor();
        for (let presses = 0; presses < 80; presses += 1) {
          if (await target.evaluate((element) => element === document.activeElement)) return;
          await page.keyboard.press('Tab');
        }
        throw new Error(`Tab does not reach ${target}`);
      },
    });
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } catch (error) {
    const folder = process.env.PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/console-${process.pid}.png` }).catch(() => {});
    throw new Error(
      [error instanceof Error ? error.message : String(error), ...faults, `at ${page.url()}`].join('\n'),
      {
        cause: error,
      },
    );
  } finally {
    await context.close();
  }
}

/** Registers a person by the calls, in the operator's session. @param {House} house @param {Operator} operator @param {string} name */
export async function register(house, { call, lang }, name, role = 'owner') {
  const email = `${crypto.randomUUID().slice(0, 8)}@valmere.example`;
  const secret = new URL(await house.invite(email, role)).hash.split('/').at(-1);
  const { totp } = await call('staff/invitation', { secret });
  const code = await house.code(totp.secret);
  await call('staff/register', { secret, name, lang, password: PASSWORD, code });
  return { email, key: totp.secret };
}

const STEP = 30_000;

/** The code of RFC 6238 for a key in Base32. @param {string} key @param {number} step */
function totp(key, step) {
  const bits = [...key.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytes).update(counter).digest();
  const number = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** @type {Map<string, number>} */
const used = new Map();

/** A code that has not been used: a server counts each step once. @param {string} key */
export async function freshCode(key) {
  let step = Math.floor(Date.now() / STEP);
  while (step <= (used.get(key) ?? 0)) {
    await pause(500);
    step = Math.floor(Date.now() / STEP);
  }
  used.set(key, step);
  return totp(key, step);
}
