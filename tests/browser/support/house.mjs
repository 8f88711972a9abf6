/** A shop whose console has people in it, and a clock that goes ahead. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShop } from './shop.mjs';
import { PASSWORD, totp } from './totp.mjs';

/**
 * @typedef {object} House
 * @property {string} url without a slash at the end
 * @property {(email: string, role?: string) => Promise<string>} invite the address of an invitation
 * @property {(key: string) => Promise<string>} code a one-time code for a key, each step's once
 * @property {(minutes: number) => Promise<void>} later sets the shop's clock ahead
 * @property {(person: Person, state?: 'unpaid' | 'paid' | 'shipped', currency?: string) => Promise<string>} order the number of a
 *   new order
 * @property {(...args: string[]) => Promise<string>} command
 * @property {Record<'unpaid' | 'paid' | 'shipped', string>} orders one of each, for looking at only
 * @property {(expected?: RegExp) => Promise<void>} stop `expected`: errors of the log that belong to the test
 */

/** @typedef {{ first_name: string, last_name: string, city?: string, country?: string, postcode?: string }} Person */

const STEP = 30_000;
const MINUTE = 60_000;

/**
 * @param {Record<string, string>} [env] configuration
 * @returns {Promise<House>}
 */
export async function openHouse(env = {}) {
  const shop = await openShop({ SHOP__LANGUAGES: '["en", "fr", "de", "es", "zh"]', ...env });
  // Passkeys and cookies know names, not addresses.
  const url = shop.url.replace('127.0.0.1', 'localhost');
  let ahead = 0;
  const now = () => Date.now() + ahead;
  /** The last step used of each key. @type {Map<string, number>} */
  const used = new Map();

  /** The house's first owner, who invites the others: by the shop's clock, which commands do not have. */
  const call = caller(url);
  let ownKey = '';
  let ownEmail = '';
  let provenAt = 0;

  /** @type {House} */
  const house = {
    url,
    async invite(email, role = 'owner') {
      // Where there is a mail server, only the invited person reads the console's link.
      if (ownKey === '' || env.SHOP__MAIL__HOST) {
        const said = await shop.command('staff', 'invite', '--role', role, email);
        const link = await readFile(/\S*console-invitation/.exec(said)?.[0] ?? '', 'utf8');
        return `${url}/console/${new URL(link.trim().split(/\s/).at(-1) ?? '').hash}`;
      }
      // Proof lasts five minutes by the shop's clock.
      if (now() > provenAt + 4 * MINUTE) {
        // A session that lay idle for half a day by it has ended.
        const signIn = { email: ownEmail, password: PASSWORD };
        if (provenAt && now() > provenAt + 11 * 60 * MINUTE)
          await call('staff/sign_in', { ...signIn, code: await house.code(ownKey) });
        await call('staff/prove', { password: PASSWORD, code: await house.code(ownKey) });
        provenAt = now();
      }
      const { roles } = await call('staff/people', {});
      const { id } = roles.find((/** @type {any} */ one) => one.name === role);
      const { link } = await call('staff/invite', { email, role_id: id });
      return link;
    },
    async code(key) {
      const step = () => Math.floor(now() / STEP);
      // A server counts each step once.
      if (step() <= (used.get(key) ?? 0)) await house.later(1);
      used.set(key, step());
      return totp(key, step());
    },
    async later(minutes) {
      ahead += minutes * MINUTE;
      await shop.setClock(new Date(now()).toISOString());
    },
    async order(person, state = 'paid', currency = 'EUR') {
      const { number } = await enter(shop, person, currency);
      if (state !== 'unpaid') await shop.command('order', 'paid', number, '--method', 'cheque');
      if (state === 'shipped') await shop.ship(number, 'dhl', 'JD014600003SE123456');
      return number;
    },
    command: shop.command.bind(shop),
    orders: { unpaid: '', paid: '', shipped: '' },
    stop: (expected) => shop.stop(expected),
  };
  ({ email: ownEmail, key: ownKey } = await register(house, call, 'Maximilian Oberhuber-Lindenstein'));
  await furnish(house, call);
  // What the template of an order sells: the seed has a handful.
  await shop.command('stock', 'set', 'TOW-GAN', '500');
  for (const [state, person] of Object.entries(CUSTOMERS)) {
    const known = /** @type {keyof House['orders']} */ (state);
    house.orders[known] = await house.order(person, known);
  }
  return house;
}

const CUSTOMERS = {
  unpaid: { first_name: 'Élodie', last_name: 'Carpentier' },
  paid: { first_name: 'Maximilian', last_name: 'Oberhuber-Lindenstein' },
  shipped: { first_name: 'Lucía', last_name: 'Peña Ibáñez' },
};

/** Enters an order as a command does, from the form that it prints. @param {import('./shop.mjs').Shop} shop @param {Person} person @param {string} currency */
async function enter(shop, person, currency) {
  const form = JSON.parse(await shop.command('order', 'create', '--template'));
  form.email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  form.currency = currency;
  form.items = [{ ...form.items[0], qty: 2 }];
  form.shipping_address = { ...form.shipping_address, ...person };
  form.billing_address = null;
  const file = join(tmpdir(), `order-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(form));
  try {
    const said = await shop.command('order', 'create', file);
    const number = /\d{4}-\d{6,}/.exec(said)?.[0];
    if (!number) throw new Error(`no order was entered: ${said}`);
    return { number };
  } finally {
    await rm(file);
  }
}

/** People with names of all lengths, a disabled one, and a change of role in the audit. @param {House} house @param {Call} call */
async function furnish(house, call) {
  for (const [name, role] of /** @type {const} */ ([
    ['Annegret Schwarzenberger', 'manager'],
    ['Jo Li', 'packing'],
    ['María del Carmen Ibáñez', 'accountant'],
  ])) {
    await register(house, caller(house.url), name, role);
  }
  const { people, roles } = await call('staff/people', {});
  const seen = (/** @type {string} */ name) => {
    const { id, version } = people.find((/** @type {any} */ one) => one.name === name);
    return { id, version };
  };
  const role = roles.find((/** @type {any} */ one) => one.name === 'orders')?.id;
  await call('staff/set_role', { ...seen('Jo Li'), role_id: role });
  await call('staff/disable', seen('María del Carmen Ibáñez'));
}

/** @typedef {(path: string, args: object) => Promise<any>} Call */

/** Calls in a session of their own. @param {string} url @returns {Call} */
function caller(url) {
  let cookie = '';
  return async (path, args) => {
    const answer = await fetch(`${url}/console_api/${path}`, {
      method: 'POST',
      headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(args),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const { code, message, data } = await answer.json();
    if (code !== '1') throw new Error(`${path}: ${message}`);
    return data;
  };
}

/**
 * Registers a person by an invitation, in the session of the calls.
 * @param {House} house
 * @param {Call} call
 * @param {string} name
 * @param {string} [role]
 */
export async function register(house, call, name, role = 'owner', lang = 'en') {
  const email = `${crypto.randomUUID().slice(0, 8)}@valmere.example`;
  const secret = new URL(await house.invite(email, role)).hash.split('/').at(-1);
  const { totp: key } = await call('staff/invitation', { secret });
  const code = await house.code(key.secret);
  await call('staff/register', { secret, name, lang, password: PASSWORD, code });
  return { email, key: key.secret };
}

/** A campaign without goods, as a form sends it. @param {string} name */
export const campaignForm = (name) => ({
  name,
  begins: '2030-01-07T09:00',
  ends: '2030-01-14T09:00',
  kind: 'percent',
  percent: '20',
  amount: '0.00',
  ending: 'step',
  items: [],
});
