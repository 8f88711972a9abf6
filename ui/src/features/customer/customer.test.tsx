/** Login, registration, password reset, logout: errors, kept data, redirects. */

import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedIn } from '../../api/types';
import { cartMergeStore } from '../../state/cartMerge';
import { registrationPrefillStore } from '../../state/registrationPrefill';
import { toastStore } from '../../state/toast';
import { claire, closeShop, type FakeShop, openShop, Refusal, setCookie, show } from '../../testing';
import ForgetPwdScreen from './ForgetPwdScreen';
import LoginScreen from './LoginScreen';
import LogoutScreen from './LogoutScreen';
import RegisterScreen from './RegisterScreen';
import { checkRegister } from './registerForm';
import SetPasswordScreen from './SetPasswordScreen';

const NO_CAPTCHA = { provider: 'none', altcha: null, site_key: '', consent_required: false, expires_at: null };
const RECAPTCHA = { ...NO_CAPTCHA, provider: 'recaptcha', site_key: 'key', consent_required: true };
const INCORRECT = 'Your email or password was entered incorrectly';

let shop: FakeShop;
beforeEach(() => {
  window.dataLayer = undefined;
  shop = openShop({ 'captcha/challenge': NO_CAPTCHA });
});
afterEach(closeShop);

/** A login's answer with its cookie. */
function entered(bag: Partial<LoggedIn['bag']> = {}): () => LoggedIn {
  return () => {
    setCookie('isLogin=1');
    return { ...claire, bag: { total_qty: 0, added_qty: 0, notices: [], ...bag } };
  };
}

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
const write = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const value = (label: string) => (field(label) as HTMLInputElement).value;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Text of the focused error summary. */
async function summary(): Promise<(string | null)[]> {
  const box = await screen.findByRole('alert', { name: 'There is a problem' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  return within(box)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
}

function logIn(): void {
  write('Email', ' claire@example.com ');
  write('Password', 'lac-et-montagne');
  press('Log in');
}

describe('login', () => {
  it('validates before calling', async () => {
    show(LoginScreen, '/en/login');
    press('Log in');
    expect(await summary()).toEqual(['Please enter a valid email address.', 'Enter your password.']);
    expect(shop.sent).toEqual([]);
    expect(document.title).toBe('Error: Log in – Valmère');
  });

  it.each([['login.incorrect'], ['login.disabled']])('shows the same message for %s', async (id) => {
    shop.answers['customer/login'] = new Refusal(id);
    show(LoginScreen, '/en/login');
    logIn();
    expect(await summary()).toEqual([INCORRECT]);
    expect(toastStore.get().current).toMatchObject({ text: INCORRECT, tone: 'error', duration: 3000 });
    expect(value('Email')).toBe('claire@example.com');
    expect(value('Password')).toBe('');
  });

  it('is sent once despite repeated clicks', async () => {
    shop.answers['customer/login'] = entered();
    show(LoginScreen, '/en/login');
    logIn();
    press('Logging in…');
    await waitFor(() => expect(window.location.pathname).toBe('/en/order'));
    const sent = shop.sent.filter(({ path }) => path === 'customer/login');
    expect(sent.map(({ args }) => args)).toEqual([{ email: 'claire@example.com', password: 'lac-et-montagne' }]);
    expect(toastStore.get().current?.text).toBe('You are logged in.');
  });

  it.each([
    ['/en/login?return=%2Fen%2Fcheckout', '/en/checkout', ''],
    ['/en/login?return=%2Fen%2Forder%2Fdetail%3Forder_number%3D1', '/en/order/detail', '?order_number=1'],
    ['/en/login?return=https%3A%2F%2Fevil.example', '/en/order', ''],
    ['/en/login?return=%2F%2Fevil.example%2Fen', '/en/order', ''],
  ])('leads from %s to %s', async (from, path, search) => {
    shop.answers['customer/login'] = entered();
    show(LoginScreen, from);
    logIn();
    await waitFor(() => expect(window.location.pathname).toBe(path));
    expect(window.location.search).toBe(search);
  });

  it('shows the result of the cart merge', async () => {
    const notice = { name: 'Lac towel', message: { id: 'cart.qty_maximum', message: '', params: {} } };
    shop.answers['customer/login'] = entered({ total_qty: 5, added_qty: 2, notices: [notice] });
    show(LoginScreen, '/en/login');
    logIn();
    await waitFor(() => expect(cartMergeStore.get().notices).toEqual([notice]));
    expect(toastStore.get().current?.text).toBe('You are logged in. Your bag now holds 5 items.');
  });

  it('offers guest checkout only when coming from the checkout', () => {
    const { unmount } = show(LoginScreen, '/en/login?return=%2Fen%2Fcheckout');
    expect(screen.getByRole('link', { name: 'Continue as a guest' }).getAttribute('href')).toBe('/en/checkout');
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/en/register?return=%2Fen%2Fcheckout',
    );
    unmount();
    show(LoginScreen, '/en/login?return=%2Fen%2Faccount');
    expect(screen.queryByRole('link', { name: 'Continue as a guest' })).toBeNull();
  });

  it('redirects customers', async () => {
    setCookie('isLogin=1');
    const { customerStore, readCustomer } = await import('../../state/customer');
    readCustomer();
    expect(customerStore.get().loggedIn).toBe(true);
    show(LoginScreen, '/en/login');
    await waitFor(() => expect(window.location.pathname).toBe('/en/order'));
  });
});

describe('registration', () => {
  const filled = {
    first_name: 'Claire',
    last_name: 'Aubert',
    email: 'claire@example.com',
    password: 'lac-et-montagne',
    password_confirmation: 'lac-et-montagne',
    member_card: '',
    newsletter: false,
    terms: true,
    captcha: '',
  };

  it('validates required fields', () => {
    expect(checkRegister(filled)).toEqual({});
    const wrong = checkRegister({
      ...filled,
      first_name: '',
      last_name: '<b>',
      email: 'claire@',
      password: '12345',
      password_confirmation: '',
      member_card: '1234',
      terms: false,
    });
    expect(Object.fromEntries(Object.entries(wrong).map(([name, { id }]) => [name, id]))).toEqual({
      first_name: 'address.first_name_empty',
      last_name: 'address.last_name_bad_characters',
      email: 'email.invalid',
      password: 'password.too_short',
      password_confirmation: 'password.confirmation_empty',
      member_card: 'member.card_invalid',
      terms: 'customer.terms_required',
    });
  });

  function fill(): void {
    write('First name', 'Claire');
    write('Last name', 'Aubert');
    write('Email', 'claire@example.com');
    write('Password', 'lac-et-montagne');
    write('Confirm password', 'lac-et-montagne');
    fireEvent.click(screen.getByRole('checkbox', { name: /I accept/ }));
    press('Create an account');
  }

  it('links to the login for an existing account', async () => {
    shop.answers['customer/create'] = new Refusal('form.problem', { email: 'customer.exists' });
    show(RegisterScreen, '/en/register?return=%2Fen%2Fcheckout');
    fill();
    expect(await summary()).toEqual(['There is already an account with this email address.']);
    const links = screen.getAllByRole('link', { name: 'Log in' }).map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/en/login?return=%2Fen%2Fcheckout', '/en/login?return=%2Fen%2Fcheckout']);
    expect(screen.getByRole('link', { name: 'Forgotten your password?' })).toBeTruthy();
    expect(value('Password')).toBe('lac-et-montagne');
  });

  it('shows a captcha error at the captcha', async () => {
    shop.answers['customer/create'] = new Refusal('captcha.wrong');
    show(RegisterScreen, '/en/register');
    fill();
    expect(await summary()).toEqual(['The security check failed: wrong code. Please try the new one.']);
  });

  it('creates the account and returns', async () => {
    shop.answers['customer/create'] = entered();
    show(RegisterScreen, '/en/register?return=%2Fen%2Fcheckout');
    fill();
    await waitFor(() => expect(window.location.pathname).toBe('/en/checkout'));
    const sent = shop.sent.find(({ path }) => path === 'customer/create');
    expect(sent?.args).toEqual(filled);
    expect(toastStore.get().current?.text).toBe('Your account is ready.');
    expect(window.dataLayer).toBeUndefined();
  });

  it('pushes the newsletter event when it subscribes', async () => {
    shop.answers['customer/create'] = entered();
    show(RegisterScreen, '/en/register', [], { newsletter: true });
    fireEvent.click(screen.getByRole('checkbox', { name: /newsletter/ }));
    fill();
    await waitFor(() => expect(window.location.pathname).toBe('/en/order'));
    expect(window.dataLayer).toEqual([{ event: 'newsletter_subscribe', source: 'registration', language: 'en' }]);
  });

  it('asks for consent to the captcha in its own words', async () => {
    shop.answers['captcha/challenge'] = RECAPTCHA;
    show(RegisterScreen, '/en/register');
    fill();
    expect(await summary()).toEqual(['Please allow the captcha cookies to create an account.']);
  });

  it('is prefilled after an order', () => {
    registrationPrefillStore.set({ email: 'claire@example.com', first_name: 'Claire', last_name: 'Aubert' });
    show(RegisterScreen, '/en/register');
    expect([value('First name'), value('Last name'), value('Email')]).toEqual([
      'Claire',
      'Aubert',
      'claire@example.com',
    ]);
  });
});

describe('password reset', () => {
  it('answers the same for every address', async () => {
    shop.answers['account/forgot'] = { message: { id: 'password.forgot_neutral', message: '', params: {} } };
    show(ForgetPwdScreen, '/en/forgetpwd');
    write('Email', 'nobody@example.com');
    press('Send me a link');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Please check your email' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByText(/^If we recognise this email address/)).toBeTruthy();
    expect(toastStore.get().current?.text).toMatch(/^If we recognise this email address/);
    expect(shop.sent.at(-1)?.args).toEqual({ email: 'nobody@example.com', captcha: '' });
  });

  it('asks for consent to the captcha in its own words', async () => {
    shop.answers['captcha/challenge'] = RECAPTCHA;
    show(ForgetPwdScreen, '/en/forgetpwd');
    write('Email', 'claire@example.com');
    press('Send me a link');
    expect(await summary()).toEqual(['Please allow the captcha cookies to ask for a new password.']);
    expect(shop.sent.map(({ path }) => path)).not.toContain('account/forgot');
  });

  it('shows when it is rate limited', async () => {
    shop.answers['account/forgot'] = new Refusal('password.too_many_resets');
    show(ForgetPwdScreen, '/en/forgetpwd');
    write('Email', 'claire@example.com');
    press('Send me a link');
    expect((await summary())[0]).toMatch(/^There have been too many requests to reset/);
  });

  it('sets the password by the mailed link, with a notice at the login', async () => {
    shop.answers['account/reset'] = { message: { id: 'password.saved', message: '', params: {} } };
    show(SetPasswordScreen, '/en/account/setPassword?token=abc');
    write('New password', 'lac-et-montagne');
    write('Confirm new password', 'lac-et-montagn');
    press('Save password');
    expect(await summary()).toEqual(['The two passwords do not match.']);
    write('Confirm new password', 'lac-et-montagne');
    press('Save password');
    await waitFor(() => expect(window.location.pathname).toBe('/en/login'));
    expect(toastStore.get().current?.text).toBe('Your password has been saved. Please log in again.');
    expect(shop.sent[0]?.args).toEqual({
      token: 'abc',
      password: 'lac-et-montagne',
      password_confirmation: 'lac-et-montagne',
    });
    show(LoginScreen, '/en/login');
    expect(screen.getByText('Your password has been saved. Please log in again.')).toBeTruthy();
  });

  it.each([['password.token_mismatch'], ['password.token_expired']])('offers a new link: %s', async (id) => {
    shop.answers['account/reset'] = new Refusal(id);
    show(SetPasswordScreen, '/en/account/setPassword?token=abc');
    write('New password', 'lac-et-montagne');
    write('Confirm new password', 'lac-et-montagne');
    press('Save password');
    const link = await screen.findByRole('link', { name: 'Send a new link' });
    expect(link.getAttribute('href')).toBe('/en/forgetpwd');
  });

  it('shows no form without a token', () => {
    show(SetPasswordScreen, '/en/account/setPassword');
    expect(screen.queryByLabelText(/^New password/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Send a new link' })).toBeTruthy();
  });
});

describe('logout', () => {
  it('clears personal data and leads to the home page', async () => {
    setCookie('isLogin=1');
    window.sessionStorage.setItem('checkout', '{"email":"claire@example.com"}');
    shop.answers['customer/logout'] = () => {
      setCookie('isLogin=0');
      return { message: { id: 'login.logged_out', message: '', params: {} } };
    };
    const { answers } = show(LogoutScreen, '/en/logout', [['account/info', {}, claire]]);
    await waitFor(() => expect(window.location.pathname).toBe('/en'));
    expect(answers.get('account/info', {})).toBeUndefined();
    expect(window.sessionStorage.length).toBe(0);
    expect(toastStore.get().current?.text).toBe('You have logged out.');
  });

  it('shows a failure', async () => {
    shop.answers['customer/logout'] = new Refusal('error.try_later');
    show(LogoutScreen, '/en/logout');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    await waitFor(() => expect(toastStore.get().current?.tone).toBe('error'));
    expect(window.location.pathname).toBe('/en/logout');
  });
});
