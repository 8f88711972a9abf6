/** Test data that several test files use. Not imported by the application. */

import type { Country, HouseWords, PaymentResult, SavedAddress, TimeZone } from './api/types';
import type { MailSite } from './mail/render';

/** Around 2026: from when (seconds since 1970) how many minutes ahead of UTC. */
export const PARIS: TimeZone = {
  name: 'Europe/Paris',
  offsets: [
    [1_743_296_400, 120],
    [1_761_440_400, 60],
    [1_774_746_000, 120],
    [1_792_890_000, 60],
    [1_806_195_600, 120],
    [1_824_944_400, 60],
  ],
};

/** Of a house that says nothing of itself. */
export const noWords: HouseWords = {
  line: '',
  newsletter_title: '',
  newsletter_text: '',
  invitation: '',
  hotel_letters: '',
  signature: '',
  about: '',
};

export const mailSite: MailSite = {
  brand: 'Valmère',
  lang: 'en',
  phone: '+33 4 50 00 12 12',
  email: 'maison@valmere.example',
  public_url: 'https://shop.example',
  time_zone: PARIS,
  look: {
    typeface: 'spectral',
    logo: null,
    shades: {
      background: '#fbf9f5',
      surface: '#f3eee6',
      surface_strong: '#e6ddd0',
      text: '#1d2226',
      text_secondary: '#50565a',
      text_tertiary: '#62676a',
      primary: '#203c45',
      primary_strong: '#152a31',
      accent: '#7c5d2e',
      accent_soft: '#d3b988',
      border: '#82796c',
      border_subtle: '#d9d1c4',
    },
    words: noWords,
  },
  company: { name: 'Valmère Maison SAS', address: ['12 quai du Lac', '74000 Annecy'] },
};

export const FRANCE: Country = {
  id: 'FR',
  name: 'France',
  eu: true,
  fields: ['address1', 'address2', 'postcode', 'city'],
  required: ['postcode', 'city'],
  lines: [],
  postcode_pattern: '^\\d{2} ?\\d{3}$',
  postcode_example: '75008',
  postcode_label: 'postal_code',
  city_label: 'city',
  region_label: '',
  county_label: '',
  regions: [],
};

const LINES = ['Claire Aubert', '4 rue des Tilleuls', '69002 Lyon', 'France'];

/** The default for deliveries. */
export const lyon: SavedAddress = {
  id: 3,
  first_name: 'Claire',
  last_name: 'Aubert',
  company: '',
  address1: '4 rue des Tilleuls',
  address2: '',
  city: 'Lyon',
  county: '',
  region: '',
  postcode: '69002',
  country: 'FR',
  telephone: '+33 4 50 00 12 12',
  tax_id: '',
  default_billing: false,
  default_shipping: true,
  save_in_address_book: false,
  lines: LINES,
};

export const totals: PaymentResult['totals'] = {
  currency: 'EUR',
  subtotal_incl_tax: '120.00',
  subtotal_excl_tax: '100.00',
  discount_amount: '36.00',
  discount_net_amount: '30.00',
  shipping_amount: '0.00',
  shipping_discount: '0.00',
  tax_amount: '14.00',
  total: '84.00',
  total_qty: 2,
  vat: [],
};

export const transfer = {
  kind: 'bank_transfer',
  account_holder: 'Valmère Maison SAS',
  iban: 'FR76 3000 6000',
  bic: 'AGRIFRPP',
  bank_name: 'Banque du Lac',
  reference: '2026-000123',
  amount: '84.00',
  currency: 'EUR',
  qr: null,
  hold_until: '2026-11-30T22:59:59Z',
} as const;

/** An order paid by card. */
export const order: PaymentResult = {
  order_number: '2026-000123',
  token: 'tok',
  outcome: 'success',
  is_delayed: false,
  status: 'processing',
  status_label: 'Processing',
  method: 'card',
  method_label: 'Credit card',
  channel: 'shop',
  collection: null,
  is_paid_at_house: false,
  added_to: null,
  additions: [],
  awaiting_confirmation: false,
  canceled_on_request: false,
  can_confirm: false,
  instructions: null,
  redirect_url: null,
  payment_methods: [],
  paid_amount: '84.00',
  refunded_amount: '0.00',
  shipments: [],
  withdraw_until: null,
  items: [
    {
      item_id: 1,
      sku: 'ROBE-S',
      name: 'Robe',
      url: '',
      image: null,
      qty: 2,
      price: '60.00',
      market_price: null,
      line_total: '120.00',
      discount_amount: '36.00',
      options: [{ code: 'size', name: 'Size', value: 's', label: 'S' }],
      promotion_category: '',
      stock: 10,
    },
  ],
  totals,
  email: 'claire@example.com',
  shipping_address: lyon,
  billing_address: lyon,
  shipping_lines: LINES,
  billing_lines: LINES,
  shipping_method: 'standard',
  shipping_method_label: 'Standard delivery',
  delivery: { from: '2026-12-02', to: '2026-12-04' },
  created_at: '2026-11-21T09:30:00Z',
  hold_until: null,
  points: null,
};
