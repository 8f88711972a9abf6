/**
 * A person of the house in the console: a fresh browser context, with the same guard against console messages, errors and
 * breaches of the content security policy as a shopper's.
 */

import { browser } from './browser.mjs';
import { acceptInvitation, device } from './passkeys.mjs';
import { LOCALES, texts } from './texts.mjs';
import { TIMEOUT } from './until.mjs';

/** @typedef {import('./texts.mjs').Lang} Lang */
/** @typedef {import('./house.mjs').House} House */

/**
 * @typedef {object} Operator
 * @property {import('playwright-core').Page} page
 * @property {import('playwright-core').BrowserContext} context
 * @property {Lang} lang
 * @property {(english: string, params?: Record<string, string>) => string} t
 * @property {(path: string) => Promise<void>} open opens `/console{path}` and waits for its heading
 * @property {(name: string, role?: string, lang?: string) => Promise<void>} join invites a person, who comes in with a new passkey of this
 *   browser's own device
 * @property {(path: string, args: object) => Promise<any>} call a call in this session; rejects on a refusal
 * @property {(target: import('playwright-core').Locator) => Promise<void>} tabTo moves focus by Tab alone
 */

/**
 * @param {House} house
 * @param {{ lang?: Lang, width?: number, height?: number, expects?: RegExp }} options `expects`: faults that belong to the test
 * @param {(operator: Operator) => Promise<void>} run
 */
export async function withOperator(
  house,
  { lang = 'en', width = 1440, height = width < 600 ? 812 : 900, expects },
  run,
) {
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
  context.setDefaultTimeout(TIMEOUT);
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
  /** The device in the person's hand. @type {ReturnType<typeof device> | undefined} */
  let held;
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
      async join(name, role = 'owner', lang = 'en') {
        const invitation = await house.invite(`${crypto.randomUUID().slice(0, 8)}@valmere.example`, role);
        const secret = new URL(invitation).hash.split('/').at(-1) ?? '';
        held ??= device({ context, page });
        await held;
        // Any small page of the console's origin will do.
        await page.goto('/healthz');
        await page.evaluate(acceptInvitation, { secret, name, lang });
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
    const unexpected = faults.filter((fault) => !expects?.test(fault));
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
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
