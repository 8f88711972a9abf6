/**
 * The inbox: a letter answered with a canned text and undone in time, a chat that is told on any screen, drafts, two people at one
 * thread; axe on each screen. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { request } from 'playwright-core';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** What somebody says in the chat, with a session of their own. @param {string} text */
async function chat(text) {
  const shopper = await request.newContext({ baseURL: house.url });
  const calls = new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), shopper, 'de');
  const { session_id } = await calls.call('common/talk');
  const say = (/** @type {string} */ message) => calls.call('common/say', { session_id, message });
  await say(text);
  return { say, listen: () => calls.call('common/listen', { session_id }), leave: () => shopper.dispose() };
}

test('a chat is told on any screen and answered; what is half written survives a reload', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await call('message/save_text', {
      id: null,
      version: 0,
      title: 'Washing',
      texts: { en: 'At 30 degrees, {name}.', de: 'Bei 30 Grad. Ihre {my_name}' },
    });
    await open('/stock');
    const shopper = await chat('Ist die Decke warm?');
    // The notice comes by the stream, without a reload.
    const notice = page.getByRole('complementary', { name: t('Chat') });
    await notice.getByText('Ist die Decke warm?').waitFor();
    assert.match(await page.title(), /^● /);
    await notice.getByRole('link').click();
    await notice.waitFor({ state: 'detached' });
    await page.getByText('Ist die Decke warm?').waitFor();
    const field = page.locator('#answer-text');
    await field.fill('Einen Moment');
    await page.reload();
    await field.waitFor();
    assert.equal(await field.inputValue(), 'Einen Moment');
    await field.press('Enter');
    await page.locator('[data-kind="said"]').waitFor();
    assert.equal(await field.inputValue(), '');
    // The shopper sees it, and writes on: it is there without a reload.
    const { messages } = await shopper.listen();
    assert.equal(messages.at(-1).text, 'Einen Moment');
    await shopper.say('Danke');
    await page.getByText('Danke', { exact: true }).waitFor();
    await page.getByRole('button', { name: t('Canned texts') }).click();
    await page.getByRole('menuitem', { name: 'Washing' }).click();
    assert.equal(await field.inputValue(), 'Bei 30 Grad. Ihre Mira Sandoz');
    await page.getByRole('button', { name: t('Say it') }).click();
    await page.locator('[data-kind="said"]').nth(1).waitFor();
    await page.getByRole('button', { name: t('End the chat') }).click();
    await page.getByText(t('This chat has ended.')).waitFor();
    await shopper.leave();
  });
});

for (const [lang, width, height] of turns(
  /** @type {const} */ ([
    ['de', 1280, 900],
    ['de', 375, 812],
    ['fr', 768, 1024],
  ]),
  import.meta.filename,
)) {
  test(`the inbox in ${lang} at ${width} px`, async () => {
    const shopper = await chat('Kommt mein Paket noch diese Woche?');
    await withOperator(house, { lang, width, height }, async ({ page, t, open, call, join }) => {
      await join('Mira Sandoz', 'owner', lang);
      const { items } = await call('message/list', { state: 'open' });
      const { reference } = items[0];
      for (const [name, path] of /** @type {const} */ ([
        ['list', '/messages?state=all'],
        ['thread', `/messages/${reference}`],
        ['texts', '/messages/texts'],
      ])) {
        await open(path);
        await page
          .locator(name === 'thread' ? '#answer-text' : 'main table')
          .first()
          .waitFor();
        await animationsFinished(page);
        assert.deepEqual(await violations(page), []);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/messages-${name}-${lang}-${width}.png`, fullPage: true });
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${name}: no sideways`,
        );
      }
      await page.getByRole('button', { name: t('Write a text…') }).click();
      await page.locator('#text-title').waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/messages-text-${lang}-${width}.png` });
    });
    await shopper.leave();
  });
}

test('two messages are selected and closed by the bar below the list, and a third stays open', async () => {
  const words = ['Kann ich zwei Decken umtauschen?', 'Passt das Laken auf 30 cm?', 'Wann kommt die Seife wieder?'];
  const shoppers = [];
  for (const text of words) shoppers.push(await chat(text));
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await open('/messages');
    const row = (/** @type {string | undefined} */ text) => page.getByRole('row').filter({ hasText: text ?? '' });
    /** Which of them are in this state. @param {'open' | 'closed'} state */
    const those = async (state) => {
      const { items } = await call('message/list', { state });
      return words.filter((text) => items.some((/** @type {any} */ one) => one.excerpt === text));
    };
    assert.deepEqual(await those('open'), words);
    const bar = page.getByRole('region', { name: t('Selection') });
    await row(words[0]).getByRole('checkbox').check();
    await row(words[1]).getByRole('checkbox').check();
    await bar.getByText('2 messages selected').waitFor();
    await bar.getByRole('button', { name: t('Actions') }).press('Enter');
    await page.getByRole('menuitem', { name: t('Close…') }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('Close them') }).waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/messages-bulk.png` });
    await dialog.getByRole('button', { name: t('Close them') }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await bar.waitFor({ state: 'detached' });
    // The work goes on in the background; the list follows by itself.
    await until('both are closed', async () => (await those('closed')).length === 2);
    assert.deepEqual([await those('closed'), await those('open')], [words.slice(0, 2), words.slice(2)]);
    await open('/messages?state=closed');
    await row(words[0]).waitFor();
    await row(words[1]).waitFor();
    assert.equal(await row(words[2]).count(), 0);
  });
  for (const shopper of shoppers) await shopper.leave();
});
