/**
 * Accessibility rules K7 and K10 to K17 (experience.md §2), as far as they can be automated. K1 to K9 are in
 * `keyboard.test.mjs`, reflow and larger text in `layout.test.mjs`, the expiring code in `payment.test.mjs`.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { ADDRESSES } from './support/calls.mjs';
import { hasFocus, tab, tabTo } from './support/inputModes.mjs';
import { fillCart, openDialog, PRODUCTS, SIMPLE, screen } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { ORDER_BUTTON } from './support/texts.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });
/** Without captcha, for accounts. */
const quick = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

test('K7: shipping and payment methods are labelled radio groups', () =>
  withVisitor(shop, { lang: 'de' }, async (visitor) => {
    const { page, visit } = visitor;
    await fillCart(visitor);
    await visit('/checkout');
    const groups = page.locator('main fieldset').filter({ has: page.locator('input[type="radio"]') });
    assert.ok((await groups.count()) >= 2, 'carriers and ways to pay');
    for (const group of await groups.all()) {
      assert.match((await group.locator('legend').innerText()).trim(), /\p{L}{3}/u);
      const radios = group.getByRole('radio');
      for (const radio of await radios.all()) {
        const name = await radio.evaluate(
          (one) => /** @type {HTMLInputElement} */ (one).labels?.[0]?.textContent?.trim() ?? '',
        );
        assert.match(name, /\p{L}{2}/u, 'a name in words');
      }
      if ((await radios.count()) < 2) continue;
      await tabTo(
        page,
        (await group.locator('input:checked').count()) > 0 ? group.locator('input:checked') : radios.first(),
      );
      await page.keyboard.press('ArrowDown');
      const checked = group.locator('input:checked');
      await until('another is chosen', async () => (await checked.count()) === 1 && (await hasFocus(checked)));
      const first = await checked.inputValue();
      await page.keyboard.press('ArrowDown');
      await until('the next is chosen', async () => (await checked.inputValue()) !== first);
      assert.ok(await hasFocus(checked), 'focus goes with the choice');
    }
  }));

test('K11: controls stay visible in forced colours', async (suite) => {
  for (const name of ['home', 'category', 'product configurable', 'cart', 'checkout', 'help, accessibility']) {
    await suite.test(name, () =>
      withVisitor(shop, { lang: 'fr', own: true }, async (visitor) => {
        const { page } = visitor;
        await page.emulateMedia({ forcedColors: 'active' });
        await screen(name).open(visitor);
        await animationsFinished(page);
        const lost = await page.evaluate(() => {
          /** @param {Element} one */
          const isShown = (one) =>
            one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            one.getBoundingClientRect().width > 2;
          const faults = [];
          for (const one of document.querySelectorAll(
            'main button, main input, main select, main textarea, header button',
          )) {
            if (!isShown(one) || one.closest('[class*="visually-hidden"], [inert]')) continue;
            const style = getComputedStyle(one);
            // A visible control has text, an icon in `currentColor`, or a border.
            const hasWords =
              (one.textContent ?? '').trim() !== '' ||
              (one instanceof HTMLInputElement && one.value !== '') ||
              one.querySelector('svg, img') !== null;
            const hasEdge = Number.parseFloat(style.borderBottomWidth) > 0 && style.borderBottomStyle !== 'none';
            const isNative = one.matches('input[type="radio"], input[type="checkbox"]');
            if (!hasWords && !hasEdge && !isNative)
              faults.push(`neither words nor an edge: ${one.outerHTML.slice(0, 120)}`);
          }
          // Swatches opt out of forced colours: they show a colour, and have a name in words.
          for (const one of document.querySelectorAll(
            'main [style*="background"], main [class*="swatch" i] [class*="dot" i]',
          )) {
            if (isShown(one) && getComputedStyle(one).forcedColorAdjust !== 'none')
              faults.push(`a colour is lost: ${one.outerHTML.slice(0, 120)}`);
          }
          // The current thumbnail is marked.
          const edge = (/** @type {Element} */ one) => getComputedStyle(one).borderBottomColor;
          for (const one of document.querySelectorAll('main li > button[aria-current]')) {
            const others = [...(one.closest('ul')?.querySelectorAll('button:not([aria-current])') ?? [])];
            if (others.some((other) => edge(other) === edge(one)))
              faults.push(`not told apart: ${one.outerHTML.slice(0, 120)}`);
          }
          return faults;
        });
        assert.deepEqual(lost, []);
        // Outlines are kept in forced colours.
        await page.keyboard.press('Tab');
        const ring = await page.evaluate(
          () => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle,
        );
        assert.notEqual(ring, 'none');
      }),
    );
  }
});

test('K12: toasts pause on hover, and errors are also shown in place', () =>
  withVisitor(shop, { lang: 'en', own: true }, async (visitor) => {
    const { page, visit, t } = visitor;
    await fillCart(visitor);
    await visit('/cart');
    await page.clock.install();
    const rows = page.locator('main input[inputmode="numeric"]');
    const before = await rows.count();
    await page
      .locator('main li')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    const toast = page.locator('[role="status"] > [popover] > div');
    await toast.waitFor();
    const dismiss = toast.getByRole('button', { name: t('Dismiss'), exact: true });
    await dismiss.hover();
    await page.clock.runFor(60_000);
    assert.ok(await toast.isVisible(), 'it waits under the pointer');
    // The pointer leaves, focus stays.
    await dismiss.focus();
    await page.mouse.move(1, 1);
    await page.clock.runFor(60_000);
    assert.ok(await toast.isVisible(), 'it waits while it has the focus');
    await page.keyboard.press('Enter');
    await toast.waitFor({ state: 'detached' });
    // Undo outlasts the toast, in the place of the row.
    await page
      .locator('main li')
      .getByRole('button', { name: t('Undo'), exact: true })
      .click();
    await until('what was removed is back', async () => (await rows.count()) === before);

    // The refusal is shown in place as well as in the toast.
    await visit(PRODUCTS.simple);
    const quantity = page.locator('main input[inputmode="numeric"]').first();
    await quantity.fill('0');
    await page.keyboard.press('Enter');
    const inline = page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: t('cart.qty_below_one') });
    await inline.waitFor();
    await page.clock.runFor(60_000);
    assert.ok(await inline.isVisible());
  }));

test('a product speaks of price, stock and delivery only after something was chosen', () =>
  withVisitor(shop, { lang: 'en' }, async ({ page, visit }) => {
    const answered = page.waitForResponse(/catalog\/availability/);
    await visit(PRODUCTS.configurable);
    await answered;
    const regions = page.locator('main [aria-live]:not(.visually-hidden)');
    const become = (/** @type {'off' | 'polite'} */ state) =>
      until(`three regions that are ${state}`, async () => {
        const states = await regions.evaluateAll((all) => all.map((one) => one.getAttribute('aria-live')));
        return states.length === 3 && states.every((one) => one === state);
      });
    // The answer arrived before it is drawn.
    await become('off');
    await page.locator('main label:has([name^="options."]:not(:checked))').first().click();
    await become('polite');
  }));

test('the notification is centred at the foot of the window', async (suite) => {
  for (const width of [375, 1280]) {
    await suite.test(`${width} px`, () =>
      withVisitor(shop, { lang: 'en', width, own: true }, async ({ page, visit }) => {
        await page.clock.install();
        await visit('/logout');
        const toast = page.locator('[role="status"] > [popover] > div');
        await toast.waitFor();
        const box = await toast.boundingBox();
        assert.ok(box);
        const height = await page.evaluate(() => window.innerHeight);
        const below = height - box.y - box.height;
        assert.ok(below >= 8 && below <= 48, `${below} px below it`);
        assert.ok(Math.abs(box.x + box.width / 2 - width / 2) <= 10, `${box.x} and ${box.width} px`);
      }),
    );
  }
});

test('K13: passwords can be pasted and autofilled, and the captcha needs no interaction', () =>
  withVisitor(shop, { lang: 'es', own: true }, async (visitor) => {
    const { page, visit, context } = visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
    await visit('/login');
    assert.equal(await page.locator('#email').getAttribute('autocomplete'), 'username');
    const password = page.locator('#password');
    assert.equal(await password.getAttribute('autocomplete'), 'current-password');
    await page.evaluate(() => navigator.clipboard.writeText('from a manager 1'));
    await password.focus();
    await page.keyboard.press('Control+V');
    assert.equal(await password.inputValue(), 'from a manager 1');

    await visit('/register');
    for (const id of ['password', 'password_confirmation']) {
      assert.equal(await page.locator(`#${id}`).getAttribute('autocomplete'), 'new-password');
    }
    await page.locator('#first_name').focus();
    const captcha = page.locator('#captcha');
    await captcha.locator('[data-phase="done"]').waitFor();
    // The proof of work needs no interaction.
    assert.equal(await captcha.locator('img, audio, canvas, input:not([type="hidden"]), iframe').count(), 0);
  }));

test('K14: an order asks for nothing twice', async (suite) => {
  await suite.test('a guest', () =>
    withVisitor(shop, { lang: 'en' }, async (visitor) => {
      const { page, visit } = visitor;
      await fillCart(visitor);
      await visit('/checkout');
      const asked = await page
        .locator('main input:not([type="radio"]):not([type="checkbox"]), main select')
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => (one.getAttribute('autocomplete') ?? '').replace(/^(shipping|billing) /, '')),
        );
      const named = asked.filter((token) => token && token !== 'off');
      assert.deepEqual(named, [...new Set(named)], 'each detail once: the bill goes where the goods go');
      assert.ok(named.includes('email') && named.length <= 9, named.join(' '));
    }),
  );
  await suite.test('a customer', () =>
    withVisitor(quick, { lang: 'en' }, async (visitor) => {
      const { page, visit, calls } = visitor;
      await calls.call('customer/create', {
        email: `twice-${process.pid}@example.com`,
        password: 'lac-et-montagne',
        password_confirmation: 'lac-et-montagne',
        first_name: 'Harriet',
        last_name: 'Ashdown',
        terms: true,
      });
      await calls.call('address/create', {
        ...ADDRESSES.en,
        region: '',
        default_shipping: true,
        default_billing: true,
      });
      await calls.add(SIMPLE);
      await visit('/checkout');
      await page.locator('input[name="shipping_choice"]').first().waitFor();
      const typed = page.locator('main input[autocomplete^="shipping"], main input[autocomplete^="billing"]');
      for (const field of await typed.all()) {
        assert.ok(!(await field.isVisible()) || (await field.inputValue()) !== '', 'what is known is filled in');
      }
    }),
  );
});

test('K15: help is in the same order on every page', async (suite) => {
  for (const lang of LANGS) {
    await suite.test(lang, () =>
      withVisitor(shop, { lang }, async (visitor) => {
        const { page, visit, expected } = visitor;
        expected.push(/no-such-page$/);
        await visit('');
        /** @param {string} path its document as the server sends it */
        const helpOf = (path) =>
          page.evaluate(async (address) => {
            const html = await (await fetch(address)).text();
            const served = new DOMParser().parseFromString(html, 'text/html');
            return [...served.querySelectorAll('footer :is(nav, section[aria-labelledby="footer-contact"]) a')]
              .map((link) => link.getAttribute('href') ?? '')
              .filter((href) => /\/help\/|\/withdraw$|\/contact-us$|^tel:|^mailto:/.test(href));
          }, `/${lang}${path}`);
        const first = await helpOf('');
        assert.ok(first.length >= 11, first.join(' '));
        for (const path of [
          '/c/bedding',
          PRODUCTS.simple,
          '/search?q=lac',
          '/cart',
          '/help/returns',
          '/login',
          '/register',
          '/contact-us',
          '/no-such-page',
        ]) {
          assert.deepEqual(await helpOf(path), first, path);
        }
        // The checkout has fewer links, in the same order.
        await fillCart(visitor);
        const short = await helpOf('/checkout');
        assert.deepEqual(
          short,
          first.filter((href) => short.includes(href)),
        );
        assert.ok(short.some((href) => href.endsWith('/contact-us')));
      }),
    );
  }
});

test('K17: informative images have alternatives, and errors name their field', async (suite) => {
  for (const [at, name] of [
    'home',
    'category',
    'product configurable',
    'product with hazard block',
    'cart',
  ].entries()) {
    const lang = LANGS[at % LANGS.length];
    await suite.test(`${name}, ${lang}: alternatives`, () =>
      withVisitor(shop, { lang }, async (visitor) => {
        await screen(name).open(visitor);
        const faults = await visitor.page.evaluate(() => {
          const seen = new Map();
          const found = [];
          for (const image of document.querySelectorAll('main img')) {
            const alt = image.getAttribute('alt');
            if (alt === null) found.push(`no alternative: ${image.outerHTML.slice(0, 100)}`);
            else if (/\.(?:webp|avif|jpe?g|png|svg)|^\s+$|_|^image|^photo/i.test(alt))
              found.push(`a file's name: ${alt}`);
            else if (alt && alt.length > 160) found.push(`too long to listen to: ${alt}`);
            // A link that contains only an image takes its name from it.
            const link = image.closest('a');
            if (
              link &&
              !link.textContent?.trim() &&
              !alt &&
              link.getAttribute('aria-hidden') !== 'true' &&
              !link.getAttribute('aria-label')
            ) {
              found.push(`a link without a name: ${link.outerHTML.slice(0, 100)}`);
            }
            if (alt) seen.set(alt, (seen.get(alt) ?? 0) + 1);
          }
          return found;
        });
        assert.deepEqual(faults, []);
      }),
    );
  }
  await suite.test('errors', () =>
    withVisitor(shop, { lang: 'fr', width: 375 }, async (visitor) => {
      await screen('checkout with errors').open(visitor);
      const faults = await visitor.page.evaluate(() => {
        const found = [];
        const summary = document.querySelector('[role="alert"][tabindex="-1"]');
        for (const link of summary?.querySelectorAll('a') ?? []) {
          const field = document.getElementById((link.getAttribute('href') ?? '').slice(1));
          if (!field) found.push(`leads nowhere: ${link.textContent}`);
          const told = (
            field?.getAttribute('aria-describedby') ??
            field?.closest('fieldset')?.getAttribute('aria-describedby') ??
            ''
          )
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent?.trim() ?? '');
          if (field && !told.some((text) => text.includes(link.textContent?.trim() ?? '-')))
            found.push(`says otherwise at the field: ${link.textContent}`);
        }
        return found;
      });
      assert.deepEqual(faults, []);
    }),
  );
});

test('K3: dialogs, bars and the cookie banner do not cover the focused element', () =>
  withVisitor(shop, { lang: 'de', width: 375, consent: null }, async ({ page, visit }) => {
    await visit('/login');
    await page.locator('#cookies').waitFor();
    // `tabTo` fails on a covered stop.
    await tabTo(page, page.locator('#cookies button').first());
    await tabTo(page, page.locator('#password'));
    await tabTo(page, page.locator('footer').getByRole('link').last());
  }));

/**
 * Asserts that the start of the error summary is visible: below the header, above the cookie banner.
 * @param {import('playwright-core').Page} page
 */
async function assertSummaryVisible(page) {
  const summary = page.locator('[role="alert"][tabindex="-1"]');
  await until('the summary of errors has focus', () => hasFocus(summary));
  const hidden = await summary.evaluate((element) => {
    const parts = [...element.querySelectorAll('h2, li:first-child a')];
    return parts.filter((part) => {
      const { left, top, bottom } = part.getBoundingClientRect();
      return [top + 2, bottom - 2].some((y) => !part.contains(document.elementFromPoint(left + 2, y)));
    }).length;
  });
  assert.equal(hidden, 0, `${page.url()}: the summary begins beneath something, or out of view`);
}

for (const lang of /** @type {const} */ (['de', 'zh'])) {
  test(`K3: on a small phone the cookie banner covers no focus at checkout, ${lang}`, () =>
    withVisitor(shop, { lang, width: 375, height: 667, consent: null }, async (visitor) => {
      const { page, visit } = visitor;
      await fillCart(visitor);
      await visit('/checkout');
      await page.locator('#cookies').waitFor();
      const order = page.getByRole('button', { name: ORDER_BUTTON[lang], exact: true });
      // `tabTo` and `tab` fail on a covered stop.
      await tabTo(page, order);
      await page.keyboard.press('Enter');
      await assertSummaryVisible(page);
      const links = page.locator('[role="alert"][tabindex="-1"] a');
      for (let at = await links.count(); at > 0; at -= 1) await tab(page);
      assert.ok(await hasFocus(links.last()), 'Tab leads through the summary');
      await page.keyboard.press('Enter');
      await until('the field has focus', () => hasFocus(page.locator('#terms')));
      await tab(page);
      await tab(page, 'Shift+Tab');
      await tabTo(page, order);
      await tabTo(page, page.locator('footer').getByRole('link').last());
    }));
}

test('K3: on a small phone the cookie banner does not cover the error summary', () =>
  withVisitor(shop, { lang: 'de', width: 375, height: 667, consent: null }, async ({ page, visit }) => {
    for (const path of ['/register', '/contact-us', '/withdraw', '/login']) {
      await visit(path);
      await page.locator('#cookies').waitFor();
      await page.locator('main form button[type="submit"]').last().focus();
      await page.keyboard.press('Enter');
      await assertSummaryVisible(page);
    }
  }));

test('K10: larger text fits open dialogs', () =>
  withVisitor(shop, { lang: 'de', own: true }, async (visitor) => {
    const { page, context, visit, t } = visitor;
    await visit('/c/bedding');
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await openDialog(visitor, page.locator('main').getByRole('button', { name: t('Filter'), exact: true }));
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    const dialog = page.locator('dialog[open]');
    const wide = await dialog.evaluate((one) => one.scrollWidth - one.clientWidth);
    assert.ok(wide <= 1, `the dialog scrolls sideways by ${wide}`);
  }));
