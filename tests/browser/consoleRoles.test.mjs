/**
 * Roles of the house's own and tokens of programs in the console: made, changed and ended by keyboard, two people at one role, and
 * axe in five languages. SHOTS=<folder> saves a picture of each screen.
 */

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { PASSWORD } from './support/totp.mjs';

const { SHOTS } = process.env;

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const PAIRS = /** @type {const} */ ([
  ['en', 1280],
  ['fr', 768],
  ['de', 375],
  ['es', 375],
  ['zh', 1280],
  ['en', 375],
  ['de', 1280],
]);

const roles = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Roles'), exact: true });
const entry = (/** @type {Operator} */ operator, /** @type {string} */ name) =>
  roles(operator).locator('details').filter({ hasText: name });

/** A call of a program. @param {string} token @param {string} path @param {object} args */
async function callAs(token, path, args) {
  const answer = await fetch(`${house.url}/console_api/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
  });
  return { status: answer.status, ...(await answer.json()) };
}

test('only owners are offered the role of owner, whatever others may do', () =>
  withOperator(house, {}, async (owner) => {
    await owner.join('Ines Vogel');
    const { permissions } = await owner.call('staff/people', {});
    await owner.call('staff/add_role', { name: 'Deputy', permissions });
    await withOperator(house, {}, async ({ page, t, open, join }) => {
      await join('Noa Weiss', 'Deputy');
      await open('/people');
      await page
        .getByRole('button', { name: t('Invite a person') })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: t('Invite a person') });
      const choice = (/** @type {string} */ role) => dialog.getByRole('radio', { name: new RegExp(`^${role}`) });
      assert.ok(await choice('Deputy').isEnabled());
      assert.ok(await choice(t('Owner')).isDisabled());
      await dialog.getByText(t('Only an owner can give this role.')).waitFor();
    });
    // Others look at the roles after it.
    const { people, roles: all } = await owner.call('staff/people', {});
    const role = (/** @type {string} */ name) => all.find((/** @type {any} */ one) => one.name === name);
    const { id, version } = role('Deputy');
    const deputy = people.find((/** @type {any} */ one) => one.role_id === id);
    await owner.call('staff/set_role', { id: deputy.id, role_id: role('packing').id, version: deputy.version });
    await owner.call('staff/delete_role', { id, version });
  }));

test('an owner sees where a colleague is signed in, and ends one session or all', () =>
  withOperator(house, {}, async (owner) => {
    const { page, t, open } = owner;
    await owner.join('Ines Vogel');
    await withOperator(house, {}, async (first) => {
      const name = 'Leonie Brugger';
      const { email, key } = await register(house, first.call, name, 'packing');
      await withOperator(house, { width: 375 }, async (second) => {
        const signIn = { email, password: PASSWORD, code: await house.code(key), shared: false };
        await second.call('staff/sign_in', signIn);
        await open('/people');
        const see = async () => {
          await page.getByRole('button', { name: t('Actions for {name}', { name }) }).click();
          await page.getByRole('menuitem', { name: t('See the sessions…') }).click();
        };
        await see();
        const dialog = page.getByRole('dialog', { name: t('Where {name} is signed in', { name }) });
        const rows = dialog.locator('tbody tr');
        await rows.nth(1).waitFor();
        assert.equal(await rows.count(), 2);
        assert.deepEqual(await violations(page), []);
        // The one that began last stands first.
        await rows.first().getByRole('button').click();
        await rows.nth(1).waitFor({ state: 'detached' });
        await assert.rejects(second.call('staff/sessions', {}));
        assert.equal((await first.call('staff/sessions', {})).items.length, 1);

        await second.call('staff/sign_in', { ...signIn, code: await house.code(key) });
        await page.keyboard.press('Escape');
        await see();
        await rows.nth(1).waitFor();
        await dialog.getByRole('button', { name: t('End all sessions…') }).click();
        await page.getByRole('button', { name: t('End sessions') }).click();
        await page.getByText(t('{name} is signed out everywhere.', { name })).first().waitFor();
        await assert.rejects(first.call('staff/sessions', {}));
        await assert.rejects(second.call('staff/sessions', {}));
      });
    });
  }));

test('a role is made, copied, changed and deleted by keyboard', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, tabTo } = operator;
    const { keyboard } = page;
    await operator.join('Ines Vogel');
    await open('/people');
    await tabTo(page.getByRole('button', { name: t('Create a role') }));
    await keyboard.press('Enter');
    // An empty form says what is missing.
    const dialog = page.getByRole('dialog', { name: t('Create a role') });
    await tabTo(dialog.getByRole('button', { name: t('Save') }));
    await keyboard.press('Enter');
    await page.locator('[role="alert"] li').nth(1).waitFor();
    await tabTo(dialog.locator('#role-name'));
    await keyboard.type('Night porter');
    for (const right of ['See orders', 'Pack and ship']) {
      await tabTo(dialog.getByRole('checkbox', { name: t(right), exact: true }));
      await keyboard.press('Space');
    }
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const porter = entry(operator, 'Night porter');
    await tabTo(porter.locator('summary'));
    await keyboard.press('Enter');
    // What differs from the built-in role that it is most like.
    const base = t('Packing room');
    await porter.getByText(t('Like ‘{base}’, without: {missing}.', { base, missing: t('Change stock') })).waitFor();
    await tabTo(porter.getByRole('button', { name: t('Copy the role {name}', { name: 'Night porter' }) }));
    await keyboard.press('Enter');
    const copy = page.getByRole('dialog', { name: t('Copy ‘{modelName}’', { modelName: 'Night porter' }) });
    assert.equal(await copy.locator('#role-name').inputValue(), t('{modelName} (copy)', { modelName: 'Night porter' }));
    await tabTo(copy.locator('#role-name'));
    await keyboard.press('Control+a');
    await keyboard.type('OWNER');
    await keyboard.press('Enter');
    await copy.getByText(t('role.name_taken')).first().waitFor();
    await keyboard.press('Escape');
    await copy.waitFor({ state: 'detached' });

    await tabTo(porter.getByRole('button', { name: t('Delete the role {name}', { name: 'Night porter' }) }));
    await keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await tabTo(question.getByRole('button', { name: t('Delete'), exact: true }));
    await keyboard.press('Enter');
    await porter.waitFor({ state: 'detached' });
  }));

test('a role that somebody has stays, and the refusal says who', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Ines Vogel');
    const { roles: all } = await operator.call('staff/add_role', { name: 'Runner', permissions: ['packing'] });
    const role = all.find((/** @type {any} */ one) => one.name === 'Runner');
    const { people } = await operator.call('staff/people', {});
    const jo = people.find((/** @type {any} */ one) => one.name === 'Jo Li');
    const given = await operator.call('staff/set_role', { id: jo.id, version: jo.version, role_id: role.id });
    const { version } = given.people.find((/** @type {any} */ one) => one.id === jo.id);
    await open('/people');
    await entry(operator, 'Runner').locator('summary').click();
    await page.getByRole('button', { name: t('Delete the role {name}', { name: 'Runner' }) }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('Delete'), exact: true }).click();
    await question.getByText(t('role.in_use', { names: 'Jo Li' })).waitFor();
    await operator.call('staff/set_role', { id: jo.id, version, role_id: jo.role_id });
    await operator.call('staff/delete_role', { id: role.id, version: role.version });
  }));

test('two people at one role: both are shown, and neither is lost', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Ines Vogel');
    const { roles: all } = await operator.call('staff/add_role', { name: 'Concierge', permissions: ['orders_read'] });
    const { id, version } = all.find((/** @type {any} */ one) => one.name === 'Concierge');
    await open('/people');
    await entry(operator, 'Concierge').locator('summary').click();
    await page.getByRole('button', { name: t('Change the role {name}', { name: 'Concierge' }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: t('Answer messages'), exact: true }).check();
    // The other one is quicker.
    const permissions = ['orders_read', 'customers_read'];
    await operator.call('staff/change_role', { id, version, name: 'Concierge de nuit', permissions });
    await dialog.getByText(t('Somebody has changed this role meanwhile')).waitFor();
    assert.ok(await dialog.getByRole('checkbox', { name: t('Answer messages'), exact: true }).isChecked());
    await dialog.getByRole('button', { name: t('Keep what I have chosen') }).click();
    await dialog.getByRole('button', { name: t('Save') }).click();
    await dialog.waitFor({ state: 'detached' });
    const { roles: now } = await operator.call('staff/people', {});
    const saved = now.find((/** @type {any} */ one) => one.id === id);
    assert.deepEqual([saved.name, saved.permissions], ['Concierge', ['orders_read', 'messages_answer']]);
    await operator.call('staff/delete_role', { id, version: saved.version });
  }));

test('two people at one account: the second is told, and nobody is shut out unseen', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Ines Vogel');
    const { people, roles } = await operator.call('staff/people', {});
    const jo = people.find((/** @type {any} */ one) => one.name === 'Jo Li');
    const role = roles.find((/** @type {any} */ one) => one.name === 'support');
    await open('/people');
    await page.getByRole('row', { name: /Jo Li/ }).locator('button[data-row]').click();
    await page.getByRole('menuitem', { name: t('Disable the account…') }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    // The other one is quicker.
    await operator.call('staff/set_role', { id: jo.id, version: jo.version, role_id: role.id });
    await question.getByRole('button', { name: t('Disable'), exact: true }).click();
    await question.getByText(t('staff.changed_meanwhile')).waitFor();
    const now = (await operator.call('staff/people', {})).people.find((/** @type {any} */ one) => one.id === jo.id);
    assert.deepEqual([now.role_id, now.disabled_at], [role.id, null]);
    await operator.call('staff/set_role', { id: jo.id, version: now.version, role_id: jo.role_id });
  }));

test('a token is made by keyboard, shown once, used, and revoked', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, tabTo } = operator;
    const { keyboard } = page;
    await operator.join('Ines Vogel');
    await open('/people');
    await tabTo(page.getByRole('button', { name: t('Programs') }));
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: t('Programs') }).waitFor();
    await tabTo(page.getByRole('button', { name: t('Create a token') }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t('Create a token') });
    await tabTo(dialog.locator('#token-name'));
    await keyboard.type('Warehouse Lyon');
    // What needs a person is not there to be chosen.
    assert.equal(await dialog.getByRole('checkbox', { name: t('Manage people and roles') }).count(), 0);
    await tabTo(dialog.getByRole('checkbox', { name: t('See orders'), exact: true }));
    await keyboard.press('Space');
    await tabTo(dialog.getByRole('button', { name: t('30 days') }));
    await keyboard.press('Enter');
    await tabTo(dialog.getByRole('button', { name: t('Create the token'), exact: true }));
    await keyboard.press('Enter');
    const ready = page.getByRole('dialog', { name: t('The token of {name} is ready', { name: 'Warehouse Lyon' }) });
    const secret = (await ready.locator('code').first().textContent()) ?? '';
    assert.match(secret, /^hah_[0-9a-f]{72}$/);
    // It is closed by its own button only.
    await keyboard.press('Escape');
    await tabTo(ready.getByRole('button', { name: t('Done') }));
    await keyboard.press('Enter');
    await ready.waitFor({ state: 'detached' });
    assert.equal(await page.getByText(secret).count(), 0);

    const row = page.getByRole('row', { name: /Warehouse Lyon/ });
    await row.getByText(t('Never')).waitFor();
    assert.equal((await callAs(secret, 'order/list', {})).code, '1');
    await page.reload();
    await row.getByText(t('Network')).waitFor();
    await tabTo(row.getByRole('button'));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('alertdialog').getByRole('button', { name: t('Revoke'), exact: true }));
    await keyboard.press('Enter');
    await row.getByText(t('Revoked')).waitFor();
    assert.equal((await callAs(secret, 'order/list', {})).status, 401);

    // The audit tells who it was.
    await open('/audit?noun=token');
    await page
      .getByRole('button', { name: t('Token revoked'), exact: true })
      .first()
      .waitFor();
  }));

test('programs are nothing for those who do not manage people', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'manager');
    await open('/people');
    await page.getByRole('region', { name: t('Roles'), exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: t('Programs') }).count(), 0);
    assert.equal(await page.getByRole('button', { name: t('Create a role') }).count(), 0);
    await open('/programs');
    await page.getByRole('heading', { level: 1, name: t('There is no such screen') }).waitFor();
  }));

for (const [lang, width] of turns(PAIRS, import.meta.filename)) {
  test(`axe on roles and programs, ${lang}, ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open } = operator;
      await operator.join('Maximilian Oberhuber-Lindenstein', 'owner', lang);
      const name = `Nachtportier ${lang} ${width}`;
      const permissions = ['orders_read', 'packing', 'messages_answer'];
      await operator.call('staff/add_role', { name, permissions });
      const ends_on = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
      const program = { name: `Warenwirtschaft ${lang} ${width}`, permissions, ends_on };
      const { secret } = await operator.call('token/create', program);
      await callAs(secret, 'order/list', {});
      /** @type {string[]} */
      const found = [];
      const look = async (/** @type {string} */ place) => {
        await page.evaluate(() => document.fonts.ready);
        // The bar above lies over half of no row.
        await page.evaluate(
          () => document.querySelector('[role="dialog"], [role="alertdialog"]') ?? window.scrollTo(0, 0),
        );
        found.push(...(await violations(page)).map((fault) => `${place}: ${fault}`));
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (excess > 0) found.push(`${place}: ${excess} px too wide`);
        if (!SHOTS) return;
        await mkdir(SHOTS, { recursive: true });
        await page.screenshot({ path: `${SHOTS}/${place}-${lang}-${width}.png`, fullPage: true });
      };
      const close = async () => {
        await page.keyboard.press('Escape');
        await page.locator('[role="dialog"], [role="alertdialog"]').first().waitFor({ state: 'detached' });
      };
      await open('/people');
      await entry(operator, name).locator('summary').click();
      await look('roles');
      await page.getByRole('button', { name: t('Change the role {name}', { name }) }).click();
      await page.locator('#role-name').waitFor();
      await look('role');
      await close();
      await page.getByRole('button', { name: t('Delete the role {name}', { name }) }).click();
      await page.getByRole('alertdialog').waitFor();
      await look('role-delete');
      await close();
      await open('/today');
      await page.getByRole('heading', { level: 2, name: t('Tokens of programs that end soon') }).waitFor();
      await look('today-token');
      await open('/programs');
      await page.getByText(program.name).waitFor();
      await look('programs');
      await page.getByRole('button', { name: t('Create a token'), exact: true }).click();
      await page.getByRole('button', { name: t('Create the token'), exact: true }).click();
      await page.locator('[role="alert"]').waitFor();
      await look('token-errors');
      await page.locator('#token-name').fill('Lager');
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: t('Create the token'), exact: true }).click();
      await page.getByRole('dialog', { name: t('The token of {name} is ready', { name: 'Lager' }) }).waitFor();
      await look('token-ready');
      assert.deepEqual(found, []);
    }));
}
