/**
 * Colleagues in notes: named by keyboard, read by name, found on Today, gone once it is opened or done; axe in each state, in five
 * languages and four widths.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** @type {[lang: 'en' | 'fr' | 'de' | 'es' | 'zh', width: number, name: string][]} */
const READERS = [
  ['en', 1440, 'Mira Sandoz'],
  ['fr', 1024, 'Élodie Petit'],
  ['de', 768, 'Jörg Weiß'],
  ['es', 375, 'Íñigo Vega'],
  ['zh', 375, '王 芳'],
];

for (const [lang, width, name] of turns(READERS, import.meta.filename)) {
  test(`a colleague is named in a note and finds it on Today, in ${lang} at ${width} px`, async () => {
    const number = await house.order({ first_name: 'Ottilie', last_name: 'Brand' });
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(name, 'owner', lang);
      const looks = async (/** @type {string} */ state) => {
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/mention-${state}-${lang}.png`, fullPage: true });
      };
      const { keyboard } = page;
      await open(`/orders/${number}`);
      const note = page.locator('#note-text');
      await note.waitFor();
      await note.focus();
      // An address is no name.
      await keyboard.type('a@b ');
      const options = page.getByRole('option');
      assert.equal(await options.count(), 0);
      // Without accents and by the family name, too.
      await keyboard.type(`@${name.split(' ').at(-1)?.slice(0, 3) ?? ''}`);
      await options.first().waitFor();
      await looks('list');
      await keyboard.press('Escape');
      await options.first().waitFor({ state: 'detached' });
      await keyboard.press('Backspace');
      await options.first().waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('ArrowUp');
      const chosen = (await page.locator('[role="option"][aria-selected="true"]').textContent()) ?? '';
      assert.equal(await note.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'));
      await keyboard.press('Enter');
      await until('the name is in the text', async () => (await note.inputValue()) === `a@b @${chosen} `);
      await keyboard.type('!');
      // Nothing is kept but the id.
      await page.getByRole('button', { name: t('Add the note') }).click();
      await until('the note is kept', async () => (await call('order/show', { number })).notes.length === 1);
      const order = await call('order/show', { number });
      const written = order.notes.at(-1);
      assert.match(written.text, /^a@b @\{\d+\} !$/);
      assert.equal(written.mentioned[0].name, chosen);
      await looks('order');
      // What names oneself while the page is open is seen once a key shows that somebody is there.
      await keyboard.press('Shift');
      await until('it is seen', async () => (await call('order/show', { number })).mentions.length === 0);

      // Oneself: on Today, until it is done.
      const { people } = await call('order/colleagues', {});
      const { id } = people.find((/** @type {{ name: string }} */ person) => person.name === name);
      await open('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await call('order/note', { number, text: `@{${id}} first` });
      const duty = page.getByRole('region', { name: t('Notes that name you') });
      await duty.getByText(`@${name} first`).waitFor();
      await looks('today');
      await duty.getByRole('button', { name: t('Done: note by {name}', { name }) }).press('Enter');
      await duty.waitFor({ state: 'detached' });
      // Or until its order is opened.
      await call('order/note', { number, text: `@{${id}} second` });
      await duty.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: number, exact: true }).waitFor();
      await until('it is seen', async () => (await call('order/show', { number })).mentions.length === 0);
      const { duties } = await call('duty/list', {});
      assert.ok(!duties.some((/** @type {{ kind: string }} */ one) => one.kind === 'mentions'));
    });
  });
}

test('whoever has left is a former colleague, in notes of customers too', async () => {
  const number = await house.order({ first_name: 'Anna', last_name: 'Guest' });
  await withOperator(house, {}, ({ join }) => join('Livia Amsler'));
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Nora Keller');
    const { people } = await call('customer/colleagues', {});
    const livia = people.find((/** @type {{ name: string }} */ person) => person.name === 'Livia Amsler');
    await call('customer/note', { key: number, text: `@{${livia.id}} knows her` });
    await open(`/customers/${number}`);
    await page.getByText('@Livia Amsler').waitFor();
    const all = (await call('staff/people', {})).people;
    const { version } = all.find((/** @type {any} */ person) => person.id === livia.id);
    await call('staff/disable', { id: livia.id, version });
    await page.reload();
    await page.getByText(`@${t('former colleague')}`).waitFor();
    assert.equal(await page.getByText('Livia Amsler').count(), 0);
  });
});
