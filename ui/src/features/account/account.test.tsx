/** Account screens: contents, deletion, and form drafts. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserInfo } from '../../api/types';
import { loginNoticeStore } from '../../state/login';
import { navigate } from '../../state/navigation';
import { focusHeading } from '../../state/page';
import { toastStore } from '../../state/toast';
import { claire, closeShop, type FakeShop, noLists, openShop, Refusal, setCookie, show } from '../../testing';
import AccountEditScreen from './AccountEditScreen';
import AccountScreen from './AccountScreen';
import { checkDetails, checkPassword, detailsOf, isOtherEmail } from './accountForms';
import InvoicesScreen from './InvoicesScreen';

const NO_ORDERS = { items: [], total: 0, page: 1, per_page: 10 };
const NO_ADDRESSES = { items: [], max: 20, saved_id: null };
const NO_INVOICES = { items: [], total: 0, page: 1, per_page: 20 };
const NO_CARD = { member_card: null, points_due: 0, points_pending: 0 };

let shop: FakeShop;
beforeEach(() => {
  window.dataLayer = undefined;
  shop = openShop({
    'account/info': claire,
    'order/index': NO_ORDERS,
    'invoice/index': NO_INVOICES,
    'address/index': NO_ADDRESSES,
    'membercard/index': NO_CARD,
  });
  setCookie('isLogin=1');
});
afterEach(closeShop);

function open(user: Partial<UserInfo> = {}, answers: Record<string, unknown> = {}) {
  Object.assign(shop.answers, { 'account/info': { ...claire, ...user }, ...answers });
  return show(AccountScreen, '/en/account');
}

describe('invoices', () => {
  const paper = (number: string, kind: 'invoice' | 'credit_note') => ({
    number,
    kind,
    issued_at: '2026-11-21T09:30:00Z',
    order_number: '2026-000123',
    currency: 'EUR',
    total: '84.00',
    url: kind === 'invoice' ? '/en/invoice/2026-000123' : `/en/invoice/2026-000123/${number}`,
  });

  it('are paged, each with its order and its file', async () => {
    shop.answers['invoice/index'] = ({ page = '1' }: { page?: string }) => ({
      items: page === '1' ? [paper('CN-2026-000001', 'credit_note')] : [paper('INV-2026-000007', 'invoice')],
      total: 2,
      page: Number(page),
      per_page: 1,
    });
    show(InvoicesScreen, '/en/account/invoices');
    const row = await screen.findByRole('row', { name: /CN-2026-000001/ });
    for (const words of ['Credit note', '21 November 2026', '€84.00'])
      expect(within(row).getByText(words)).toBeTruthy();
    const order = within(row).getByRole('link', { name: 'Order 2026-000123' });
    expect(order.getAttribute('href')).toBe('/en/order/detail?order_number=2026-000123');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    const file = await screen.findByRole('link', { name: 'INV-2026-000007, PDF' });
    expect(file.getAttribute('href')).toBe('/en/invoice/2026-000123');
    expect(screen.getByText('2 of 2')).toBeTruthy();
  });

  it('can be reloaded after an error; empty state', async () => {
    shop.answers['invoice/index'] = new Refusal('try_later');
    show(InvoicesScreen, '/en/account/invoices');
    const again = await screen.findByRole('button', { name: 'Try again' });
    shop.answers['invoice/index'] = NO_INVOICES;
    fireEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeTruthy();
  });

  it('are listed in the account, newest first; empty state', async () => {
    open({}, { 'invoice/index': { ...NO_INVOICES, items: [paper('INV-2026-000007', 'invoice')], total: 1 } });
    expect((await screen.findByRole('link', { name: 'INV-2026-000007, PDF' })).getAttribute('href')).toBe(
      '/en/invoice/2026-000123',
    );
    expect((await screen.findByRole('link', { name: 'All invoices' })).getAttribute('href')).toBe(
      '/en/account/invoices',
    );
  });
});

describe('account overview', () => {
  it('greets the customer, with empty states', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: 'Welcome, Claire' });
    expect(await screen.findByText(/^No orders yet/)).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Add your first address' })).getAttribute('href')).toBe(
      '/en/address',
    );
    expect((await screen.findByRole('link', { name: 'Add a member card' })).getAttribute('href')).toBe(
      '/en/account/edit',
    );
    expect(document.title).toBe('Your account – Valmère');
  });

  it('shows orders, addresses and points', async () => {
    const address = {
      id: 3,
      lines: ['Claire Aubert', '4 rue des Tilleuls', '69002 Lyon', 'France'],
      default_shipping: true,
      default_billing: true,
    };
    const order = {
      order_number: '2026-000123',
      created_at: '2026-11-21T09:30:00Z',
      status: 'shipped',
      status_label: 'Shipped',
      method: 'cheque',
      method_label: 'Cheque',
      currency: 'EUR',
      total: '84.00',
      total_qty: 2,
      names: ['Lac towel', 'Robe'],
      can_cancel: false,
    };
    open(
      {},
      {
        'order/index': { ...NO_ORDERS, items: [order], total: 1 },
        'address/index': { ...NO_ADDRESSES, items: [address] },
        'membercard/index': { member_card: '3081031234567890', points_due: 1250, points_pending: 84 },
      },
    );
    const row = await screen.findByRole('row', { name: /2026-000123/ });
    for (const words of ['Lac towel, Robe', '21 November 2026', 'Shipped', '€84.00', '2 items']) {
      expect(within(row).getByText(words)).toBeTruthy();
    }
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/en/order/detail?order_number=2026-000123');
    expect(await screen.findByText('For delivery and invoices')).toBeTruthy();
    expect(await screen.findByText('3081 0312 3456 7890')).toBeTruthy();
    expect(screen.getByText('1,250')).toBeTruthy();
  });

  it.each([
    [{ subscribed: true, confirmation_pending: false, ends_at: null }, 'You receive our newsletters.'],
    [
      { subscribed: false, confirmation_pending: true, ends_at: null },
      'Your subscription is waiting for you to confirm it, using the link in our email.',
    ],
    [
      { subscribed: true, confirmation_pending: false, ends_at: '2026-11-24T10:00:00Z' },
      'You have unsubscribed. This takes 1 to 2 working days; a newsletter may still reach you until 24 November 2026.',
    ],
  ])('shows the newsletter status: %o', async (newsletter, words) => {
    open({ newsletter: { ...newsletter, letters: noLists } });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('changes newsletter choices, and unsubscribes', async () => {
    const newsletter = { subscribed: true, confirmation_pending: false, ends_at: null };
    const { sent } = shop;
    const press = (element: HTMLElement) => act(() => void fireEvent.click(element));
    open(
      { newsletter: { ...newsletter, letters: { ...noLists, brand: 1 } } },
      {
        'newsletter/subscribe': { message: { id: 'newsletter.subscribed', message: '', params: {} }, ends_at: null },
        'newsletter/unsubscribe': {
          message: { id: 'newsletter.unsubscribed', message: '', params: {} },
          ends_at: null,
        },
      },
    );
    const hotels = (await screen.findByLabelText(/^The hotels of/)) as HTMLInputElement;
    expect(hotels.checked).toBe(true);
    press(hotels);
    press(screen.getByRole('button', { name: 'Save my choice' }));
    expect(await screen.findByText('Please select one or more ways to hear from us.')).toBeTruthy();
    press(screen.getByLabelText(/^The boutique/));
    press(screen.getByRole('button', { name: 'Save my choice' }));
    const own = {
      email: 'claire@example.com',
      hah_subscribe: '1',
      brand: '0',
      all_subscribe_status: '0',
      source: 'account',
    };
    await waitFor(() => expect(sent.find(({ path }) => path === 'newsletter/subscribe')?.args).toMatchObject(own));
    await screen.findByRole('button', { name: 'Save my choice' });
    shop.answers['account/info'] = {
      ...claire,
      newsletter: { ...newsletter, ends_at: '2026-11-24T10:00:00Z', letters: noLists },
    };
    expect(window.dataLayer).toBeUndefined();
    press(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText(/until 24 November 2026/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Keep receiving newsletters' })).toBeTruthy();
  });

  it('pushes the newsletter event when it subscribes', async () => {
    shop.answers['newsletter/subscribe'] = {
      message: { id: 'newsletter.confirm', message: '', params: {} },
      ends_at: null,
    };
    show(AccountScreen, '/en/account', [], { newsletter: true });
    fireEvent.click(await screen.findByLabelText(/^The boutique/));
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() =>
      expect(window.dataLayer).toEqual([{ event: 'newsletter_subscribe', source: 'account', language: 'en' }]),
    );
    expect(toastStore.get().current?.text).toBe('Please confirm your subscription in the email we have just sent you.');
  });

  it('hides the newsletter when the shop has none', async () => {
    open();
    await screen.findByText('Claire Aubert');
    expect(screen.queryByText(/letters/)).toBeNull();
  });

  it('handles errors per section', async () => {
    open({}, { 'membercard/index': new Refusal('error.try_later') });
    await screen.findByText('Claire Aubert');
    const again = await screen.findByRole('button', { name: 'Try again' });
    shop.answers['membercard/index'] = NO_CARD;
    fireEvent.click(again);
    expect(await screen.findByText(/^With your card number/)).toBeTruthy();
  });
});

describe('account deletion', () => {
  const deletion = { asked_at: '2026-11-21T09:30:00Z', due_at: '2026-11-24T09:30:00Z' };
  const ask = async (password: string) => {
    const control = await screen.findByLabelText(/^Your password/, { selector: 'input' });
    fireEvent.input(control, { target: { value: password } });
    const [button] = screen.getAllByRole('button', { name: 'Delete my account', hidden: true });
    fireEvent.click(button as HTMLElement);
    return control;
  };
  const confirm = async () => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete your account?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' }));
  };

  it('asks for the password and a confirmation', async () => {
    open();
    const control = await ask('');
    expect(await screen.findByText('Enter your current password.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(control));
    expect(screen.queryByRole('alertdialog')).toBeNull();

    shop.answers['account/delete'] = { ...claire, deletion };
    await ask('lac-et-montagne');
    expect(shop.sent.some(({ path }) => path === 'account/delete')).toBe(false);
    await confirm();
    expect(await screen.findByText(/It will be carried out on 24 November 2026/)).toBeTruthy();
    expect(shop.sent.find(({ path }) => path === 'account/delete')?.args).toEqual({ password: 'lac-et-montagne' });
    expect(screen.queryByText('Delete your account')).toBeNull();
  });

  it('is refused with a wrong password', async () => {
    open({}, { 'account/delete': new Refusal('form.problem', { password: 'password.current_wrong' }) });
    const control = await ask('wrong');
    await confirm();
    expect(await screen.findByText('The current password is not correct.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(control));
  });

  it('has a page of its own, too', async () => {
    shop.answers['account/delete'] = { ...claire, deletion };
    show(AccountScreen, '/en/account?confirm=delete');
    await screen.findByRole('heading', { level: 1, name: 'Delete your account?' });
    expect(screen.queryByRole('heading', { name: 'Your orders' })).toBeNull();
    await ask('lac-et-montagne');
    await confirm();
    expect(await screen.findByText(/It will be carried out on 24 November 2026/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Delete your account?' })).toBeNull();
  });

  it('can be cancelled', async () => {
    open({ deletion }, { 'account/undelete': claire });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText('Delete your account')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
  });
});

describe('account/edit', () => {
  const values = detailsOf(claire);

  it('asks for the password only when the e-mail address changes', () => {
    expect(isOtherEmail({ email: ' CLAIRE@example.com ' }, claire.email)).toBe(false);
    expect(checkDetails(values, claire.email)).toEqual({});
    expect(checkDetails({ ...values, email: 'new@example.com' }, claire.email)).toEqual({
      current_password: { id: 'password.current_empty' },
    });
    expect(Object.keys(checkPassword({ current_password: '', password: '12345', password_confirmation: 'x' }))).toEqual(
      ['current_password', 'password'],
    );
  });

  const first = async () => (await screen.findByLabelText(/^First name/)) as HTMLInputElement;

  it('keeps the focus on its heading when the answer comes late', async () => {
    show(AccountEditScreen, '/en/account/edit');
    // As after a navigation; the answer has not come yet.
    focusHeading();
    expect(screen.queryByLabelText(/^First name/)).toBeNull();
    await screen.findByLabelText(/^First name/);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Details and password' }));
  });

  it('saves changes and shows a notice', async () => {
    shop.answers['account/update'] = (args: Record<string, string>) => ({ ...claire, first_name: args.first_name });
    show(AccountEditScreen, '/en/account/edit');
    fireEvent.input(await first(), { target: { value: ' Clara  Maria ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findAllByText('Your changes have been saved.')).length).toBeGreaterThan(0);
    expect(shop.sent.find(({ path }) => path === 'account/update')?.args).toEqual({
      first_name: 'Clara Maria',
      last_name: 'Aubert',
      email: 'claire@example.com',
      member_card: '',
      current_password: '',
    });
    expect((await first()).value).toBe('Clara Maria');
  });

  it('confirms leaving with unsaved input', async () => {
    show(AccountEditScreen, '/en/account/edit');
    fireEvent.input(await first(), { target: { value: 'Clara' } });
    navigate('/en/cart');
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(window.location.pathname).toBe('/en/account/edit');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Leave without saving?' })).toBeNull());
    fireEvent.input(await first(), { target: { value: 'Claire' } });
    await waitFor(() => {
      navigate('/en/cart');
      expect(window.location.pathname).toBe('/en/cart');
    });
  });

  it('leads to the login after a password change', async () => {
    shop.answers['account/password'] = () => {
      setCookie('isLogin=0');
      return { message: { id: 'password.saved', message: '', params: {} } };
    };
    show(AccountEditScreen, '/en/account/edit');
    for (const [label, value] of [
      [/^Current password/, 'lac-et-montagne'],
      [/^New password/, 'montagne-et-lac'],
      [/^Confirm new password/, 'montagne-et-lac'],
    ] as const) {
      fireEvent.input(await screen.findByLabelText(label, { selector: 'input' }), { target: { value } });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(window.location.pathname).toBe('/en/login'));
    expect(loginNoticeStore.get().messageId).toBe('password.saved');
  });

  it('keeps input over an expired session, for the same customer only', async () => {
    shop.answers['account/update'] = new Refusal('login.required');
    const before = show(AccountEditScreen, '/en/account/edit');
    fireEvent.input(await first(), { target: { value: 'Clara' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(window.location.pathname).toBe('/en/login'));
    expect(window.location.search).toBe('?return=%2Fen%2Faccount%2Fedit');
    await waitFor(() => expect(window.sessionStorage.getItem('kept-input')).toContain('Clara'));
    before.unmount();

    show(AccountEditScreen, '/en/account/edit').unmount();
    const kept = window.sessionStorage.getItem('kept-input') ?? '';
    shop.answers['account/info'] = { ...claire, email: 'somebody@example.com', first_name: 'Some' };
    const other = show(AccountEditScreen, '/en/account/edit');
    expect((await first()).value).toBe('Some');
    other.unmount();

    window.sessionStorage.setItem('kept-input', kept);
    shop.answers['account/info'] = claire;
    show(AccountEditScreen, '/en/account/edit');
    await waitFor(async () => expect((await first()).value).toBe('Clara'));
    expect(window.sessionStorage.getItem('kept-input')).toBeNull();
  });
});
