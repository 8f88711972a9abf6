// @vitest-environment node
/** Checkout form: rules by country, arguments, mapping of refusals. */

import { describe, expect, it } from 'vitest';
import type { Checkout, Country, SavedAddress, UserInfo } from '../../api/types';
import { fieldsOf, isExtra } from '../../domain/address';
import { FRANCE, lyon } from '../../fixtures';
import { check, namesInOrder, problemsOf } from './check';
import { emptyValues, type Values } from './form';
import { placeArgs } from './placeArgs';
import { chooseOther, chooseSaved, customerValues, restoreDraft, startBilling } from './prefill';

const emirates: Country = {
  ...FRANCE,
  id: 'AE',
  name: 'United Arab Emirates',
  fields: ['address1', 'address2', 'city', 'region'],
  required: ['region'],
  postcode_pattern: '',
  postcode_example: '',
  region_label: 'emirate',
  regions: [{ id: 'AE-DU', name: 'Dubai', regions: [] }],
};
const countries = [FRANCE, emirates];
const checkout = {
  bed_terms_required: false,
  payment_methods: [{ code: 'cheque', name: 'Cheque' }],
  shipping_method: 'dhl',
  totals: { total: '84.00' },
} as Checkout;

function filled(more: Partial<Values> = {}): Values {
  return {
    ...emptyValues('FR'),
    email: ' claire@example.com ',
    payment_method: 'cheque',
    terms: true,
    'shipping_address.first_name': 'Claire',
    'shipping_address.last_name': 'Aubert',
    'shipping_address.address1': '12 quai du Lac',
    'shipping_address.city': 'Annecy',
    'shipping_address.postcode': '74 000',
    'shipping_address.telephone': '+33 4 50 00 12 12',
    ...more,
  };
}

describe('fields', () => {
  it('are at most eight text fields', () => {
    const text = fieldsOf(FRANCE).filter((field) => !isExtra(FRANCE, field));
    expect(['email', ...text]).toHaveLength(8);
  });

  it('depend on the country', () => {
    expect(fieldsOf(emirates)).not.toContain('postcode');
    const problems = check(filled({ 'shipping_address.country': 'AE' }), countries, checkout);
    expect(problems).toEqual({ 'shipping_address.region': { id: 'address.region_empty' } });
  });

  it('are all reported at once when empty', () => {
    const found = Object.keys(check(emptyValues('FR'), countries, checkout));
    const order: string[] = namesInOrder(emptyValues('FR'), countries);
    expect(found.sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual([
      'email',
      'shipping_address.first_name',
      'shipping_address.last_name',
      'shipping_address.address1',
      'shipping_address.postcode',
      'shipping_address.city',
      'shipping_address.telephone',
      'payment_method',
      'terms',
    ]);
  });

  it('include the bed terms only for beds', () => {
    expect(check(filled(), countries, checkout)).toEqual({});
    expect(check(filled(), countries, { ...checkout, bed_terms_required: true })).toEqual({
      bed_terms: { id: 'checkout.bed_terms_required' },
    });
  });

  it('validate the billing address by its own country', () => {
    const values = filled({ same_billing: false, 'shipping_address.tax_id': '?' });
    const started = { ...values, ...startBilling((name) => values[name]) };
    expect(started['billing_address.last_name']).toBe('Aubert');
    expect(Object.keys(check(started, countries, checkout)).sort()).toEqual([
      'billing_address.address1',
      'billing_address.city',
      'billing_address.postcode',
    ]);
  });
});

describe('arguments', () => {
  it('are the country’s fields, trimmed, with the displayed total', () => {
    const order = placeArgs(filled({ 'shipping_address.region': 'stale' }), countries, checkout);
    expect(order.email).toBe('claire@example.com');
    expect(order.shipping_address).not.toHaveProperty('region');
    expect(order.billing_address).toBeNull();
    expect(order.expected_total).toBe('84.00');
    expect(order.shipping_method).toBe('dhl');
  });

  it('give the billing address the tax number and the delivery phone', () => {
    const values = filled({ same_billing: false, 'billing_address.country': 'FR', 'billing_address.tax_id': 'FR1' });
    const order = placeArgs(values, countries, checkout);
    expect(order.shipping_address).not.toHaveProperty('tax_id');
    expect(order.billing_address).toMatchObject({ tax_id: 'FR1', telephone: '+33 4 50 00 12 12' });
  });
});

describe('a customer’s form', () => {
  const saved = (id: number, over: Partial<SavedAddress> = {}): SavedAddress => ({
    ...lyon,
    id,
    address1: `${id} rue des Tilleuls`,
    default_shipping: false,
    lines: [],
    ...over,
  });
  const user = {
    email: 'claire@example.com',
    first_name: 'Claire',
    last_name: 'Aubert',
    member_card: '3081031234567890',
  } as UserInfo;
  const customer = { user, addresses: [saved(1), saved(2, { default_shipping: true }), saved(3)] };

  it('starts with the defaults', () => {
    const values = customerValues('GB', customer);
    expect(values).toMatchObject({
      email: 'claire@example.com',
      member_card: '3081 0312 3456 7890',
      shipping_choice: '2',
      'shipping_address.address1': '2 rue des Tilleuls',
      'shipping_address.country': 'FR',
      same_billing: true,
      billing_choice: '',
    });
    const apart = customerValues('GB', { user, addresses: [saved(1), saved(2, { default_billing: true })] });
    expect(apart).toMatchObject({ shipping_choice: '1', same_billing: false, billing_choice: '2' });
    const first = customerValues('FR', { user, addresses: [] });
    expect(first).toMatchObject({ shipping_choice: '', 'shipping_address.first_name': 'Claire' });
  });

  it('saves an address only when entered and requested', () => {
    const typed = filled({ shipping_choice: '', shipping_save: true });
    expect(placeArgs(typed, countries, checkout).shipping_address).toMatchObject({ save_in_address_book: true });
    const chosen = { ...typed, ...chooseSaved('shipping', saved(1)) };
    expect(placeArgs({ ...chosen, shipping_save: true }, countries, checkout).shipping_address).toMatchObject({
      address1: '1 rue des Tilleuls',
      save_in_address_book: false,
    });
    expect(chooseOther('shipping', customer, 'FR')).toMatchObject({
      shipping_choice: '',
      'shipping_address.first_name': 'Claire',
      'shipping_address.address1': '',
      'shipping_address.country': 'FR',
    });
  });

  it('restores a guest’s input under the customer’s e-mail', () => {
    const typed = filled({ email: 'guest@example.com', create_account: true });
    expect(restoreDraft(typed, customerValues('FR', customer), customer)).toMatchObject({
      email: 'claire@example.com',
      create_account: false,
      shipping_choice: '',
      'shipping_address.address1': typed['shipping_address.address1'],
      payment_method: typed.payment_method,
      member_card: '3081 0312 3456 7890',
    });
  });

  it('uses the current address of the book, or a default when deleted', () => {
    const before = { ...filled(), ...chooseSaved('shipping', saved(3, { city: 'Paris' })) };
    const fresh = customerValues('FR', customer);
    expect(restoreDraft(before, fresh, customer)).toMatchObject({
      shipping_choice: '3',
      'shipping_address.city': 'Lyon',
    });
    const fewer = { user, addresses: [saved(2, { default_shipping: true })] };
    expect(restoreDraft(before, customerValues('FR', fewer), fewer)).toMatchObject({
      shipping_choice: '2',
      'shipping_address.address1': '2 rue des Tilleuls',
    });
  });

  it('is a guest’s after a logout', () => {
    const before = { ...filled(), ...chooseSaved('shipping', saved(3)), shipping_save: true };
    expect(restoreDraft(before, emptyValues('FR'), null)).toMatchObject({ shipping_choice: '', shipping_save: false });
  });
});

describe('a refusal', () => {
  it('is mapped to visible fields only', () => {
    const notice = { id: 'address.postcode_format', message: '', params: { example: '75008' } };
    const fields = { 'shipping_address.postcode': notice, expected_total: notice, 'billing_address.city': notice };
    expect(Object.keys(problemsOf(fields, filled(), countries))).toEqual(['shipping_address.postcode']);
  });
});
