/**
 * The brand: a weak colour is named and mended, a logo put in, words written beside their preview, published and seen in the shop; a
 * draft survives a reload and two people; axe in each state, five languages. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { turns } from './support/coverage.mjs';
import { LOST, loseAnswer, meanwhile } from './support/drafts.mjs';
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

/** Twice as wide as tall, with a script that must not arrive. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100"><script>alert(1)</script><rect width="200" height="100" fill="#203c45"/></svg>`;

const drawing = (/** @type {string} */ text) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(text),
});

/** @param {import('playwright-core').Page} page @param {string} name */
const preview = (page, name) => page.getByRole('region', { name });

/** A text of the house in one language. @param {import('playwright-core').Page} page @param {string} name @param {string} language */
const wordOf = (page, name, language) =>
  page.getByRole('group', { name, exact: true }).getByRole('textbox', { name: language });

/** @param {import('playwright-core').Page} page @param {string} name */
const colour = (page, name) => page.getByRole('textbox', { name, exact: true });

/** Nobody has begun anything. @param {(path: string, args: object) => Promise<any>} call */
async function withoutDraft(call) {
  const { look } = await call('look/show', {});
  if (look.draft) await call('look/discard', { version: look.draft.version });
  return look;
}

/** What is too weak to be read is shown weak: the preview is left out of the check. @param {import('playwright-core').Page} page */
async function withoutPreview(page) {
  const faults = await violations(page);
  return faults.filter((fault) => !/\.frame_\w+ > div/.test(fault.split('\n')[0] ?? ''));
}

const KINDS = /** @type {const} */ ([
  ['en', 1440],
  ['de', 375],
  ['fr', 768],
  ['es', 1440],
  ['zh', 375],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`colours, typeface and words are chosen beside the shop in small, in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join, tabTo }) => {
      await join(`Person ${lang}`, 'owner', lang);
      await withoutDraft(call);
      const axe = async (/** @type {string} */ state) => {
        await animationsFinished(page);
        assert.deepEqual(state === 'weak' ? await withoutPreview(page) : await violations(page), [], state);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(excess <= 0, `${state}: ${excess} px too wide`);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/look-${state}-${lang}-${width}.png`, fullPage: true });
      };
      await open('/look');
      const name = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', zh: '中文' }[lang];
      const small = preview(page, t('Preview, {name}', { name }));
      await small.getByText(t('A good night, at home'), { exact: true }).waitFor();
      await axe('opened');
      // The words of the reader's language, and of others once they are asked for.
      const languages = page.getByRole('group', { name: t('Languages side by side') });
      assert.equal(await languages.getByRole('button', { pressed: true }).count(), 1);
      await wordOf(page, t('Line below the name'), name).waitFor();
      // A palette by keyboard: the arrow keys of its radio buttons.
      const garden = page.getByRole('radio', { name: t('Garden') });
      const lake = page.getByRole('radio', { name: t('Lake'), exact: true });
      await tabTo(lake);
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
      await until('the garden is chosen', () => garden.isChecked());
      const button = small.getByText(t('See the bedding'), { exact: true });
      await until(
        'the preview has its colour',
        async () => (await button.evaluate((one) => getComputedStyle(one).backgroundColor)) === 'rgb(98, 42, 65)',
      );
      // A colour that can hardly be read is named with its number, and mended by the nearest.
      const primary = colour(page, t('Main colour'));
      await primary.fill('#c9b8a0');
      await page.getByText(t('This can hardly be read')).waitFor();
      await axe('weak');
      await page
        // In each language the colour stands elsewhere in the label.
        .getByRole('button', {
          name: new RegExp(
            t('{name}: take {nearest}', { name: t('Main colour'), nearest: '#0' })
              .replace('#0', '#[0-9a-f]{6}')
              // French has no-break spaces, which are not in names.
              .replaceAll(/\s/g, '\\s'),
          ),
        })
        .click();
      await page.getByText(t('All of it can be read: every pair has the contrast that people need.')).waitFor();
      assert.notEqual(await primary.inputValue(), '#c9b8a0');
      // What is no colour is told at its field and does not change the last one.
      await primary.fill('#12');
      await page.getByText(t('Write a colour such as #1a2b3c.')).waitFor();
      await page.getByRole('radio', { name: /Gilda/ }).check();
      await until('the preview has its letters', async () =>
        (
          await small
            .getByText(t('A good night, at home'), { exact: true })
            .evaluate((one) => getComputedStyle(one).fontFamily)
        ).includes(lang === 'zh' ? 'Songti' : 'Gilda'),
      );
      // On a phone, in another language.
      await page.getByRole('combobox', { name: t('As seen on') }).selectOption('phone');
      await page.getByRole('combobox', { name: t('Language'), exact: true }).selectOption('en');
      await preview(page, t('Preview, {name}', { name: 'English' }))
        .getByText('A good night, at home')
        .waitFor();
      // What the head of the screen lies over is no small target.
      await page.evaluate(() => window.scrollTo(0, 0));
      await axe('phone');
      await until('it is saved', async () => (await call('look/show', {})).look.draft?.document.typeface === 'gilda');
      await page.reload();
      await until('the draft is still there', () => page.getByRole('radio', { name: /Gilda/ }).isChecked());
    });
  });
}

test('a look is published into the shop, and nothing of two people is lost', async () => {
  await withOperator(house, {}, async ({ page, context, t, open, call, join }) => {
    await join('Mira Sandoz');
    await withoutDraft(call);
    const axe = async (/** @type {string} */ state) => {
      await animationsFinished(page);
      assert.deepEqual(await withoutPreview(page), [], state);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/look-${state}.png`, fullPage: true });
    };
    await open('/look');
    const small = preview(page, t('Preview, {name}', { name: 'English' }));
    await page.getByRole('radio', { name: t('Forest') }).check();
    // A logo is cleaned, shown on its ground, and in the preview.
    const logo = page.getByRole('region', { name: t('Logo'), exact: true });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      logo.getByRole('button', { name: t('Choose a file: {name}', { name: t('Logo') }) }).click(),
    ]);
    await chooser.setFiles(drawing(LOGO));
    await logo.getByRole('img').waitFor();
    await small.getByRole('img').first().waitFor();
    const src = (await logo.getByRole('img').getAttribute('src')) ?? '';
    const file = await (await context.request.get(src)).text();
    assert.ok(!file.includes('script'), file);
    // What is no drawing says so where it was chosen.
    const icon = page.getByRole('region', { name: t('Icon'), exact: true });
    const [second] = await Promise.all([
      page.waitForEvent('filechooser'),
      icon.getByRole('button', { name: t('Choose a file: {name}', { name: t('Icon') }) }).click(),
    ]);
    await second.setFiles(drawing('<p>no drawing</p>'));
    await icon.getByText(t('look.drawing_unreadable')).waitFor();
    // Words, with the brand's name in their place.
    await wordOf(page, t('Line below the name'), 'English').fill('Rooms of {brand}, for yours.');
    const { brand } = await call('look/show', {});
    await small.getByText(`Rooms of ${brand}, for yours.`).waitFor();
    await axe('written');
    await until('it is saved', async () => {
      const { draft } = (await call('look/show', {})).look;
      return draft?.document.words.en.line === 'Rooms of {brand}, for yours.' && draft.document.logo !== null;
    });
    // A colleague saves while this one types: both are shown, mine stays, theirs can be read.
    await meanwhile(page, 'look/save', async () => {
      const { version, base, document } = (await call('look/show', {})).look.draft;
      await call('look/save', { version, base, document: { ...document, sender: 'Theirs' } });
    });
    await page.getByRole('textbox', { name: t('Sender of letters') }).fill('Mine');
    await page.getByText(t('Somebody has changed this look')).waitFor();
    await page.getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
    await axe('clash');
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await page.getByText(t('What yours has replaced')).waitFor();
    await until('mine is saved', async () => (await call('look/show', {})).look.draft?.document.sender === 'Mine');
    await page.reload();
    await page.getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
    await page.getByRole('button', { name: t('No longer needed') }).click();
    // What cannot be read is not published: it says which, and how.
    await colour(page, t('Accent')).fill('#f0e8d8');
    await page.getByText(t('This can hardly be read')).waitFor();
    const publish = page.getByRole('button', { name: t('Publish…') });
    await until('the weak colour is saved', () => publish.isEnabled());
    await until(
      'it is the draft',
      async () => (await call('look/show', {})).look.draft?.document.palette.accent === '#f0e8d8',
    );
    await publish.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await axe('publishing');
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await dialog.getByText(t('This is not ready to be published')).waitFor();
    await axe('refused');
    await dialog.getByRole('button', { name: t('Cancel') }).click();
    await page
      .getByRole('button', { name: new RegExp(t('Accent')) })
      .filter({ hasText: '#' })
      .click();
    await page.getByText(t('All of it can be read: every pair has the contrast that people need.')).waitFor();
    await until(
      'it is saved again',
      async () => (await call('look/show', {})).look.draft?.document.palette.accent !== '#f0e8d8',
    );
    await until('it can be published', () => publish.isEnabled());
    await publish.click();
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await page.getByText(t('It is published.')).waitFor();
    // The shop shows it within a second.
    const shop = await context.newPage();
    await until('the shop has the logo', async () => {
      await shop.goto('/en');
      return shop.getByRole('banner').getByRole('img').first().isVisible();
    });
    await shop.getByText(`Rooms of ${brand}, for yours.`).waitFor();
    const primary = await shop.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-primary').trim(),
    );
    assert.equal(primary, '#2b4636');
    // Its logo is as high on both sides of a breakpoint, at the checkout too.
    await new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), context.request, 'en').add('TOW-GAN');
    for (const path of ['/en', '/en/checkout']) {
      await shop.goto(path);
      const inHead = shop.getByRole('banner').getByRole('img').first();
      const heights = [];
      for (const wide of [375, 899, 901, 1440]) {
        await shop.setViewportSize({ width: wide, height: 900 });
        await inHead.waitFor();
        heights.push((await inHead.boundingBox())?.height);
      }
      assert.deepEqual(heights, Array(4).fill(36), path);
    }
    await shop.goto('/en');
    if (SHOTS) {
      for (const wide of [1440, 375]) {
        await shop.setViewportSize({ width: wide, height: 900 });
        await shop.screenshot({ path: `${SHOTS}/shop-${wide}.png`, fullPage: true });
      }
    }
    await shop.close();
    // What was published before is read, and brought back.
    await page
      .getByRole('button', { name: t('Bring it back') })
      .first()
      .click();
    await page.getByText(t('It is a draft now.')).waitFor();
    await page
      .getByRole('region', { name: t('Versions'), exact: true })
      .getByRole('button', { name: /^Read/ })
      .last()
      .click();
    await page.getByRole('dialog').getByText(t('Then')).first().waitFor();
    await axe('version');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('Discard the draft…') }).click();
    const question = page.getByRole('alertdialog', { name: t('Discard the draft?') });
    await question.waitFor();
    await axe('discarding');
    await question.getByRole('button', { name: t('Discard'), exact: true }).click();
    await page.getByText(t('The draft is discarded.')).waitFor();
    assert.equal((await call('look/show', {})).look.draft, null);
  });
});

test('what a colleague saves while it is asked is neither published nor discarded unread', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    const { number } = await withoutDraft(call);
    const draftOf = async () => (await call('look/show', {})).look.draft;
    await open('/look');
    // Behind a question the page is hidden.
    const sender = page.getByRole('textbox', { name: t('Sender of letters'), includeHidden: true });
    await sender.fill('Seen');
    const publish = page.getByRole('button', { name: t('Publish…') });
    await until('it is saved', async () => (await draftOf())?.document.sender === 'Seen');
    await until('it can be published', () => publish.isEnabled());
    const colleague = async (/** @type {string} */ name) => {
      const { version, base, document } = await draftOf();
      await call('look/save', { version, base, document: { ...document, sender: name } });
      await until('it is shown here', async () => (await sender.inputValue()) === name);
    };
    await publish.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await colleague('Unread');
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await dialog.getByText(t('look.changed_meanwhile')).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal((await call('look/show', {})).look.number, number);
    await dialog.getByRole('button', { name: t('Cancel') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('Discard the draft…') }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await colleague('Unread again');
    await question.getByRole('button', { name: t('Discard'), exact: true }).click();
    await question.getByText(t('look.changed_meanwhile')).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal((await draftOf())?.document.sender, 'Unread again');
    await question.getByRole('button', { name: t('Cancel') }).click();
    await question.waitFor({ state: 'detached' });
    // Once it was seen it is published, and the question begins without the refusal before.
    await page.getByRole('button', { name: t('Discard the draft…') }).click();
    await question.waitFor();
    assert.equal(await question.getByText(t('look.changed_meanwhile')).count(), 0);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await publish.click();
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await page.getByText(t('It is published.')).waitFor();
    assert.equal((await call('look/show', {})).look.published.sender, 'Unread again');
  });
});

test('theirs is shown where it is chosen, and mine is set aside', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await withoutDraft(call);
    const senderOf = async () => (await call('look/show', {})).look.draft?.document.sender;
    await open('/look');
    const sender = page.getByRole('textbox', { name: t('Sender of letters') });
    await sender.fill('Begun');
    await until('it is saved', async () => (await senderOf()) === 'Begun');
    await meanwhile(page, 'look/save', async () => {
      const { version, base, document } = (await call('look/show', {})).look.draft;
      await call('look/save', { version, base, document: { ...document, sender: 'Theirs' } });
    });
    await sender.fill('Mine');
    await page.getByText(t('Somebody has changed this look')).waitFor();
    // What is no colour yet is nothing to keep.
    const accent = colour(page, t('Accent'));
    await accent.fill('#12');
    await page.getByRole('button', { name: t('Show theirs') }).click();
    await until('theirs is shown', async () => (await sender.inputValue()) === 'Theirs');
    assert.match(await accent.inputValue(), /^#[0-9a-f]{6}$/);
    await page.getByText(t('Somebody has changed this look')).waitFor({ state: 'detached' });
    await page.getByText(t('What you typed is still here')).waitFor();
    await page.getByRole('cell', { name: 'Mine', exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/look-aside.png`, fullPage: true });
    assert.equal(await senderOf(), 'Theirs');
    // It is still there after a reload, and taken up again, theirs can be read.
    await page.reload();
    await page.getByRole('cell', { name: 'Mine', exact: true }).waitFor();
    assert.equal(await sender.inputValue(), 'Theirs');
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await until('mine is saved', async () => (await senderOf()) === 'Mine');
    await page.getByText(t('What yours has replaced')).waitFor();
    await page.getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
    await page.getByRole('button', { name: t('Show theirs') }).click();
    await until('theirs is saved', async () => (await senderOf()) === 'Theirs');
    await page.getByText(t('What you typed is still here')).waitFor();
    await page.getByRole('button', { name: t('Throw it away') }).click();
    await page.getByText(t('What you typed is still here')).waitFor({ state: 'detached' });
    await page.reload();
    await sender.waitFor();
    assert.equal(await page.getByText(t('What you typed is still here')).count(), 0);
  });
});

test('whoever does not hear the answer is not taken for two', async () => {
  await withOperator(house, { expects: LOST }, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await withoutDraft(call);
    const senderOf = async () => (await call('look/show', {})).look.draft?.document.sender;
    // Changes are not heard of: only the question after the failure tells.
    await page.route('**/console_api/changes*', (route) => route.abort('connectionreset'));
    await open('/look');
    const sender = page.getByRole('textbox', { name: t('Sender of letters') });
    await loseAnswer(page, 'look/save');
    await sender.fill('First');
    await page.getByText(t('This is not saved')).waitFor();
    assert.equal(await senderOf(), 'First');
    await sender.fill('Second');
    await until('it is saved by itself', async () => (await senderOf()) === 'Second');
    await page.getByText(t('This is not saved')).waitFor({ state: 'detached' });
    // The same where the page is left before it is tried again.
    await loseAnswer(page, 'look/save');
    await sender.fill('Third');
    await page.getByText(t('This is not saved')).waitFor();
    await sender.fill('Fourth');
    await page.reload();
    await until('it is saved by itself', async () => (await senderOf()) === 'Fourth');
    assert.equal(await page.getByText(t('Somebody has changed this look')).count(), 0);
    // What never arrived is sent again.
    await page.route('**/console_api/look/save', (route) => route.abort('connectionreset'), { times: 1 });
    await sender.fill('Fifth');
    await page.getByText(t('This is not saved')).waitFor();
    assert.equal(await senderOf(), 'Fourth');
    await until('it is saved by itself', async () => (await senderOf()) === 'Fifth');
    assert.equal(await page.getByText(t('Somebody has changed this look')).count(), 0);
  });
});

test('it is said that all can be read once it is known of these colours', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await withoutDraft(call);
    /** @type {import('playwright-core').Route[]} */
    const asked = [];
    await page.route('**/console_api/look/check', (route) => void asked.push(route));
    const readable = page.getByText(t('All of it can be read: every pair has the contrast that people need.'));
    const checking = page.getByText(t('Checking…'));
    await open('/look');
    await checking.waitFor();
    assert.equal(await readable.count(), 0);
    await until('it is asked', () => asked.length === 1);
    await asked[0]?.continue();
    await readable.waitFor();
    // Many palettes in a row are asked about once.
    await page
      .getByRole('group', { name: t('Palette') })
      .getByRole('radio')
      .evaluateAll((radios) => {
        for (const radio of radios) /** @type {HTMLInputElement} */ (radio).click();
      });
    await checking.waitFor();
    assert.equal(await readable.count(), 0);
    await until('it is asked again', () => asked.length === 2);
    const { palettes } = await call('look/show', {});
    assert.deepEqual(asked[1]?.request().postDataJSON().palette, palettes.at(-1).palette);
    // An answer that comes late is of colours that are not shown any more.
    await colour(page, t('Accent')).fill('#f0e8d8');
    await until('it is asked about the new colour', () => asked.length === 3);
    await asked[1]?.continue().catch(() => {});
    assert.equal(await readable.count(), 0);
    await asked[2]?.continue();
    await page.getByText(t('This can hardly be read')).waitFor();
    assert.equal(await readable.count(), 0);
    assert.equal(asked.length, 3);
  });
});

test('what is kept on the device, of an older program or damaged, breaks no screen', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    const { published, number } = await withoutDraft(call);
    const { id } = (await call('staff/session', {})).signed_in;
    const kept = (/** @type {unknown} */ value) => JSON.stringify({ version: 0, base: number, value });
    const damaged = [
      '{',
      '3',
      kept(null),
      kept({ palette: null, words: {}, sender: 'x' }),
      kept({ palette: {}, words: { en: null, xx: {} }, sender: 7 }),
      kept({ ...published, palette: { ...published.palette, accent: undefined, primary: 'blue' }, logo: 'a.svg' }),
    ];
    await open('/look');
    for (const text of damaged) {
      await page.evaluate(
        ([key = '', value = '']) => {
          for (const end of ['', '.mine', '.replaced']) localStorage.setItem(`${key}${end}`, value);
        },
        [`console.draft.${id}.look`, text],
      );
      await page.reload();
      await preview(page, t('Preview, {name}', { name: 'English' }))
        .getByText(t('A good night, at home'), { exact: true })
        .waitFor();
      assert.equal(await colour(page, t('Main colour')).inputValue(), published.palette.primary, text);
    }
    await withoutDraft(call);
  });
});

test('views of look and pages are reached by keyboard, and by who may change texts only', async () => {
  await withOperator(house, {}, async ({ page, t, open, join }) => {
    await join('Editor', 'editor');
    await open('/me');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByRole('heading', { level: 1, name: t('Brand') }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: t('Home page') }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { level: 1, name: t('Help pages') }).waitFor();
    const line = page.getByRole('navigation', { name: t('Screens') }).getByRole('link', { name: t('Look and pages') });
    assert.equal(await line.getAttribute('aria-current'), 'true');
  });
  await withOperator(house, {}, async ({ page, t, open, join }) => {
    await join('Packer', 'packing');
    await open('/look');
    await page.getByRole('heading', { level: 1, name: t('There is no such screen') }).waitFor();
  });
});
