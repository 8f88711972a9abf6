/** Order mails in a mail client: nothing overflows on a phone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const WIDTHS = [640, 375, 320];
/** Received and shipped; received, canceled and refunded; received by transfer, changed to cheque, paid; goods added. */
const EACH = 9;
const MINUTE = 60_000;

// Mails to the operator are plain text.
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS), SHOP__MAIL__NOTICES: 'none' });

test('order mails fit a phone in every language', async () => {
  await shop.command('stock', 'set', SIMPLE, '100');
  for (const lang of LANGS) {
    await withVisitor(shop, { lang }, async ({ calls }) => {
      for (const isSent of [true, false]) {
        await calls.add(SIMPLE, 2);
        const { order_number, payment } = await calls.order('card');
        await calls.pay(payment.redirect_url, 'succeed');
        if (isSent) {
          await shop.ship(order_number, 'dhl', '00340434161094027318');
        } else {
          await shop.command('order', 'cancel', order_number, '--reason', 'sold out');
        }
      }
      await calls.add(SIMPLE);
      const { order_number, token } = await calls.order('bank_transfer');
      await calls.call('payment/retry', { token, payment_method: 'cheque' });
      await shop.command('order', 'paid', order_number, '--method', 'cheque');
      await shop.command('order', 'add', order_number, `${SIMPLE}=2`, '--ships-along');
    });
  }
  // Refunds and mails are sent by jobs.
  let now = Date.now();
  const mails = await until(
    'every letter is written',
    async () => {
      now += MINUTE;
      await shop.setClock(new Date(now).toISOString());
      const written = await shop.mails();
      return written.length === LANGS.length * EACH ? written : undefined;
    },
    MINUTE,
  );
  await withVisitor(shop, { own: true, phone: true }, async ({ page }) => {
    for (const html of mails) {
      await page.setContent(html);
      const title = await page.locator('h1').innerText();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        const over = await page.evaluate(() => {
          const edge = document.documentElement.clientWidth;
          const beyond = [...document.querySelectorAll('body *')].filter(
            (one) => one.getBoundingClientRect().right > edge + 1,
          );
          return beyond.map((one) => `${one.tagName} ${one.textContent?.slice(0, 60)}`);
        });
        assert.deepEqual(over, [], `${title}, ${width} px`);
      }
      assert.equal(await page.locator('h1').count(), 1, title);
      assert.equal(await page.locator('a:not([href^="http"]), img, script').count(), 0, title);
    }
  });
});
