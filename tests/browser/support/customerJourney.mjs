/** Customer journey: register, log out, log in, edit, addresses, orders, password reset, deletion and its cancellation. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ADDRESSES } from './calls.mjs';
import { hasFocus } from './inputModes.mjs';
import { SIMPLE } from './screens.mjs';
import { ORDER_BUTTON } from './texts.mjs';
import { until } from './until.mjs';

/** @typedef {import('./browser.mjs').Visitor} Visitor */
/** @typedef {import('./inputModes.mjs').InputMode} InputMode */
/** @typedef {import('./shop.mjs').Shop} Shop */

let people = 0;

/** State shared by the steps. */
class Life {
  /**
   * @param {Shop} shop where mail is read
   * @param {Visitor} visitor
   * @param {InputMode} input
   */
  constructor(shop, visitor, input) {
    people += 1;
    this.shop = shop;
    this.visitor = visitor;
    this.page = visitor.page;
    this.main = visitor.page.locator('main');
    this.input = input;
    this.t = visitor.t;
    this.email = `life-${process.pid}-${people}@example.com`;
    this.password = 'lac-et-montagne';
  }

  /** @param {string} english */
  button(english, params = {}) {
    return this.main.getByRole('button', { name: this.t(english, params), exact: true });
  }

  /** @param {string} english */
  link(english) {
    return this.main.getByRole('link', { name: this.t(english), exact: true });
  }

  /**
   * A field by its label, which includes "required" or "optional".
   * @param {string} id
   * @param {string} text
   */
  async write(id, text) {
    const field = this.main.locator(`#${id}`);
    await this.input.write(field, text);
    assert.equal(await field.inputValue(), text);
  }

  /**
   * Asserts the page by its heading, which takes focus after navigation.
   * @param {string} name of the heading
   */
  async arrives(name) {
    const heading = this.main.getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor();
    await until(`focus is at '${name}'`, () => hasFocus(heading));
  }

  /**
   * Asserts an error in the focused summary and at its field.
   * @param {string} words
   */
  async isRefused(words) {
    const summary = this.main.getByRole('alert').filter({ hasText: this.t('There is a problem') });
    await until('the summary has focus', () => hasFocus(summary));
    await summary.getByRole('link', { name: words, exact: true }).waitFor();
  }

  /** @param {string} english */
  async isTold(english) {
    await this.page.getByText(this.t(english), { exact: true }).first().waitFor();
  }

  /**
   * Confirms or cancels a dialog.
   * @param {string} name of the button that confirms
   * @param {string} keep name of the other button
   */
  async confirms(name, keep = this.t('Cancel')) {
    const dialog = this.page.locator('dialog[open]');
    await dialog.waitFor();
    const cancel = dialog.getByRole('button', { name: keep, exact: true });
    await until('focus starts on what loses nothing', () => hasFocus(cancel));
    await this.input.press(dialog.getByRole('button', { name, exact: true }));
    await until('the dialog is gone', async () => (await this.page.locator('dialog[open]').count()) === 0);
  }

  /**
   * Opens a section of the account, from the navigation or the overview.
   * @param {string} english name of the section
   */
  async opens(english) {
    const nav = this.main.getByRole('navigation', { name: this.t('Your account'), exact: true });
    const link = nav.getByRole('link', { name: this.t(english), exact: true });
    const [account, orders] = [this.link('Your account').first(), this.link('Your orders').first()];
    /** @param {import('playwright-core').Locator[]} some */
    const oneOf = (...some) =>
      until('the account is there', async () => (await Promise.all(some.map((one) => one.isVisible()))).includes(true));
    await oneOf(link, account, orders);
    // The order's back link leads to the list.
    if (!(await link.isVisible()) && !(await account.isVisible())) {
      await this.input.press(orders);
      await oneOf(link, account);
    }
    if (!(await link.isVisible())) await this.input.press(account);
    await this.input.press(link);
  }

  async register() {
    const { visitor, input, t, page } = this;
    await visitor.visit('');
    if (visitor.phone) {
      await input.press(page.getByRole('button', { name: t('Menu'), exact: true }));
      await input.press(page.locator('dialog[open]').getByRole('link', { name: t('Log in'), exact: true }));
    } else {
      await input.press(page.locator('header').getByRole('link', { name: t('Log in'), exact: true }));
    }
    await this.arrives(t('Log in'));
    await input.press(this.link('Create an account'));
    await this.arrives(t('Create an account'));
    const person = ADDRESSES[visitor.lang];
    await this.write('first_name', person.first_name);
    await this.write('last_name', person.last_name);
    await this.write('email', this.email);
    await this.write('password', this.password);
    await this.write('password_confirmation', `${this.password}!`);
    await input.tick(this.main.locator('#terms'));
    await input.press(this.button('Create an account'));
    await this.isRefused(t('password.mismatch'));
    await page.locator('#password_confirmation').fill('');
    await this.write('password_confirmation', this.password);
    await input.press(this.button('Create an account'));
    await this.arrives(t('Your orders'));
    await this.isTold('customer.registered');
    assert.equal(new URL(page.url()).pathname, `/${visitor.lang}/order`);
  }

  async logOut() {
    const { page, visitor, t } = this;
    await this.opens('Log out');
    await page.waitForURL(new RegExp(`/${visitor.lang}$`), { waitUntil: 'commit' });
    await this.isTold('login.logged_out');
    // Back after a logout shows no personal data.
    await page.goBack({ waitUntil: 'commit' });
    await this.main.getByRole('heading', { level: 1, name: t('Log in'), exact: true }).waitFor();
    assert.ok(!(await this.main.innerText()).includes(this.email));
  }

  /** A customer page redirects to the login, and back. */
  async logIn() {
    const { visitor, input, t, page } = this;
    await visitor.visit('/account');
    assert.equal(new URL(page.url()).searchParams.get('return'), `/${visitor.lang}/account`);
    await this.write('email', this.email);
    await this.write('password', 'not-the-password');
    await input.press(this.button('Log in'));
    await this.isRefused(t('login.incorrect'));
    assert.equal(await page.locator('#email').inputValue(), this.email);
    assert.equal(await page.locator('#password').inputValue(), '');
    await this.write('password', this.password);
    await input.press(this.button('Log in'));
    await page.waitForURL(/\/account$/, { waitUntil: 'commit' });
    await this.isTold('login.succeeded');
    await this.greets(ADDRESSES[visitor.lang].first_name);
  }

  /** @param {string} firstName */
  async greets(firstName) {
    await this.main.getByRole('heading', { level: 1, name: this.t('Good day, {firstName}', { firstName }) }).waitFor();
  }

  async edit() {
    const { input, t, page } = this;
    await this.opens('Details and password');
    await this.arrives(t('Details and password'));
    const name = page.locator('#details-first_name');
    await name.fill('');
    await this.write('details-first_name', 'Maria');
    // Unsaved input is confirmed.
    await input.press(page.locator('header').getByRole('link', { name: /Valmère/ }));
    const dialog = page.getByRole('alertdialog', { name: t('Leave without saving?') });
    await dialog.waitFor();
    await input.press(dialog.getByRole('button', { name: t('Cancel'), exact: true }));
    await until('the dialog is gone', async () => (await page.locator('dialog[open]').count()) === 0);
    assert.equal(await name.inputValue(), 'Maria');
    await input.press(this.button('Save changes'));
    await this.isTold('account.saved');
    // On phones the navigation is a list on the overview.
    if (this.visitor.phone) await input.press(this.link('Your account').first());
    else await this.opens('Overview');
    await this.greets('Maria');
  }

  async keepAddresses() {
    const { visitor, input, t, main } = this;
    await this.opens('Addresses');
    await this.arrives(t('Your addresses'));
    await input.press(this.button('Add your first address'));
    await this.arrives(t('New address'));
    await input.press(this.button('Save the address'));
    await this.isRefused(t('address.shipping_street_empty'));
    const person = ADDRESSES[visitor.lang];
    await this.write('address-address1', person.address1);
    await this.write('address-city', person.city);
    await this.write('address-postcode', person.postcode);
    await this.write('address-telephone', person.telephone);
    await input.press(this.button('Save the address'));
    await this.arrives(t('Your addresses'));
    await main.getByText(person.address1, { exact: true }).waitFor();
    assert.equal(await main.getByText(t('For delivery'), { exact: true }).count(), 1);

    // A second address, deleted again.
    await input.press(this.button('Add an address'));
    await this.arrives(t('New address'));
    await this.write('address-address1', `${person.address1} bis`);
    await this.write('address-city', person.city);
    await this.write('address-postcode', person.postcode);
    await this.write('address-telephone', person.telephone);
    await input.press(this.button('Save the address'));
    await this.arrives(t('Your addresses'));
    const second = main.getByRole('listitem').filter({ hasText: `${person.address1} bis` });
    await input.press(second.getByRole('button', { name: new RegExp(`^${t('Delete: {name}', { name: '' }).trim()}`) }));
    await this.confirms(t('Delete'));
    await until('the address is gone', async () => (await second.count()) === 0);
    await this.arrives(t('Your addresses'));
    assert.equal(await main.getByText(person.address1, { exact: true }).count(), 1);
  }

  /** From a saved address to a new one that is saved. */
  async order() {
    const { visitor, input, t, page, main } = this;
    const person = ADDRESSES[visitor.lang];
    await visitor.calls.add(SIMPLE);
    await visitor.visit('/checkout');
    assert.ok(
      await main.locator('input[name="shipping_choice"]').first().isChecked(),
      'the address of the book is chosen',
    );
    assert.equal(
      await main.locator('input[type="email"]').count(),
      0,
      'the address of the account is not asked for again',
    );
    await input.choose(main.locator('input[name="shipping_choice"][value="other"]'));
    const field = (/** @type {string} */ token) => main.locator(`[autocomplete="shipping ${token}"]`);
    await field('address-line1').waitFor();
    assert.equal(await field('given-name').inputValue(), 'Maria');
    await input.write(field('address-line1'), '3 Quai du Lac');
    await input.write(field('address-level2'), person.city);
    await input.write(field('postal-code'), person.postcode);
    await input.write(field('tel'), person.telephone);
    await input.tick(main.getByRole('checkbox', { name: t('Save this address to my address book'), exact: true }));
    await input.choose(main.locator('input[type="radio"][value="bank_transfer"]'));
    await input.tick(main.locator('#terms'));
    await input.press(main.getByRole('button', { name: ORDER_BUTTON[visitor.lang], exact: true }));
    await page.waitForURL(/\/ordersuccess\?token=/, { waitUntil: 'commit' });
    await this.arrives(t('Thank you for your order'));
    assert.equal(await this.link('Create an account').count(), 0, 'whoever has an account is offered none');
    const number = /\d{4}-\d{6}/.exec(await main.innerText())?.[0] ?? '';
    assert.ok(number);

    await visitor.visit('/address');
    await main.getByText('3 Quai du Lac', { exact: true }).waitFor();
    await visitor.visit('/order');
    await input.press(main.getByRole('link', { name: t('Order {number}', { number }), exact: true }));
    await this.arrives(t('Order {number}', { number }));
    await main.getByText('FR76 3000 6000 0112 3456 7890 189').waitFor();
    await input.press(this.button('Cancel the order'));
    await this.confirms(t('Cancel the order'), t('Keep the order'));
    await this.isTold('order.canceled');
    await this.arrives(t('Order {number}', { number }));
    await until('nothing more is to be paid', async () => !(await main.innerText()).includes('FR76 3000'));
    assert.equal(await this.button('Cancel the order').count(), 0);
  }

  async changePassword() {
    const { input, t, page } = this;
    await this.opens('Details and password');
    await this.arrives(t('Details and password'));
    await this.write('password-current_password', this.password);
    this.password = 'montagne-et-lac';
    await this.write('password-password', this.password);
    await this.write('password-password_confirmation', this.password);
    await input.press(this.button('Change the password'));
    await this.arrives(t('Log in'));
    await this.isTold('password.saved');
    await this.write('email', this.email);
    await this.write('password', this.password);
    await input.press(this.button('Log in'));
    await page.waitForURL(/\/order$/, { waitUntil: 'commit' });
  }

  /** The mailed link works once. */
  async forgetPassword() {
    const { visitor, input, t, page, main } = this;
    await this.opens('Log out');
    await this.isTold('login.logged_out');
    await visitor.visit('/login');
    await input.press(this.link('Forgotten your password?'));
    await this.arrives(t('Forgotten your password?'));
    await this.write('email', this.email);
    await input.press(this.button('Send me a link'));
    await this.arrives(t('Please check your email'));
    await main.getByText(t('password.forgot_neutral'), { exact: true }).waitFor();
    const mail = await until('the mail is there', () => this.shop.mail(this.email, t('Choose a new password')));
    const link = /https?:\/\/\S+setPassword\?token=\S+/.exec(mail)?.[0] ?? '';
    assert.ok(link, mail);
    await page.goto(link);
    await page.locator('html[data-ready]').waitFor();
    this.password = 'vent-du-lac';
    await this.write('password', this.password);
    await this.write('password_confirmation', this.password);
    await input.press(this.button('Save the password'));
    await this.arrives(t('Log in'));
    await this.isTold('password.saved');
    // A second use is refused.
    await page.goto(link);
    await page.locator('html[data-ready]').waitFor();
    await this.write('password', 'once-more-please');
    await this.write('password_confirmation', 'once-more-please');
    await input.press(this.button('Save the password'));
    await this.link('Send a new link').waitFor();
    await visitor.visit('/login');
    await this.write('email', this.email);
    await this.write('password', this.password);
    await input.press(this.button('Log in'));
    await page.waitForURL(/\/order$/, { waitUntil: 'commit' });
  }

  async takeData() {
    const { visitor, input, page } = this;
    await visitor.visit('/account');
    const coming = page.waitForEvent('download');
    await input.press(this.button('Download my data'));
    const download = await coming;
    assert.match(download.suggestedFilename(), /\d{4}-\d{2}-\d{2}\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.ok(JSON.stringify(data).includes(this.email));
    assert.ok(!JSON.stringify(data).includes(this.password));
  }

  async askForDeletion() {
    const { input, t, main } = this;
    const summary = main.locator('#delete-account summary');
    await input.press(summary);
    await this.write('deletion-password', this.password);
    await input.press(
      main.locator('#delete-account').getByRole('button', { name: t('Delete my account'), exact: true }),
    );
    await this.confirms(t('Delete my account'));
    await this.button('Keep my account').waitFor();
    await this.isTold('account.deletion_queued');
  }

  async end() {
    const { visitor, input, t, page, main } = this;
    await visitor.visit('/account');
    await this.askForDeletion();
    await input.press(this.button('Keep my account'));
    await main.locator('#delete-account').waitFor();
    await this.isTold('account.deletion_withdrawn');
    await visitor.visit('/account');
    await this.askForDeletion();
    await visitor.visit('/logout');
    await page.waitForURL(new RegExp(`/${visitor.lang}$`), { waitUntil: 'commit' });
    assert.ok(await until('the mail is there', () => this.shop.mail(this.email, t('Your account will be deleted'))));
  }
}

/**
 * @param {Shop} shop
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
export async function customerJourney(shop, visitor, input) {
  const life = new Life(shop, visitor, input);
  await life.register();
  await life.logOut();
  await life.logIn();
  await life.edit();
  await life.keepAddresses();
  await life.order();
  await life.changePassword();
  await life.forgetPassword();
  await life.takeData();
  await life.end();
}
