/**
 * The audit as a file, and what happened to customers' accounts: filtered, in pages; axe in each state. SHOTS=<folder> saves
 * pictures.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** Somebody tries to sign in to the shop. */
async function guess() {
  const answer = await fetch(`${house.url}/hah_api/customer/login`, {
    method: 'POST',
    headers: { Services: SERVICES, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'guess' }),
  });
  assert.equal((await answer.json()).code, '0');
}

for (const [lang, width] of /** @type {const} */ ([
  ['en', 1440],
  ['de', 375],
])) {
  test(`the audit leaves as a file, and events of accounts are listed by kind, in ${lang} at ${width} px`, async () => {
    await guess();
    await withOperator(house, { lang, width }, async ({ page, t, open, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const axe = async (/** @type {string} */ state) => {
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(excess <= 0, `${state}: ${excess} px too wide`);
        // The list is as wide as the filters above it.
        const free = await page.evaluate(() => {
          const right = (/** @type {string} */ of) => document.querySelector(of)?.getBoundingClientRect().right;
          return (right('main search') ?? 0) - (right('main table') ?? right('main search') ?? 0);
        });
        assert.ok(free <= 1, `${state}: ${free} px of the page are left beside the list`);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/audit-${state}-${lang}.png`, fullPage: true });
      };
      await open('/audit?noun=invitation');
      await page.locator('main [data-row]').first().waitFor();
      await axe('entries');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('Export as CSV') }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^audit-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      const cell = lang === 'de' ? ';' : ',';
      assert.ok(lines[0]?.endsWith(['before', 'after', 'network'].join(cell)), lines[0]);
      assert.ok(
        lines.length > 1 && lines.slice(1).every((line) => line.includes(`${cell}invitation${cell}`)),
        lines[1],
      );

      await page.getByRole('link', { name: t('Customers’ accounts') }).click();
      await page.getByRole('heading', { level: 1, name: t('Security events') }).waitFor();
      const row = page.locator('main tbody tr', { hasText: t('Sign-in with a wrong password') });
      await row.first().waitFor();
      await axe('events');
      await page.locator('#security-event').selectOption('password_changed');
      await page.getByText(t('No event matches these filters')).waitFor();
      assert.equal(new URL(page.url()).search, '?event=password_changed');
      await axe('no-events');
      await page
        .getByRole('button', { name: t('Clear filters') })
        .first()
        .click();
      await row.first().waitFor();
    });
  });
}
