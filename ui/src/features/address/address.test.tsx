/** Address book: fields by country, defaults, confirmed deletion. */

import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SavedAddress } from '../../api/types';
import { fakeHistory } from '../../fakeHistory';
import { FRANCE, lyon } from '../../fixtures';
import { claire, closeShop, type FakeShop, openShop, Refusal, setCookie, show } from '../../testing';
import AddressScreen from './AddressScreen';
import { checkAddress, inputOf, newAddress } from './addressForm';

const COUNTRIES = [FRANCE];

const book = (items: SavedAddress[]) => ({ items, max: 20, saved_id: null });

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({ 'account/info': claire, 'checkout/region': COUNTRIES, 'address/index': book([lyon]) });
  setCookie('isLogin=1');
});
afterEach(() => {
  vi.restoreAllMocks();
  closeShop();
});

const open = (items: SavedAddress[]) =>
  show(AddressScreen, '/en/address', [
    ['address/index', {}, book(items)],
    ['checkout/region', {}, COUNTRIES],
    ['account/info', {}, claire],
  ]);

describe('address form', () => {
  it('validates as at the checkout, and sends the fields of the country', () => {
    const values = { ...newAddress('FR', true, { first_name: 'Claire', last_name: 'Aubert' }), county: 'Rhône' };
    expect(Object.keys(checkAddress(values, COUNTRIES))).toEqual(['address1', 'postcode', 'city', 'telephone']);
    const filled = {
      ...values,
      address1: ' 4 rue des Tilleuls ',
      city: 'Lyon',
      postcode: '69002',
      telephone: '0450001212',
    };
    expect(checkAddress(filled, COUNTRIES)).toEqual({});
    expect(inputOf(filled, COUNTRIES)).toEqual({
      first_name: 'Claire',
      last_name: 'Aubert',
      company: '',
      country: 'FR',
      address1: '4 rue des Tilleuls',
      address2: '',
      postcode: '69002',
      city: 'Lyon',
      telephone: '0450001212',
      tax_id: '',
      default_shipping: true,
      default_billing: true,
    });
  });
});

describe('address book', () => {
  it('makes the first address the default for everything', async () => {
    shop.answers['address/create'] = book([lyon]);
    open([]);
    fireEvent.click(screen.getByRole('button', { name: 'Add your first address' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'New address' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect((screen.getByLabelText(/^First name/) as HTMLInputElement).value).toBe('Claire');
    expect((screen.getByRole('checkbox', { name: 'For delivery' }) as HTMLInputElement).checked).toBe(true);

    fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
    const summary = await screen.findByRole('alert', { name: 'There is a problem' });
    expect(within(summary).getAllByRole('link')).toHaveLength(4);
    expect(shop.sent.some(({ path }) => path === 'address/create')).toBe(false);

    for (const [label, value] of [
      [/^Address line 1/, '4 rue des Tilleuls'],
      [/^Postcode/, '69002'],
      [/^City/, 'Lyon'],
      [/^Phone/, '0450001212'],
    ] as const) {
      fireEvent.input(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('69002 Lyon')).toBeTruthy();
    expect(screen.getByText('For delivery')).toBeTruthy();
  });

  it('keeps the input after a refusal', async () => {
    shop.answers['address/update'] = new Refusal('form.problem', { postcode: 'address.postcode_format' });
    open([lyon]);
    fireEvent.click(screen.getByRole('button', { name: 'Change: Claire Aubert, 4 rue des Tilleuls' }));
    fireEvent.input(await screen.findByLabelText(/^City/), { target: { value: 'Villeurbanne' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
    await screen.findByRole('alert', { name: 'There is a problem' });
    expect((screen.getByLabelText(/^City/) as HTMLInputElement).value).toBe('Villeurbanne');
    expect(shop.sent.find(({ path }) => path === 'address/update')?.args).toMatchObject({
      id: 3,
      city: 'Villeurbanne',
      default_shipping: true,
      default_billing: false,
    });
  });

  it('confirms deletion, naming the effect on defaults', async () => {
    shop.answers['address/delete'] = book([]);
    open([lyon]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete: Claire Aubert, 4 rue des Tilleuls' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this address?' });
    expect(within(dialog).getByText(/^It is preselected at checkout/)).toBeTruthy();
    expect(shop.sent.some(({ path }) => path === 'address/delete')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'No addresses yet' })).toBeTruthy();
    expect(shop.sent.find(({ path }) => path === 'address/delete')?.args).toMatchObject({ id: '3' });
  });

  it('is changed and deleted by pages of its own, too', async () => {
    shop.answers['address/delete'] = book([]);
    const primed: Parameters<typeof show>[2] = [
      ['address/index', {}, book([lyon])],
      ['checkout/region', {}, COUNTRIES],
      ['account/info', {}, claire],
    ];
    for (const [id, title] of [
      ['3', 'Edit address'],
      ['4', 'Your addresses'],
    ]) {
      const shown = show(AddressScreen, `/en/address?edit=${id}`, primed);
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
      shown.unmount();
    }
    show(AddressScreen, '/en/address?confirm=3', primed);
    expect(screen.getByRole('heading', { level: 1, name: 'Delete this address?' })).toBeTruthy();
    expect(screen.getByText(/^It is preselected at checkout/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/en/address');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'No addresses yet' })).toBeTruthy();
    expect(shop.sent.find(({ path }) => path === 'address/delete')?.args).toMatchObject({ id: '3' });
  });

  it('forgets what its query asked for once the form is closed', async () => {
    fakeHistory();
    const primed: Parameters<typeof show>[2] = [
      ['address/index', {}, book([lyon])],
      ['checkout/region', {}, COUNTRIES],
      ['account/info', {}, claire],
    ];
    for (const asked of ['3', 'new']) {
      const shown = show(AddressScreen, `/en/address?edit=${asked}`, primed);
      expect(document.getElementById('address-city')).toBeTruthy();
      fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
      await waitFor(() => expect(window.location.search).toBe(''));
      expect(window.location.pathname).toBe('/en/address');
      await waitFor(() => expect(document.getElementById('address-city')).toBeNull());
      shown.unmount();
    }
    // A saved address leads to the list as well, and its query asks no more.
    shop.answers['address/update'] = book([{ ...lyon, city: 'Villeurbanne' }]);
    show(AddressScreen, '/en/address?edit=3', primed);
    fireEvent.submit(document.getElementById('address-city')?.closest('form') as HTMLFormElement);
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(document.getElementById('address-city')).toBeNull());
  });

  it('shows when it is full', () => {
    show(AddressScreen, '/en/address', [
      ['address/index', {}, { ...book([lyon]), max: 1 }],
      ['checkout/region', {}, COUNTRIES],
    ]);
    expect(screen.getByRole('button', { name: 'Add an address' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Your address book holds up to 1 address.')).toBeTruthy();
  });
});
