/**
 * The whole life of a customer: an account is made, left, entered, changed; addresses are kept and orders placed; a password is
 * forgotten; in the end the account is deleted, kept, and deleted.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PEOPLE } from './calls.mjs';
import { hasFocus } from './hands.mjs';
import { SIMPLE } from './screens.mjs';
import { ORDER_BUTTON } from './texts.mjs';
import { until } from './until.mjs';

/** @typedef {import('./browser.mjs').Visitor} Visitor */
/** @typedef {import('./hands.mjs').Hand} Hand */
/** @typedef {import('./shop.mjs').Shop} Shop */

let people = 0;

/** What the steps of a life share. */
class Life {
  /**
   * @param {Shop} shop where mail is read
   * @param {Visitor} visitor
   * @param {Hand} hand
   */
  constructor(shop, visitor, hand) {
    people += 1;
    this.shop = shop;
    this.visitor = visitor;
    this.page = visitor.page;
    this.main = visitor.page.locator('main');
    this.hand = hand;
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
   * A field by its label: beside it stands whether it must be filled.
   * @param {string} id
   * @param {string} text
   */
  async write(id, text) {
    const field = this.main.locator(`#${id}`);
    await this.hand.write(field, text);
    assert.equal(await field.inputValue(), text);
  }

  /** @param {string} name of the first heading, which takes focus when one arrives */
  async arrives(name) {
    const heading = this.main.getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor();
    await until(`focus is at '${name}'`, () => hasFocus(heading));
  }

  /**
   * What a form is told: in the summary, which has focus, word for word as at the field.
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
   * @param {string} name the button's, in the dialog that asks
   * @param {string} keep the other's
   */
  async confirms(name, keep = this.t('Cancel')) {
    const dialog = this.page.locator('dialog[open]');
    await dialog.waitFor();
    const cancel = dialog.getByRole('button', { name: keep, exact: true });
    await until('focus starts on what loses nothing', () => hasFocus(cancel));
    await this.hand.press(dialog.getByRole('button', { name, exact: true }));
    await until('the dialog is gone', async () => (await this.page.locator('dialog[open]').count()) === 0);
  }

  /** @param {string} english a part of the account, at the side or in the list of its first screen */
  async opens(english) {
    const nav = this.main.getByRole('navigation', { name: this.t('Your account'), exact: true });
    const link = nav.getByRole('link', { name: this.t(english), exact: true });
    const [account, orders] = [this.link('Your account').first(), this.link('Your orders').first()];
    /** @param {import('playwright-core').Locator[]} some */
    const oneOf = (...some) =>
      until('the account is there', async () => (await Promise.all(some.map((one) => one.isVisible()))).includes(true));
    await oneOf(link, account, orders);
    // From an order the way back leads over their list.
    if (!(await link.isVisible()) && !(await account.isVisible())) {
      await this.hand.press(orders);
      await oneOf(link, account);
    }
    if (!(await link.isVisible())) await this.hand.press(account);
    await this.hand.press(link);
  }

  async register() {
    const { visitor, hand, t, page } = this;
    await visitor.visit('');
    if (visitor.phone) {
      await hand.press(page.getByRole('button', { name: t('Menu'), exact: true }));
      await hand.press(page.locator('dialog[open]').getByRole('link', { name: t('Log in'), exact: true }));
    } else {
      await hand.press(page.locator('header').getByRole('link', { name: t('Log in'), exact: true }));
    }
    await this.arrives(t('Log in'));
    await hand.press(this.link('Create an account'));
    await this.arrives(t('Create an account'));
    const person = PEOPLE[visitor.lang];
    await this.write('first_name', person.first_name);
    await this.write('last_name', person.last_name);
    await this.write('email', this.email);
    await this.write('password', this.password);
    await this.write('password_confirmation', `${this.password}!`);
    await hand.tick(this.main.locator('#terms'));
    await hand.press(this.button('Create an account'));
    await this.isRefused(t('password.mismatch'));
    await page.locator('#password_confirmation').fill('');
    await this.write('password_confirmation', this.password);
    await hand.press(this.button('Create an account'));
    await this.arrives(t('Your orders'));
    await this.isTold('customer.registered');
    assert.equal(new URL(page.url()).pathname, `/${visitor.lang}/order`);
  }

  async logOut() {
    const { page, visitor, t } = this;
    await this.opens('Log out');
    await page.waitForURL(new RegExp(`/${visitor.lang}$`), { waitUntil: 'commit' });
    await this.isTold('login.logged_out');
    // Back shows nothing of the person.
    await page.goBack({ waitUntil: 'commit' });
    await this.main.getByRole('heading', { level: 1, name: t('Log in'), exact: true }).waitFor();
    assert.ok(!(await this.main.innerText()).includes(this.email));
  }

  /** From a page for customers to the login, and back to it. */
  async logIn() {
    const { visitor, hand, t, page } = this;
    await visitor.visit('/account');
    assert.equal(new URL(page.url()).searchParams.get('return'), `/${visitor.lang}/account`);
    await this.write('email', this.email);
    await this.write('password', 'not-the-password');
    await hand.press(this.button('Log in'));
    await this.isRefused(t('login.incorrect'));
    assert.equal(await page.locator('#email').inputValue(), this.email);
    assert.equal(await page.locator('#password').inputValue(), '');
    await this.write('password', this.password);
    await hand.press(this.button('Log in'));
    await page.waitForURL(/\/account$/, { waitUntil: 'commit' });
    await this.isTold('login.succeeded');
    await this.greets(PEOPLE[visitor.lang].first_name);
  }

  /** @param {string} firstName */
  async greets(firstName) {
    await this.main.getByRole('heading', { level: 1, name: this.t('Good day, {firstName}', { firstName }) }).waitFor();
  }

  async edit() {
    const { hand, t, page } = this;
    await this.opens('Details and password');
    await this.arrives(t('Details and password'));
    const name = page.locator('#details-first_name');
    await name.fill('');
    await this.write('details-first_name', 'Maria');
    // What is not saved is not lost unasked.
    await hand.press(page.locator('header').getByRole('link', { name: /Valmère/ }));
    const dialog = page.getByRole('alertdialog', { name: t('Leave without saving?') });
    await dialog.waitFor();
    await hand.press(dialog.getByRole('button', { name: t('Cancel'), exact: true }));
    await until('the dialog is gone', async () => (await page.locator('dialog[open]').count()) === 0);
    assert.equal(await name.inputValue(), 'Maria');
    await hand.press(this.button('Save changes'));
    await this.isTold('account.saved');
    // On a phone the parts are a list on the first screen, which none of them leads back to by its name.
    if (this.visitor.phone) await hand.press(this.link('Your account').first());
    else await this.opens('Overview');
    await this.greets('Maria');
  }

  async keepAddresses() {
    const { visitor, hand, t, main } = this;
    await this.opens('Addresses');
    await this.arrives(t('Your addresses'));
    await hand.press(this.button('Add your first address'));
    await this.arrives(t('New address'));
    await hand.press(this.button('Save the address'));
    await this.isRefused(t('address.shipping_street_empty'));
    const person = PEOPLE[visitor.lang];
    await this.write('address-address1', person.address1);
    await this.write('address-city', person.city);
    await this.write('address-postcode', person.postcode);
    await this.write('address-telephone', person.telephone);
    await hand.press(this.button('Save the address'));
    await this.arrives(t('Your addresses'));
    await main.getByText(person.address1, { exact: true }).waitFor();
    assert.equal(await main.getByText(t('For delivery'), { exact: true }).count(), 1);

    // A second one, which goes again.
    await hand.press(this.button('Add an address'));
    await this.arrives(t('New address'));
    await this.write('address-address1', `${person.address1} bis`);
    await this.write('address-city', person.city);
    await this.write('address-postcode', person.postcode);
    await this.write('address-telephone', person.telephone);
    await hand.press(this.button('Save the address'));
    await this.arrives(t('Your addresses'));
    const second = main.getByRole('listitem').filter({ hasText: `${person.address1} bis` });
    await hand.press(second.getByRole('button', { name: new RegExp(`^${t('Delete: {name}', { name: '' }).trim()}`) }));
    await this.confirms(t('Delete'));
    await until('the address is gone', async () => (await second.count()) === 0);
    await this.arrives(t('Your addresses'));
    assert.equal(await main.getByText(person.address1, { exact: true }).count(), 1);
  }

  /** With an address of the book, to another that goes into it. */
  async order() {
    const { visitor, hand, t, page, main } = this;
    const person = PEOPLE[visitor.lang];
    await visitor.calls.add(SIMPLE);
    await visitor.visit('/checkout');
    assert.ok(
      await main.locator('input[name="shipping-choice"]').first().isChecked(),
      'the address of the book is chosen',
    );
    assert.equal(
      await main.locator('input[type="email"]').count(),
      0,
      'the address of the account is not asked for again',
    );
    await hand.choose(main.locator('input[name="shipping-choice"][value="other"]'));
    const field = (/** @type {string} */ token) => main.locator(`[autocomplete="shipping ${token}"]`);
    await field('address-line1').waitFor();
    assert.equal(await field('given-name').inputValue(), 'Maria');
    await hand.write(field('address-line1'), '3 Quai du Lac');
    await hand.write(field('address-level2'), person.city);
    await hand.write(field('postal-code'), person.postcode);
    await hand.write(field('tel'), person.telephone);
    await hand.tick(main.getByRole('checkbox', { name: t('Save this address to my address book'), exact: true }));
    await hand.choose(main.locator('input[type="radio"][value="bank_transfer"]'));
    await hand.tick(main.locator('#terms'));
    await hand.press(main.getByRole('button', { name: ORDER_BUTTON[visitor.lang], exact: true }));
    await page.waitForURL(/\/ordersuccess\?token=/, { waitUntil: 'commit' });
    await this.arrives(t('Thank you for your order'));
    assert.equal(await this.link('Create an account').count(), 0, 'whoever has an account is offered none');
    const number = /\d{4}-\d{6}/.exec(await main.innerText())?.[0] ?? '';
    assert.ok(number);

    await visitor.visit('/address');
    await main.getByText('3 Quai du Lac', { exact: true }).waitFor();
    await visitor.visit('/order');
    await hand.press(main.getByRole('link', { name: t('Order {number}', { number }), exact: true }));
    await this.arrives(t('Order {number}', { number }));
    await main.getByText('FR76 3000 6000 0112 3456 7890 189').waitFor();
    await hand.press(this.button('Cancel the order'));
    await this.confirms(t('Cancel the order'), t('Keep the order'));
    await this.isTold('order.canceled');
    await this.arrives(t('Order {number}', { number }));
    await until('nothing more is to be paid', async () => !(await main.innerText()).includes('FR76 3000'));
    assert.equal(await this.button('Cancel the order').count(), 0);
  }

  async changePassword() {
    const { hand, t, page } = this;
    await this.opens('Details and password');
    await this.arrives(t('Details and password'));
    await this.write('password-current_password', this.password);
    this.password = 'montagne-et-lac';
    await this.write('password-password', this.password);
    await this.write('password-password_confirmation', this.password);
    await hand.press(this.button('Change the password'));
    await this.arrives(t('Log in'));
    await this.isTold('password.saved');
    await this.write('email', this.email);
    await this.write('password', this.password);
    await hand.press(this.button('Log in'));
    await page.waitForURL(/\/order$/, { waitUntil: 'commit' });
  }

  /** The link of the mail is the way back, once. */
  async forgetPassword() {
    const { visitor, hand, t, page, main } = this;
    await this.opens('Log out');
    await this.isTold('login.logged_out');
    await visitor.visit('/login');
    await hand.press(this.link('Forgotten your password?'));
    await this.arrives(t('Forgotten your password?'));
    await this.write('email', this.email);
    await hand.press(this.button('Send me a link'));
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
    await hand.press(this.button('Save the password'));
    await this.arrives(t('Log in'));
    await this.isTold('password.saved');
    // It opens nothing a second time.
    await page.goto(link);
    await page.locator('html[data-ready]').waitFor();
    await this.write('password', 'once-more-please');
    await this.write('password_confirmation', 'once-more-please');
    await hand.press(this.button('Save the password'));
    await this.link('Send a new link').waitFor();
    await visitor.visit('/login');
    await this.write('email', this.email);
    await this.write('password', this.password);
    await hand.press(this.button('Log in'));
    await page.waitForURL(/\/order$/, { waitUntil: 'commit' });
  }

  async takeData() {
    const { visitor, hand, page } = this;
    await visitor.visit('/account');
    const coming = page.waitForEvent('download');
    await hand.press(this.button('Download my data'));
    const download = await coming;
    assert.match(download.suggestedFilename(), /\d{4}-\d{2}-\d{2}\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.ok(JSON.stringify(data).includes(this.email));
    assert.ok(!JSON.stringify(data).includes(this.password));
  }

  async askForDeletion() {
    const { hand, t, main } = this;
    const summary = main.locator('#delete-account summary');
    await hand.press(summary);
    await this.write('deletion-password', this.password);
    await hand.press(
      main.locator('#delete-account').getByRole('button', { name: t('Delete my account'), exact: true }),
    );
    await this.confirms(t('Delete my account'));
    await this.button('Keep my account').waitFor();
    await this.isTold('account.deletion_queued');
  }

  async end() {
    const { visitor, hand, t, page, main } = this;
    await visitor.visit('/account');
    await this.askForDeletion();
    await hand.press(this.button('Keep my account'));
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
 * @param {Hand} hand
 */
export async function live(shop, visitor, hand) {
  const life = new Life(shop, visitor, hand);
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
