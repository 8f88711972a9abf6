/** API client with a visitor's cookies, to set up state. */

import { readFileSync } from 'node:fs';

const STORES = { en: 94, fr: 95, de: 96, es: 97, zh: 98 };
/** Where WeChat Pay is offered. */
const CHINESE = { store_id: String(STORES.zh), currency: 'CNY' };
/** @type {{ paths: Record<string, { post: { 'x-style': string } }> }} */
const { paths } = JSON.parse(readFileSync(new URL('../../../ui/openapi.json', import.meta.url), 'utf8'));

/** Delivery address by language. */
export const ADDRESSES = {
  en: {
    first_name: 'Harriet',
    last_name: 'Ashdown',
    address1: '14 Mill Lane',
    city: 'Bath',
    postcode: 'BA1 2QF',
    country: 'GB',
    telephone: '+44 20 7946 0958',
  },
  fr: {
    first_name: 'Élodie',
    last_name: 'Carpentier',
    address1: '8 rue des Lilas',
    city: 'Lyon',
    postcode: '69003',
    country: 'FR',
    telephone: '+33 1 99 00 12 34',
  },
  de: {
    first_name: 'Jürgen',
    last_name: 'Weißmüller',
    address1: 'Hauptstraße 27',
    city: 'Köln',
    postcode: '50667',
    country: 'DE',
    telephone: '+49 30 23125 000',
  },
  es: {
    first_name: 'Lucía',
    last_name: 'Peña Ibáñez',
    address1: 'Calle Mayor 12',
    city: 'Sevilla',
    postcode: '41001',
    country: 'ES',
    region: 'ES-SE',
    telephone: '+34 910 00 12 34',
  },
  zh: {
    first_name: '静',
    last_name: '王',
    address1: '南京西路 100 号',
    city: '上海',
    postcode: '200003',
    country: 'CN',
    region: 'CN-SH',
    telephone: '+86 21 5555 0123',
  },
};

/** Password of every test account. */
export const PASSWORD = 'lac-et-montagne';

let addresses = 0;
/** Generates an unused e-mail address. */
export function newAddress() {
  addresses += 1;
  return `visitor-${process.pid}-${addresses}@example.com`;
}

export class Calls {
  #shop;
  #request;
  #lang;

  /**
   * @param {import('./shop.mjs').Shop} shop
   * @param {import('playwright-core').APIRequestContext} request
   * @param {import('./texts.mjs').Lang} lang
   */
  constructor(shop, request, lang) {
    this.#shop = shop;
    this.#request = request;
    this.#lang = lang;
  }

  get shopUrl() {
    return this.#shop.url;
  }

  /**
   * @param {string} path
   * @param {Record<string, unknown>} [args]
   * @param {Record<string, string>} [view] query parameters in the place of those of the visitor's store
   * @returns {Promise<any>} the envelope's data
   */
  async call(path, args = {}, view = {}) {
    /** @type {Record<string, string>} */
    const params = { store_id: String(STORES[this.#lang]), ...view };
    const isJson = paths[`/${path}`]?.post['x-style'] === 'json';
    if (!isJson) {
      for (const [name, value] of Object.entries(args)) params[name] = String(value);
    }
    const answer = await this.#request.post(`/hah_api/${path}`, {
      params,
      headers: { Services: this.#shop.services },
      data: isJson ? args : undefined,
    });
    const envelope = await answer.json();
    if (envelope.code !== '1') throw new Error(`${path} ${JSON.stringify(args)}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  }

  /**
   * Registers and logs in.
   * @param {object} [more] fields that are added or replaced
   * @returns {Promise<string>} its address
   */
  async register(more = {}) {
    const { first_name, last_name } = ADDRESSES[this.#lang];
    const account = {
      email: newAddress(),
      password: PASSWORD,
      password_confirmation: PASSWORD,
      first_name,
      last_name,
      terms: true,
      ...more,
    };
    await this.call('customer/create', account);
    return account.email;
  }

  /** @param {string} sku */
  async add(sku, qty = 1) {
    return this.call('cart/add', { sku, qty });
  }

  /**
   * Places an order from the cart; by WeChat Pay in the Chinese store and in CNY, as it is offered there only.
   * @param {'bank_transfer' | 'cheque' | 'card' | 'wechat'} payment
   */
  async order(payment, email = newAddress()) {
    const { country, region = '', ...person } = ADDRESSES[this.#lang];
    const place = { ...person, country, region };
    const view = payment === 'wechat' ? CHINESE : undefined;
    const checkout = await this.call('checkout/index', { country }, view);
    const form = {
      email,
      shipping_address: place,
      billing_address: null,
      shipping_method: checkout.shipping_method,
      payment_method: payment,
      terms: true,
      bed_terms: true,
      idempotency_key: crypto.randomUUID(),
      expected_total: checkout.totals.total,
    };
    return this.call('checkout/place', form, view);
  }

  /** @type {import('./shop.mjs').Shop['mail']} */
  async mail(recipient, subject) {
    return this.#shop.mail(recipient, subject);
  }

  /**
   * Chooses the outcome on the demo provider's page, and returns.
   * @param {string} url
   * @param {'succeed' | 'decline' | 'cancel' | 'hang' | 'uncertain'} choice
   * @returns {Promise<string>} the address where that leads, without its origin
   */
  async pay(url, choice) {
    const answer = await this.#request.post(url, { form: { choice } });
    if (!answer.ok()) throw new Error(`${choice}: ${answer.status()} ${await answer.text()}`);
    return answer.url().slice(this.#shop.url.length);
  }
}
