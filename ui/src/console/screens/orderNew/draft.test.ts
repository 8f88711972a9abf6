import { describe, expect, it } from 'vitest';
import type { CustomerDetail, TelephoneForm } from '../../api/types';
import { addressOf, emptyValues, isBegun, readOrder, valuesOf } from './draft';

const pickup = {
  address: '12 quai du Lac',
  postcode: '74000',
  city: 'Annecy',
  country: 'FR',
  from_day: 1,
  to_day: 6,
  opens: '10:00',
  closes: '18:00',
};
const form: TelephoneForm = {
  languages: [
    { lang: 'en', country: 'GB', currency: 'GBP' },
    { lang: 'de', country: 'DE', currency: 'EUR' },
  ],
  currencies: ['EUR', 'GBP'],
  pickup,
};

describe('an order that is being taken', () => {
  it('begins with what is usual in the reader’s language', () => {
    const values = emptyValues(form, 'de');
    expect([values.lang, values.currency, values['shipping_address.country']]).toEqual(['de', 'EUR', 'DE']);
    expect(emptyValues(form, 'xx').lang).toBe('en');
  });

  it('is kept once something is typed or chosen, and read again only if it is one', () => {
    const values = emptyValues(form, 'de');
    expect(isBegun({ values, goods: [] }, values)).toBe(false);
    expect(isBegun({ values: { ...values, search: 'lac' }, goods: [] }, values)).toBe(false);
    expect(isBegun({ values: { ...values, email: 'a' }, goods: [] }, values)).toBe(true);
    const draft = { values, goods: [], key: 'k' };
    expect(readOrder(JSON.stringify(draft))).toEqual(draft);
    for (const text of ['', '{', '[]', '{"values":{},"goods":3,"key":"k"}']) expect(readOrder(text)).toBeUndefined();
  });

  it('takes over what is known of a customer, but not the house where they collected', () => {
    const address = { first_name: 'Ada', last_name: 'King', address1: '1 High Street', postcode: 'SW1Y 4LB' };
    const customer = {
      first_name: 'Ada',
      last_name: 'King',
      email: 'ada@example.com',
      lang: 'fr',
      member_card: null,
      addresses: [
        { lines: [], address: { ...address, address1: pickup.address, postcode: pickup.postcode } },
        { lines: [], address },
      ],
    } as unknown as CustomerDetail;
    const values = valuesOf(customer, pickup);
    expect(values['shipping_address.address1']).toBe('1 High Street');
    expect([values.email, values.lang, values.member_card]).toEqual(['ada@example.com', 'fr', '']);
    expect(addressOf({ ...values, 'shipping_address.city': ' London ' }, 'shipping_address').city).toBe('London');
  });
});
