/**
 * Stands in for the console's server, in development and tests only: the calls of staff and audit, in memory, and the built
 * shell under the shop's content security policy. The one-time code is always 123456.
 *
 * `node support/consoleStub.mjs [PORT]` serves a house with people and an audit, and prints an invitation.
 */

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const DIST = new URL('../../../ui/dist/console/', import.meta.url).pathname;
const CODE = '123456';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD_MIN = 12;

/** That of src/http/layers.rs. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

const PERMISSIONS = [
  'staff_read',
  'staff_manage',
  'audit_read',
  'orders_read',
  'orders_change',
  'orders_refund',
  'packing',
  'bank',
  'products_change',
  'stock_change',
  'prices_change',
  'content_change',
  'messages_answer',
  'customers_read',
  'customers_erase',
  'figures_read',
  'settings_change',
  'system',
];
const ROLES = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((one) => one !== 'staff_manage' && one !== 'system'),
  orders: ['orders_read', 'orders_change', 'messages_answer', 'customers_read'],
  packing: ['orders_read', 'packing', 'stock_change'],
  accountant: ['audit_read', 'orders_read', 'bank', 'figures_read'],
  editor: ['products_change', 'content_change'],
  support: ['orders_read', 'messages_answer', 'customers_read'],
};

/** A refusal by the id of its message. */
class Refusal extends Error {
  /**
   * @param {string} id
   * @param {Record<string, string>} [params]
   * @param {Record<string, { id: string, params?: Record<string, string> }>} [fields]
   */
  constructor(id, params = {}, fields = {}) {
    super(id);
    this.params = params;
    this.fields = fields;
  }
}

const secret = () => randomBytes(24).toString('base64url');

/** A picture in the place of a QR code. */
function qr() {
  const bits = createHash('sha512').update('stub').digest();
  const cells = Array.from({ length: 441 }, (_, at) => [at % 21, Math.floor(at / 21)])
    .filter(([x, y]) => (bits[(x * 7 + y * 13) % 64] >> ((x + y) % 8)) & 1)
    .map(([x, y]) => `M${x + 2} ${y + 2}h1v1h-1z`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 25" width="250" height="250"><path fill="#fff" d="M0 0h25v25H0z"/><path d="${cells.join('')}"/></svg>`;
}

/**
 * @typedef {object} Person
 * @property {number} id
 * @property {string} name
 * @property {string} email
 * @property {string} password
 * @property {number} role_id
 * @property {string} lang
 * @property {number} created_at
 * @property {number | null} seen_at
 * @property {number | null} disabled_at
 */

/** The state of one house and its calls. */
function openHouse() {
  const roles = Object.entries(ROLES).map(([name, permissions], at) => ({ id: at + 1, name, permissions }));
  /** @type {Person[]} */
  const people = [];
  /** @type {any[]} */
  const invitations = [];
  /** @type {any[]} */
  const sessions = [];
  /** @type {any[]} */
  const audit = [];
  let number = 100;
  let failures = 0;

  const roleOf = (/** @type {number} */ id) => {
    const role = roles.find((one) => one.id === id);
    if (!role) throw new Refusal('staff.role_unknown', {}, { role_id: { id: 'staff.role_unknown' } });
    return role;
  };
  const personOf = (/** @type {number} */ id) => {
    const person = people.find((one) => one.id === id);
    if (!person) throw new Refusal('staff.not_found');
    return person;
  };
  const note = (/** @type {object} */ entry) => {
    audit.push({
      id: audit.length + 1,
      at: Date.now(),
      outcome: 'done',
      thing: '',
      before: null,
      after: null,
      network: '9f3a61c2',
      ...entry,
    });
  };

  /** @param {any} session */
  const selfOf = (session) => {
    const person = personOf(session.staff);
    const { id, name, permissions } = roleOf(person.role_id);
    return {
      id: person.id,
      name: person.name,
      email: person.email,
      lang: person.lang,
      role: { id, name },
      permissions,
      proof_until_at: session.proof_until_at > Date.now() ? session.proof_until_at : null,
      expires_at: session.expires_at,
    };
  };
  /** @param {Person} person @param {string} browser */
  const begin = (person, browser) => {
    const session = {
      id: ++number,
      token: secret(),
      staff: person.id,
      created_at: Date.now(),
      seen_at: Date.now(),
      expires_at: Date.now() + 12 * HOUR,
      proof_until_at: 0,
      browser,
      network: '9f3a61c2',
    };
    person.seen_at = Date.now();
    sessions.push(session);
    return session;
  };
  /** @param {(session: any) => boolean} which */
  const end = (which) => {
    for (let at = sessions.length - 1; at >= 0; at -= 1) if (which(sessions[at])) sessions.splice(at, 1);
  };
  const checkPassword = (/** @type {string} */ password) => {
    const fault =
      [...password].length < PASSWORD_MIN
        ? { id: 'password.too_short', params: { min: String(PASSWORD_MIN) } }
        : undefined;
    if (fault) throw new Refusal(fault.id, fault.params, { password: fault });
  };
  const codes = () =>
    Array.from({ length: 10 }, () =>
      Array.from({ length: 4 }, () => randomBytes(2).toString('hex').toUpperCase()).join('-'),
    );
  const invitationOf = (/** @type {string} */ given) => {
    const found = invitations.find((one) => one.secret === given && one.expires_at > Date.now());
    if (!found) throw new Refusal('staff.invitation_ended');
    return found;
  };
  const invite = (
    /** @type {string} */ email,
    /** @type {number} */ role_id,
    /** @type {string} */ invited_by,
    lasts = HOUR,
  ) => {
    const made = {
      id: ++number,
      secret: secret(),
      email,
      role_id,
      created_at: Date.now(),
      expires_at: Date.now() + lasts,
      invited_by,
    };
    invitations.push(made);
    return made;
  };
  const list = () => ({
    people: people.map(({ password: _, ...person }) => ({
      ...person,
      role_name: roleOf(person.role_id).name,
      sessions: sessions.filter(({ staff }) => staff === person.id).length,
    })),
    invitations: invitations.map(({ secret: _, ...one }) => ({ ...one, role_name: roleOf(one.role_id).name })),
    roles: roles.map((role) => ({
      ...role,
      is_builtin: true,
      people: people.filter(({ role_id }) => role_id === role.id).length,
    })),
    permissions: PERMISSIONS,
  });
  const own = (/** @type {any} */ session) => ({
    items: sessions
      .filter(({ staff }) => staff === session.staff)
      .map(({ token: _, staff: __, proof_until_at: ___, ...one }) => ({ ...one, is_current: one.id === session.id })),
  });
  const actor = (/** @type {any} */ session) => `staff:${session.staff}`;
  /** Nobody gives or takes what they lack; the last owner stays. */
  const mayChange = (
    /** @type {any} */ session,
    /** @type {Person} */ person,
    /** @type {number[]} */ ids,
    isLoss = true,
  ) => {
    const has = selfOf(session).permissions;
    if (ids.some((id) => roleOf(id).permissions.some((one) => !has.includes(one))))
      throw new Refusal('staff.grants_more');
    const owners = people.filter(({ role_id, disabled_at }) => role_id === 1 && disabled_at === null);
    if (isLoss && owners.length === 1 && owners[0] === person) throw new Refusal('staff.last_owner');
  };

  /** @type {Record<string, { needs?: string, proof?: boolean, open?: boolean, run: (args: any, session: any, browser: string) => any }>} */
  const calls = {
    'staff/session': {
      open: true,
      run: (_, session) => ({
        signed_in: session ? selfOf(session) : null,
        brand: 'Valmère',
        languages: ['en', 'fr', 'de', 'es', 'zh'],
        time_zone: 'Europe/Paris',
        is_demo: true,
      }),
    },
    'staff/sign_in': {
      open: true,
      run({ email, password, code }, _, browser) {
        if (failures >= 5) throw new Refusal('staff.throttled', { minutes: '15' });
        const person = people.find((one) => one.email === email && one.disabled_at === null);
        if (!person || person.password !== password || (code !== CODE && code.length < 11)) {
          failures += 1;
          note({
            actor: 'anybody',
            call: 'staff/sign_in',
            outcome: 'refused',
            noun: 'staff',
            thing: person ? String(person.id) : '',
          });
          throw new Refusal('staff.sign_in_wrong');
        }
        failures = 0;
        const session = begin(person, browser);
        note({ actor: actor(session), call: 'staff/sign_in', noun: 'session', thing: String(session.id) });
        return { answer: selfOf(session), token: session.token };
      },
    },
    'staff/sign_out': {
      run(_, session) {
        note({ actor: actor(session), call: 'staff/sign_out', noun: 'session', thing: String(session.id) });
        end((one) => one === session);
        return { answer: {}, token: '' };
      },
    },
    'staff/invitation': {
      open: true,
      run({ secret: given }) {
        const { email, role_id, expires_at } = invitationOf(given);
        const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
        const uri = `otpauth://totp/Valm%C3%A8re:${encodeURIComponent(email)}?secret=${key}&issuer=Valm%C3%A8re`;
        return { email, role: roleOf(role_id).name, expires_at, totp: { secret: key, uri, qr_svg: qr() } };
      },
    },
    'staff/register': {
      open: true,
      run({ secret: given, name, lang, password, code }, _, browser) {
        const invitation = invitationOf(given);
        checkPassword(password);
        if (code !== CODE) throw new Refusal('staff.code_wrong', {}, { code: { id: 'staff.code_wrong' } });
        invitations.splice(invitations.indexOf(invitation), 1);
        const person = addPerson(name, invitation.email, invitation.role_id, lang, password);
        const session = begin(person, browser);
        note({
          actor: actor(session),
          call: 'staff/register',
          noun: 'staff',
          thing: String(person.id),
          after: { role: roleOf(person.role_id).name, lang },
        });
        return { answer: { recovery_codes: codes(), self: selfOf(session) }, token: session.token };
      },
    },
    'staff/prove': {
      run({ password, code }, session) {
        if (personOf(session.staff).password !== password || code !== CODE) throw new Refusal('staff.proof_wrong');
        session.proof_until_at = Date.now() + HOUR / 12;
        return { proof_until_at: session.proof_until_at };
      },
    },
    'staff/profile': {
      run({ name, lang }, session) {
        const person = personOf(session.staff);
        note({
          actor: actor(session),
          call: 'staff/profile',
          noun: 'staff',
          thing: String(person.id),
          before: { lang: person.lang },
          after: { lang },
        });
        Object.assign(person, { name, lang });
        return selfOf(session);
      },
    },
    'staff/password': {
      proof: true,
      run({ password }, session) {
        checkPassword(password);
        personOf(session.staff).password = password;
        end((one) => one.staff === session.staff && one !== session);
        note({ actor: actor(session), call: 'staff/password', noun: 'staff', thing: String(session.staff) });
        return {};
      },
    },
    'staff/recovery_codes': {
      proof: true,
      run(_, session) {
        note({ actor: actor(session), call: 'staff/recovery_codes', noun: 'staff', thing: String(session.staff) });
        return { recovery_codes: codes() };
      },
    },
    'staff/sessions': { run: (_, session) => own(session) },
    'staff/end_session': {
      run({ id }, session) {
        if (!sessions.some((one) => one.id === id && one.staff === session.staff))
          throw new Refusal('staff.session_not_found');
        end((one) => one.id === id);
        note({ actor: actor(session), call: 'staff/end_session', noun: 'session', thing: String(id) });
        return own(session);
      },
    },
    'staff/people': { needs: 'staff_read', run: () => list() },
    'staff/invite': {
      needs: 'staff_manage',
      proof: true,
      run({ email, role_id }, session) {
        mayChange(session, personOf(session.staff), [role_id], false);
        if (people.some((one) => one.email === email)) {
          throw new Refusal('staff.already_there', {}, { email: { id: 'staff.already_there' } });
        }
        const made = invite(email, role_id, personOf(session.staff).name);
        note({
          actor: actor(session),
          call: 'staff/invite',
          noun: 'invitation',
          thing: String(made.id),
          after: { role: roleOf(role_id).name, expires_at: made.expires_at },
        });
        return { ...list(), mail_sent: false, link: `${origin}/console/#/invitation/${made.secret}` };
      },
    },
    'staff/withdraw_invitation': {
      needs: 'staff_manage',
      run({ id }, session) {
        const at = invitations.findIndex((one) => one.id === id);
        if (at < 0) throw new Refusal('staff.invitation_ended');
        note({
          actor: actor(session),
          call: 'staff/withdraw_invitation',
          noun: 'invitation',
          thing: String(id),
          before: { role: roleOf(invitations[at].role_id).name },
        });
        invitations.splice(at, 1);
        return list();
      },
    },
    'staff/set_role': {
      needs: 'staff_manage',
      proof: true,
      run({ id, role_id }, session) {
        const person = personOf(id);
        mayChange(session, person, [person.role_id, role_id], role_id !== 1);
        note({
          actor: actor(session),
          call: 'staff/set_role',
          noun: 'staff',
          thing: String(id),
          before: { role: roleOf(person.role_id).name },
          after: { role: roleOf(role_id).name },
        });
        person.role_id = role_id;
        return list();
      },
    },
    'staff/disable': {
      needs: 'staff_manage',
      proof: true,
      run({ id }, session) {
        const person = personOf(id);
        mayChange(session, person, [person.role_id]);
        person.disabled_at = Date.now();
        end((one) => one.staff === id);
        note({
          actor: actor(session),
          call: 'staff/disable',
          noun: 'staff',
          thing: String(id),
          before: { disabled_at: null },
          after: { disabled_at: person.disabled_at },
        });
        return list();
      },
    },
    'staff/enable': {
      needs: 'staff_manage',
      proof: true,
      run({ id }, session) {
        const person = personOf(id);
        note({
          actor: actor(session),
          call: 'staff/enable',
          noun: 'staff',
          thing: String(id),
          before: { disabled_at: person.disabled_at },
          after: { disabled_at: null },
        });
        person.disabled_at = null;
        return list();
      },
    },
    'staff/end_sessions': {
      needs: 'staff_manage',
      run({ id }, session) {
        personOf(id);
        end((one) => one.staff === id);
        note({ actor: actor(session), call: 'staff/end_sessions', noun: 'staff', thing: String(id) });
        return list();
      },
    },
    'audit/list': {
      needs: 'audit_read',
      run({ before = Number.POSITIVE_INFINITY, actor: by, noun, from_at = 0, to_at = Number.POSITIVE_INFINITY }) {
        const found = audit
          .filter((one) => one.id < before && one.at >= from_at && one.at <= to_at)
          .filter((one) => (!by || one.actor === by) && (!noun || one.noun === noun))
          .reverse();
        const items = found.slice(0, 50);
        return { items, next_before: found.length > 50 ? items[49].id : null };
      },
    },
    'audit/verify': {
      needs: 'audit_read',
      run: () => ({
        sealed: Math.max(audit.length - 1, 0),
        unsealed: Math.min(audit.length, 1),
        last_hash: createHash('sha256').update(String(audit.length)).digest('hex'),
        broken: null,
      }),
    },
  };

  let origin = '';
  /** @returns {Person} */
  function addPerson(
    /** @type {string} */ name,
    /** @type {string} */ email,
    /** @type {number} */ role_id,
    /** @type {string} */ lang,
    password = secret(),
  ) {
    const person = {
      id: people.length + 1,
      name,
      email,
      role_id,
      lang,
      password,
      created_at: Date.now(),
      seen_at: null,
      disabled_at: null,
    };
    people.push(person);
    return person;
  }

  return {
    calls,
    people,
    sessions,
    selfOf,
    addPerson,
    begin,
    invite,
    note,
    setOrigin(/** @type {string} */ to) {
      origin = to;
    },
  };
}

/** A house that has been at work for a while. @param {ReturnType<typeof openHouse>} house */
function furnish({ addPerson, begin, invite, note, people }) {
  const now = Date.now();
  const colleagues = [
    addPerson('Clara Whitmore', 'clara.whitmore@valmere.example', 1, 'en'),
    addPerson('Jean-Baptiste de la Rochefoucauld', 'jb.delarochefoucauld@valmere.example', 2, 'fr'),
    addPerson('Annegret Schwarzenberger', 'packraum@valmere.example', 4, 'de'),
    addPerson('Lucía Ferrer', 'lucia.ferrer@valmere.example', 5, 'es'),
  ];
  colleagues.forEach((person, at) => {
    person.created_at = now - (90 - at) * DAY;
    person.seen_at = at === 3 ? null : now - (at + 1) * 7 * HOUR;
  });
  people[3].disabled_at = now - 2 * DAY;
  begin(people[1], 'Safari, iPad');
  people[1].seen_at = now - 3 * HOUR;
  invite('editor@valmere.example', 6, 'Clara Whitmore', 40 * 60_000);
  const past = (/** @type {number} */ hours) => now - hours * HOUR;
  for (let at = 60; at > 0; at -= 1) {
    note({
      at: past(at * 5),
      actor: `staff:${(at % 3) + 1}`,
      call: at % 4 ? 'staff/sign_in' : 'staff/sign_out',
      noun: 'session',
      thing: String(at + 20),
    });
  }
  note({
    at: past(4),
    actor: 'cli:root',
    call: 'staff invite',
    noun: 'invitation',
    thing: '12',
    after: { role: 'owner', expires_at: past(3) },
    network: null,
  });
  note({ at: past(3), actor: 'anybody', call: 'staff/sign_in', outcome: 'refused', noun: 'staff', thing: '2' });
  note({
    at: past(2),
    actor: 'staff:1',
    call: 'staff/set_role',
    noun: 'staff',
    thing: '2',
    before: { role: 'orders', lang: 'fr' },
    after: { role: 'manager', lang: 'fr' },
  });
}

/**
 * @param {{ port?: number, isFurnished?: boolean }} [options]
 * @returns {Promise<{ url: string, invite: (email: string, role?: string) => string, expire: () => void, stop: () => Promise<void> }>}
 *   `invite` gives an address, `expire` ends all sessions
 */
export async function openConsoleStub({ port = 0, isFurnished = true } = {}) {
  const house = openHouse();
  if (isFurnished) furnish(house);

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    const send = (/** @type {number} */ status, /** @type {string} */ type, /** @type {string | Buffer} */ body) => {
      response.statusCode = status;
      response.setHeader('Content-Type', type);
      response.end(body);
    };
    const json = (/** @type {number} */ status, /** @type {object} */ body) => {
      response.setHeader('Cache-Control', 'no-store');
      send(status, 'application/json', JSON.stringify(body));
    };
    const refuse = (/** @type {number} */ status, /** @type {Refusal} */ { message: id, params, fields }) =>
      json(status, {
        code: '0',
        message: id,
        data: null,
        error: { id, params, fields: {}, field_messages: fields, detail: null },
      });

    if (pathname.startsWith('/console_api/')) {
      const isOwn = request.headers.origin === url && request.headers['sec-fetch-site'] === 'same-origin';
      if (!isOwn) return refuse(403, new Refusal('console.foreign_origin'));
      const call = house.calls[pathname.slice('/console_api/'.length)];
      if (!call || request.method !== 'POST') return send(404, 'text/plain', 'not found\n');
      let body = '';
      for await (const part of request) body += part;
      const token = /(?:^|; )console=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
      const session = house.sessions.find((one) => one.token === token);
      const browser = /Mobile/.test(request.headers['user-agent'] ?? '') ? 'Chrome, Android' : 'Chrome, Linux';
      try {
        if (!call.open && !session) throw new Refusal('staff.sign_in_required');
        if (session) session.seen_at = Date.now();
        const has = session ? house.selfOf(session).permissions : [];
        if (call.needs && !has.includes(call.needs)) throw new Refusal('staff.not_allowed');
        if (call.proof && session.proof_until_at < Date.now()) throw new Refusal('staff.proof_required');
        const result = call.run(JSON.parse(body || '{}'), session, browser);
        if (typeof result.token === 'string') {
          const age = result.token ? '' : '; Max-Age=0';
          response.setHeader('Set-Cookie', `console=${result.token}; Path=/; HttpOnly; SameSite=Strict${age}`);
        }
        return json(200, { code: '1', message: '', data: result.answer ?? result });
      } catch (error) {
        if (error instanceof Refusal) return refuse(200, error);
        throw error;
      }
    }
    if (pathname.startsWith('/assets/')) {
      const file = join(DIST, pathname);
      if (pathname.includes('..') || !existsSync(file)) return send(404, 'text/plain', 'not found\n');
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      return send(200, TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file));
    }
    if (pathname === '/console' || pathname.startsWith('/console/')) {
      response.setHeader('Cache-Control', 'no-cache');
      return send(200, TYPES['.html'], readFileSync(join(DIST, 'index.html')));
    }
    if (pathname === '/favicon.ico' || pathname === '/healthz') return send(200, 'text/plain', '');
    return send(404, 'text/plain', 'not found\n');
  });

  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${address.port}`;
  house.setOrigin(url);
  return {
    url,
    invite(email, role = 'owner') {
      const at = Object.keys(ROLES).indexOf(role) + 1;
      return `${url}/console/#/invitation/${house.invite(email, at, 'Clara Whitmore').secret}`;
    },
    expire: () => void house.sessions.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] === import.meta.filename) {
  const stub = await openConsoleStub({ port: Number(process.argv[2] ?? 8090) });
  console.log(`${stub.url}/console\n${stub.invite('owner@valmere.example')}`);
}
