/** Legal requirements that need a browser (experience.md §3): placement and equal presentation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { fillCart } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { ORDER_BUTTON } from './support/texts.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });

test('what is ordered and what it costs stand directly before the button', async (suite) => {
  for (const [at, lang] of LANGS.entries()) {
    const width = [1280, 375][at % 2];
    await suite.test(`${lang}, ${width} px`, () =>
      withVisitor(shop, { lang, width }, async (visitor) => {
        const { page, visit, calls } = visitor;
        await fillCart(visitor);
        await visit('/checkout');
        const button = page.locator('main').getByRole('button', { name: ORDER_BUTTON[lang], exact: true });
        await button.scrollIntoViewIfNeeded();
        const { totals, items } = await calls.call('checkout/index', {});
        const section = page.locator('section[aria-labelledby="checkout-review"]');
        const digits = (/** @type {string} */ text) => text.replace(/\D/g, '');
        await until('the total is in the last section', async () =>
          digits(await section.innerText()).includes(digits(totals.total)),
        );
        const said = await section.innerText();
        for (const { name } of items) assert.ok(said.includes(name), name);
        // The button contains only its label, with nothing between it and the total.
        assert.equal((await button.innerText()).trim(), ORDER_BUTTON[lang]);
        const between = await button.evaluate((one) => {
          const total = [...document.querySelectorAll('section[aria-labelledby="checkout-review"] *')]
            .filter((node) => node.children.length === 0 && /\d/.test(node.textContent ?? ''))
            .at(-1);
          const buttons = [...document.querySelectorAll('main button, main a')];
          return buttons
            .filter(
              (other) =>
                other !== one &&
                total &&
                total.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING &&
                other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
            )
            .map((other) => other.textContent);
        });
        assert.deepEqual(between, []);
      }),
    );
  }
});

test('the bag says where it goes and how it is paid, before the checkout', async (suite) => {
  for (const [at, lang] of LANGS.entries()) {
    const width = [375, 1280][at % 2];
    await suite.test(`${lang}, ${width} px`, () =>
      withVisitor(shop, { lang, width }, async (visitor) => {
        const { page, visit, calls, t } = visitor;
        await fillCart(visitor);
        await calls.add('MAT-RIVE-160');
        await visit('/cart');
        const terms = page.locator('#cart-terms');
        const { payment_methods } = await calls.call('checkout/index', {});
        for (const { name } of payment_methods) await terms.getByText(name).waitFor();
        // The mattress ships to fewer countries.
        const limit = terms.locator('li').filter({ hasText: /./ });
        await limit.first().waitFor();
        const isBefore = await terms.evaluate((list) => {
          const links = [...document.querySelectorAll('main aside a, main aside button')];
          const order = links.find((link) => /\/checkout$/.test(link.getAttribute('href') ?? ''));
          return Boolean(order && list.compareDocumentPosition(order) & Node.DOCUMENT_POSITION_FOLLOWING);
        });
        assert.ok(isBefore, t('Checkout'));
      }),
    );
  }
});

test('refusing cookies looks as accepting them', async (suite) => {
  for (const [at, lang] of LANGS.entries()) {
    const width = [1280, 375][at % 2];
    await suite.test(`${lang}, ${width} px`, () =>
      withVisitor(shop, { lang, width, consent: null }, async ({ page, visit, t, context }) => {
        await visit('');
        const answer = (/** @type {string} */ name) =>
          page.locator('#cookies').getByRole('button', { name: t(name), exact: true });
        const looks = await Promise.all(
          ['Accept all', 'Reject all'].map((name) =>
            answer(name).evaluate((button) => {
              const { width: wide, height, top, bottom } = button.getBoundingClientRect();
              const { fontSize, fontFamily, fontWeight, color, backgroundColor, borderColor, opacity } =
                getComputedStyle(button);
              const isInView = top >= 0 && bottom <= window.innerHeight;
              return {
                size: [Math.round(wide), Math.round(height)],
                fontSize,
                fontFamily,
                fontWeight,
                color,
                backgroundColor,
                borderColor,
                opacity,
                isInView,
              };
            }),
          ),
        );
        assert.deepEqual(looks[1], looks[0]);
        assert.ok(looks[0]?.isInView);
        // Before the decision only essential data is stored.
        const kept = (await context.cookies()).map(({ name }) => name);
        const essential = ['PHPSESSID', 'SID', 'rwflag', 'lang', 'currency', 'isLogin'];
        assert.deepEqual(
          kept.filter((name) => !essential.includes(name)),
          [],
        );
      }),
    );
  }
});
