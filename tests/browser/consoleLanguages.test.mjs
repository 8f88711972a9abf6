/**
 * Languages and store views: switched off and on in the running shop with what follows said before, moved, refused at their field; two people at
 * once; what is pinned; axe in each state, in five languages. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { browser, closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

// As the rows say: nothing is pinned.
const house = await openHouse({ SHOP__LANGUAGES: '[]' });
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

const NAMES = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español', zh: '简体中文' };

const KINDS = /** @type {const} */ ([
  ['en', 1280],
  ['de', 375],
  ['fr', 1280],
  ['es', 768],
  ['zh', 375],
]);

/** Where a shopper without cookies comes to. */
async function arrived(/** @type {string} */ path) {
  const answer = await fetch(`${house.url}${path}`, { headers: { Accept: 'text/html' } });
  return new URL(answer.url).pathname;
}

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`a language goes and comes back in the running shop, in ${lang} at ${width} px`, async () => {
    await house.command('view', 'order', 'en', 'fr', 'de', 'es', 'zh');
    if (lang === 'zh') await house.command('view', 'set', 'zh', '--offered', 'yes');
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const axe = async (/** @type {string} */ state) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/languages-${state}-${lang}.png`, fullPage: true });
      };
      const other = lang === 'es' ? 'fr' : 'es';
      const name = NAMES[other];
      // The history below names languages, too.
      const list = page.getByRole('table').first();
      const row = list.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      const form = page.getByRole('dialog', { name, exact: true });
      const plan = page.getByRole('dialog', { name: t('What is going to change') });
      const save = (/** @type {import('playwright-core').Locator} */ within) =>
        within.getByRole('button', { name: t('Save'), exact: true });
      const change = () =>
        row
          .getByRole('button', { name: new RegExp(name) })
          .last()
          .press('Enter');

      await open('/settings/languages');
      await page.locator('[data-row]').first().waitFor();
      await axe('list');

      // The default one cannot be off: said at its field.
      await change();
      await form.getByLabel(t('Offered to shoppers')).selectOption('');
      await form.getByRole('checkbox').check();
      await save(form).press('Enter');
      await form.getByRole('alert').waitFor();
      await form.getByText(t('language.default_stays')).first().waitFor();
      await axe('refused');

      // Off: what follows is said, and nothing is done until it is agreed to.
      await form.getByRole('checkbox').uncheck();
      await save(form).press('Enter');
      await plan.waitFor();
      await axe('leaving');
      await plan.getByRole('button', { name: t('Go on editing') }).press('Enter');
      assert.equal(await arrived(`/${other}/contact-us`), `/${other}/contact-us`);
      await save(form).press('Enter');
      await save(plan).press('Enter');
      await form.waitFor({ state: 'detached' });
      await row.getByText(t('No'), { exact: true }).waitFor();
      await until('it leads elsewhere', async () => (await arrived(`/${other}/contact-us`)) === '/en/contact-us');

      // On again, in another country and currency.
      await change();
      await form.getByLabel(t('Offered to shoppers')).selectOption('yes');
      await form.getByLabel(t('Country')).selectOption('BE');
      await form.getByLabel(t('Currency')).selectOption('CHF');
      await axe('form');
      await save(form).press('Enter');
      await plan.waitFor();
      await axe('coming');
      await save(plan).press('Enter');
      await form.waitFor({ state: 'detached' });
      await row.getByText('CHF').waitFor();
      await until('it is there', async () => (await arrived(`/${other}/contact-us`)) === `/${other}/contact-us`);

      // A place earlier.
      const places = async () =>
        (await call('language/list', {})).languages.terms.map((/** @type {any} */ one) => one.lang);
      const before = (await places()).indexOf(other);
      await row
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .press('Enter');
      await until('it has moved', async () => (await places()).indexOf(other) === before - 1);
      // Who has done it stands below.
      await page
        .getByRole('rowheader', { name: new RegExp(t('Order of the languages')) })
        .first()
        .waitFor();
    });
  });
}

test('what a colleague saves while a dialog is open is not overwritten', async () => {
  await withOperator(house, { lang: 'en', width: 1280 }, async ({ page, t, open, call, join }) => {
    await join('Second Person', 'owner', 'en');
    const dialog = page.getByRole('dialog');
    await open('/settings/languages');
    await page
      .getByRole('button', { name: /: Deutsch$/ })
      .last()
      .click();
    await dialog.getByLabel(t('Country')).selectOption('AT');
    const { languages: seen } = await call('language/list', {});
    const of = (/** @type {any} */ one) => (one.lang === 'de' ? { ...one, country: 'CH' } : one);
    await call('language/save', { seen, languages: { ...seen, terms: seen.terms.map(of) } });
    // The page has heard of it before the form is sent.
    await page.getByText('Switzerland').first().waitFor();
    await dialog.getByRole('button', { name: t('Save'), exact: true }).click();
    await dialog.getByText(t('language.changed_meanwhile')).waitFor();
    const { languages } = await call('language/list', {});
    assert.equal(languages.terms.find((/** @type {any} */ one) => one.lang === 'de').country, 'CH');
  });
});

test('Chinese comes to a shopper who is there, and goes again with the bag staying', async () => {
  const context = await (await browser()).newContext({ baseURL: house.url, locale: 'en-GB' });
  const page = await context.newPage();
  await house.command('view', 'set', 'zh', '--offered', 'yes');
  await until('Chinese', async () => (await arrived('/zh')) === '/zh');
  await page.goto('/zh');
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  await house.command('view', 'set', 'zh', '--offered', 'no');
  await until('no Chinese', async () => (await arrived('/zh')) !== '/zh');
  await page.reload();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en-GB');
  assert.equal(await page.getByRole('link', { name: '简体中文' }).count(), 0);
  await context.close();
});
