/**
 * Returns: announced on the order's page with a reason for each line, counted with a piece missing, inspected with a deduction, refunded, by
 * keyboard; what came unasked; one that is called off; a withdrawal beside its message; the list with its search and views; axe in each state,
 * in languages and widths. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

const KINDS = /** @type {const} */ ([
  ['en', 1280],
  ['de', 375],
  ['de', 1280],
  ['zh', 375],
  ['zh', 1280],
  ['fr', 768],
  ['es', 768],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`goods come back step by step, in ${lang} at ${width} px`, () =>
    withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(`Person ${lang} ${width}`, 'owner', lang);
      const looks = async (/** @type {string} */ state) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${state} is ${over} px wider than the window`);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/returns-${state}-${lang}-${width}.png`, fullPage: true });
      };
      const press = (/** @type {string} */ name) =>
        page.locator('form').getByRole('button', { name, exact: true }).press('Enter');
      const waits = () => {
        const name = `Person ${lang} ${width}`;
        return page
          .getByText(t('By {name}. Until then nothing else can be done with this return.', { name }))
          .waitFor();
      };
      /** How many days of its progress the page shows. */
      const progress = (/** @type {number} */ days) =>
        page
          .locator('section[aria-labelledby="return-progress"] dt')
          .nth(days - 1)
          .waitFor({ timeout: 30_000 });
      /** Lets the ten seconds pass, and waits until the page shows the next step. */
      const settled = async (/** @type {number} */ days) => {
        await house.later(1);
        await progress(days);
      };
      const order = await house.order({ first_name: 'Lucía', last_name: 'Peña Ibáñez' }, 'shipped');
      const number = `${order}-R1`;

      // Announced on the order's page.
      await open(`/orders/${order}`);
      await page.getByRole('link', { name: t('New return…') }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t('New return') }).waitFor();
      await page.locator('[id^="opening-line_"]').first().waitFor();
      await press(t('Announce the return'));
      await page.locator('form').getByRole('alert').waitFor();
      await looks('new-refused');
      await page.locator('[id^="opening-line_"]').first().fill('2');
      // Why is asked of what comes back.
      await page.locator('select[id^="opening-reason_"]').first().selectOption('does_not_fit');
      await looks('new');
      await press(t('Announce the return'));
      await page.getByRole('heading', { level: 1, name: number }).waitFor();
      await page.locator('[id^="receive-line_"]').first().waitFor();
      await looks('announced');

      // Counted: more than are out is refused at its field, and undone it is as before.
      const counted = page.locator('[id^="receive-line_"]').first();
      await counted.fill('9');
      await press(t('The goods are here'));
      await page.locator('form').getByRole('alert').waitFor();
      await looks('count-refused');
      await counted.fill('2');
      await press(t('The goods are here'));
      await waits();
      await page.getByRole('button', { name: t('Undo: {number}', { number }) }).click();
      await counted.waitFor();
      // One of two is missing: it stays announced, unless nothing more is coming.
      await counted.fill('1');
      const over = page.locator('#receive-over');
      await over.check();
      await looks('count-over');
      await over.uncheck();
      await looks('count-short');
      await press(t('The goods are here'));
      await waits();
      await looks('on-its-way');
      await settled(2);
      const rest = number.replace('-R1', '-R2');
      await page.getByRole('link', { name: rest, exact: true }).waitFor();

      // Inspected: one piece is fit for sale, and some is deducted.
      await page.locator('[id^="inspect-fit"]').first().waitFor();
      await looks('received');
      await page.locator('[id^="inspect-fit"]').first().fill('1');
      await page.locator('[id^="inspect-deduction"]').first().fill('4.50');
      await press(t('Book the inspection'));
      await page.locator('form').getByRole('alert').waitFor();
      await looks('inspection-refused');
      await page.locator('[id^="inspect-deduction_reason"]').first().fill('Flecken, die nicht herausgehen');
      await press(t('Book the inspection'));
      await waits();
      await settled(3);
      await page.locator('#refund-amount').waitFor();
      await looks('inspected');

      // Refunded, and closed.
      await press(t('Refund'));
      await waits();
      await settled(5);
      await looks('closed');
      const of = await call('return/show', { number });
      assert.equal(of.step, 'closed');
      assert.equal(of.lines[0].fit, 1);
      assert.equal(of.lines[0].deduction, '4.50');
      assert.equal(of.lines[0].reason, 'does_not_fit');
      await page.getByRole('link', { name: rest, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: rest }).waitFor();
      await page.getByRole('link', { name: number, exact: true }).waitFor();
      await looks('rest');
      const left = await call('return/show', { number: rest });
      assert.deepEqual([left.step, left.pieces, left.follows], ['announced', 1, number]);

      // A withdrawal leads to its returns, and they to it; it is dealt with once they are refunded, but for the answer.
      const withdrawn = await house.order({ first_name: 'Mathilde', last_name: 'Lefèvre' }, 'shipped');
      const { email } = await call('order/show', { number: withdrawn });
      const said = await fetch(`${house.url}/hah_api/order/withdraw`, {
        method: 'POST',
        headers: { Services: SERVICES, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          order_number: withdrawn,
          name: 'Mathilde Lefèvre',
          email,
          items: [],
          message: 'Puis-je garder le sac ?',
          confirm: true,
        }),
      });
      const receipt = (await said.json()).data.number;
      await open(`/messages/${receipt}`);
      await page.getByRole('link', { name: `${withdrawn}-R1`, exact: true }).waitFor();
      await looks('withdrawal');
      await house.command('return', 'receive', `${withdrawn}-R1`);
      await house.command('return', 'inspect', `${withdrawn}-R1`);
      await house.command('return', 'refund', `${withdrawn}-R1`);
      await open(`/messages/${receipt}`);
      await page.getByText(t('Waits for an answer')).waitFor();
      await looks('withdrawal-answer');
      await page.getByRole('link', { name: `${withdrawn}-R1`, exact: true }).click();
      await page.getByRole('link', { name: receipt, exact: true }).click();
      await page.waitForURL(`**/messages/${receipt}`);

      // One that is refunded on proof of sending and never comes.
      const lost = await house.order({ first_name: 'Aino', last_name: 'Virtanen' }, 'shipped');
      const { email: address } = await call('order/show', { number: lost });
      await fetch(`${house.url}/hah_api/order/withdraw`, {
        method: 'POST',
        headers: { Services: SERVICES, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          order_number: lost,
          name: 'Aino',
          email: address,
          items: [],
          message: '',
          confirm: true,
        }),
      });
      await house.command('return', 'sent', `${lost}-R1`);
      await house.command('return', 'refund', `${lost}-R1`);
      await open(`/orders/returns/${lost}-R1`);
      await page.getByRole('button', { name: t('The goods never came…') }).press('Enter');
      const sure = page.getByRole('alertdialog', {
        name: t('Close {number} without its goods?', { number: `${lost}-R1` }),
      });
      await sure.waitFor();
      await looks('never-came-question');
      await sure.getByRole('button', { name: t('Yes, they never came') }).press('Enter');
      await page
        .getByText(
          t('Their money has gone back. Should they come after all, count them here: nothing is refunded again.'),
        )
        .waitFor();
      await looks('never-came');
      await open('/orders/returns?overdue=1');
      await page.getByText(t('No return matches')).waitFor();

      // What came without a word, and one that does not come.
      const other = await house.order({ first_name: 'Élodie', last_name: 'Carpentier' }, 'shipped');
      await call('return/announce', {
        order_number: other,
        origin: 'mail',
        lines: [{ position: 0, qty: 1 }],
        note: '',
      });
      await open(`/orders/returns/${other}-R1`);
      await page.getByRole('button', { name: t('Call off…') }).click();
      const question = page.getByRole('alertdialog', { name: t('Call off {number}?', { number: `${other}-R1` }) });
      await question.waitFor();
      await looks('call-off');
      await question.getByRole('button', { name: t('Yes, it does not come') }).click();
      await progress(2);
      await open(`/orders/returns/new?order=${other}`);
      await page.getByRole('button', { name: t('The goods are here already') }).click();
      await page.locator('[id^="opening-line_"]').first().fill('1');
      await looks('arrived');
      await press(t('The goods are here'));
      await page.getByRole('heading', { level: 1, name: other }).waitFor();
      await house.later(1);
      await page.getByRole('link', { name: `${other}-R2` }).waitFor({ timeout: 30_000 });
      await looks('order');

      // The list: by step, by name, and by its keys.
      await open('/orders/returns');
      await page.getByRole('link', { name: number, exact: true }).waitFor();
      await looks('list');
      await page
        .getByRole('group', { name: t('Filters') })
        .getByRole('button')
        .nth(1)
        .click();
      await page.waitForURL('**/orders/returns?step=received');
      await page.getByRole('link', { name: `${other}-R2`, exact: true }).waitFor();
      await page.getByRole('link', { name: number, exact: true }).waitFor({ state: 'detached' });
      // Kept as a view of one's own.
      await page.getByRole('button', { name: t('Save the view') }).click();
      await page.getByRole('menuitem', { name: t('Save as a new view…') }).click();
      const name = `Heute ${lang} ${width}`;
      await page.locator('#view-name').fill(name);
      await page.keyboard.press('Enter');
      await page
        .getByRole('navigation', { name: t('Views') })
        .getByRole('link', { name })
        .waitFor();
      await looks('list-view');
      await page.locator('body').press('j');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/orders/returns/*-R*');
      await open('/orders/returns?q=nobody');
      await page.getByText(t('No return matches')).waitFor();
      await looks('none');
      await open(`/orders/returns?q=${number}`);
      await page.getByRole('link', { name: number, exact: true }).waitFor();
      // What is owed on proof of sending is where Today leads.
      const proved = await house.order({ first_name: 'Jo', last_name: 'Li' }, 'shipped');
      await call('return/announce', {
        order_number: proved,
        origin: 'mail',
        lines: [{ position: 0, qty: 1 }],
        note: '',
      });
      await house.command('return', 'receive', `${proved}-R1`);
      await house.command('return', 'inspect', `${proved}-R1`);
      await open('/today');
      await page.getByRole('heading', { name: t('Returns to inspect') }).waitFor();
      await looks('today');
      await page.locator('a[href$="/orders/returns?owed=1&sort=oldest"]').first().click();
      await page.waitForURL('**/orders/returns?owed=1&sort=oldest');
      await page.getByRole('link', { name: `${proved}-R1`, exact: true }).waitFor();
      await page.getByRole('link', { name: number, exact: true }).waitFor({ state: 'detached' });
      await looks('owed');
    }));
}
