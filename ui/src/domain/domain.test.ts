// @vitest-environment node
/** Domain rules, tested with the cases shared with the server. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Lang, TimeZone } from '../api/types';
import { PARIS } from '../fixtures';
import { isReturnPath, returnPath } from './accountUrls';
import { addressClass } from './addressClass';
import * as format from './format';
import { asHeading } from './heading';
import { listArgs, listSearch, parseList } from './listQuery';
import { fromMinor, isLess, isZero, subtract, toMinor } from './money';
import { parsePrice } from './parsePrice';
import { fullName, inNameOrder, salutation } from './personName';
import { pluralCategory, separate } from './plural';
import * as moment from './timestamp';
import { inLanguage, splitUrl } from './urls';
import * as validate from './validate';

function cases<T>(name: string): (T & { why: string })[] {
  return JSON.parse(readFileSync(`${process.cwd()}/../tests/cases/${name}.json`, 'utf8'));
}

interface Typed {
  input: string;
  normalised?: string | null;
  error?: string;
}

describe('what stands in an address or an answer (ASVS 15.3.6)', () => {
  it.each([
    'f.__proto__=polluted',
    'f.constructor=polluted',
    '__proto__=polluted',
    'constructor.prototype=polluted',
  ])('changes no object beside its own: %s', (query) => {
    const { filters } = parseList(`?${query}&f.colour=white`, 'position');
    expect(Object.getPrototypeOf(filters)).toBe(Object.getPrototypeOf({}));
    expect(filters.colour).toEqual(['white']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('validation', () => {
  it.each(cases<Typed>('email'))('e-mail: $why', ({ input, normalised, error }) => {
    expect(validate.email(input)?.id).toBe(error);
    if (!error) expect(validate.trim(input)).toBe(normalised);
  });

  it.each(cases<Typed>('phone'))('phone: $why', ({ input, normalised, error }) => {
    expect(validate.phone(input)?.id).toBe(error);
    if (!error) expect(validate.compact(input)).toBe(validate.compact(normalised ?? ''));
  });

  it.each(cases<Typed>('member_card'))('member card: $why', ({ input, normalised, error }) => {
    expect(validate.memberCard(input)?.id).toBe(error);
    if (!error) expect(validate.compact(input)).toBe(normalised ?? '');
  });

  it.each(
    cases<Typed & { required?: boolean; pattern?: string; example?: string }>('postcode'),
  )('postal code: $country $why', ({ input, required = true, pattern = '', example = '', error }) => {
    expect(validate.postcode(input, { required, pattern, example })?.id).toBe(error);
  });

  it.each(cases<{ input: string; min: number; max: number; fault?: string }>('length'))('length: $why', ({
    input,
    min,
    max,
    fault,
  }) => {
    expect(validate.length(input, min, max)).toBe(fault ?? null);
  });

  it('limits of fields do not count white space', () => {
    expect(validate.firstName(`${'x'.repeat(25)} ${'x'.repeat(25)}`)).toBeNull();
    expect(validate.firstName('x'.repeat(51))).toEqual({
      id: 'address.first_name_too_long',
      params: { max: '50' },
    });
    expect(validate.secondLine('x '.repeat(100))).toBeNull();
    expect(validate.street('1 a', 'shipping')?.id).toBe('address.shipping_street_too_short');
    expect(validate.searchTerm('ab '.repeat(100))).toBeNull();
    expect(validate.searchTerm('x'.repeat(201))?.id).toBe('search.too_long');
  });

  it('password: length without surrounding blanks', () => {
    expect(validate.password(' ')?.id).toBe('password.empty');
    expect(validate.password(' 12345 ')).toEqual({ id: 'password.too_short', params: { min: '6' } });
    expect(validate.password(' 床床床床床床 ')).toBeNull();
    expect(validate.password('x'.repeat(128))).toBeNull();
    expect(validate.password('x'.repeat(129))).toEqual({ id: 'password.too_long', params: { max: '128' } });
  });

  it('password confirmation: must match', () => {
    expect(validate.passwordConfirmation('', 'secret')?.id).toBe('password.confirmation_empty');
    expect(validate.passwordConfirmation('Secret', 'secret')?.id).toBe('password.mismatch');
    expect(validate.passwordConfirmation(' secret', 'secret ')).toBeNull();
    expect(validate.passwordConfirmation('x', 'short')).toBeNull();
  });

  it('quantity: typed values', () => {
    expect(validate.quantity(' 12 ')).toBeNull();
    expect(validate.quantity('0')?.id).toBe('cart.qty_below_one');
    expect(validate.quantity('-2')?.id).toBe('cart.qty_below_one');
    expect(validate.quantity('1.5')?.id).toBe('cart.qty_not_a_number');
    expect(validate.quantity('')?.id).toBe('cart.qty_not_a_number');
  });

  it('street and region: message names billing or shipping, province or county', () => {
    expect(validate.street('', 'billing')?.id).toBe('address.billing_street_empty');
    expect(validate.street('1', 'shipping')?.id).toBe('address.shipping_street_too_short');
    expect(validate.street('12 quai du Lac', 'shipping')).toBeNull();
    expect(validate.region('', true, 'canton')?.id).toBe('address.region_empty');
    expect(validate.region('', true, 'province')?.id).toBe('address.province_empty');
  });
});

describe('formats', () => {
  it.each(
    cases<{ kind: string; lang: string; amount: string; percent: string; currency: string; text: string }>(
      'price_format',
    ),
  )('$kind $lang $amount$percent $currency', ({ kind, lang, amount, percent, currency, text }) => {
    expect(kind === 'price' ? format.money(lang, amount, currency) : format.percent(lang, percent)).toBe(text);
  });

  it.each(
    cases<{ style: string; lang: string; date: string; from: string; until: string; text: string }>('dates'),
  )('$style $lang $text', ({ style, lang, date, from, until, text }) => {
    expect(style === 'long' ? format.date(lang, date) : format.dateRange(lang, from, until)).toBe(text);
  });

  const at = (lang: Lang, time_zone = PARIS) => ({ lang, time_zone });

  it("computes the day in the shop's zone around midnight and daylight saving changes", () => {
    expect(moment.shopDay(at('en'), '2026-11-21T23:30:00Z')).toBe('2026-11-22');
    expect(moment.shopDay(at('en'), '2026-07-01T21:59:59Z')).toBe('2026-07-01');
    expect(moment.shopDay(at('en'), '2026-07-01T22:00:00Z')).toBe('2026-07-02');
    expect(moment.shopDay(at('en'), '2026-10-25T00:59:59Z')).toBe('2026-10-25');
    expect(moment.shopDay(at('en'), '2026-03-28T22:59:59Z')).toBe('2026-03-28');
  });

  it('formats the time of day by language', () => {
    expect(moment.shopTime(at('de'), '2026-11-21T08:05:00Z')).toBe('09:05');
    expect(moment.shopTime(at('fr'), '2026-11-21T08:05:00Z')).toBe('9\u00a0h\u00a005');
    expect(moment.shopTime(at('fr'), '2026-07-21T17:30:00Z')).toBe('19\u00a0h\u00a030');
  });

  it('counts in a zone with another offset, and without any', () => {
    const west: TimeZone = { name: 'America/St_Johns', offsets: [[0, -210]] };
    expect(moment.shopTime(at('en', west), '2026-11-21T02:05:00Z')).toBe('22:35');
    expect(moment.shopDay(at('en', west), '2026-11-21T02:05:00Z')).toBe('2026-11-20');
    expect(moment.utcOffset(at('en', west), '2026-11-21T02:05:00Z')).toBe('UTC-3:30');
    expect(moment.utcOffset(at('en'), '2026-07-21T02:05:00Z')).toBe('UTC+2');
    const utc: TimeZone = { name: 'Etc/UTC', offsets: [[0, 0]] };
    expect(moment.utcOffset(at('en', utc), '2026-07-21T02:05:00Z')).toBe('UTC');
  });

  it.each<[Lang, string, string]>([
    ['en', '8:00', '8:30'],
    ['fr', '8\u00a0h', '8\u00a0h\u00a030'],
    ['de', '8', '8:30'],
    ['es', '8:00', '8:30'],
    ['zh', '8:00', '8:30'],
  ])('speaks opening times: %s', (lang, full, half) => {
    expect(moment.openingTime(at(lang), '2026-11-23T07:00:00Z')).toBe(full);
    expect(moment.openingTime(at(lang), '2026-07-20T06:30:00Z')).toBe(half);
    expect([moment.spokenTime(lang, '08:00'), moment.spokenTime(lang, '08:30')]).toEqual([full, half]);
  });

  it('formats the last day before an exclusive end', () => {
    expect(moment.lastDate(at('en'), '2026-12-28T23:00:00Z')).toBe('28 December 2026');
    expect(moment.lastDate(at('en'), '2027-03-30T22:00:00Z')).toBe('30 March 2027');
    expect(moment.lastDate(at('en'), '2026-12-28T10:00:00Z')).toBe('28 December 2026');
  });

  it('parses prices, taking the upper end of a range', () => {
    expect(parsePrice('en', '€1,234.50')).toBe('1234.50');
    expect(parsePrice('en', '€84.00 – €120.00')).toBe('120.00');
    expect(parsePrice('fr', '1\u202f234,50\u00a0€')).toBe('1234.50');
    expect(parsePrice('de', '1.234,50\u00a0€')).toBe('1234.50');
    expect(parsePrice('es', '84\u00a0€')).toBe('84.00');
    expect(parsePrice('en', 'sold out')).toBeNull();
  });

  it.each(cases<{ first: string; last: string; full: string; salutation: string }>('full_name'))('name: $why', ({
    first,
    last,
    full,
    salutation: greeted,
  }) => {
    expect([fullName(first, last), salutation(first, last)]).toEqual([full, greeted]);
  });

  it('orders name fields by language', () => {
    const names = ['email', 'first_name', 'last_name', 'billing_address.first_name', 'billing_address.last_name'];
    expect(inNameOrder('fr', names)).toEqual(names);
    const inChinese = ['email', 'last_name', 'first_name', 'billing_address.last_name', 'billing_address.first_name'];
    expect(inNameOrder('zh', names)).toEqual(inChinese);
  });

  it('calculates in minor units', () => {
    expect(toMinor('84.00')).toBe(8400);
    expect(fromMinor(-5)).toBe('-0.05');
    expect(subtract('120.00', '36.00')).toBe('84.00');
    expect(isZero('0.00')).toBe(true);
    expect(isLess('9.90', '10.00')).toBe(true);
    expect(() => toMinor('1,00')).toThrow();
  });
});

describe('label and value', () => {
  it.each([
    ['en', 'Size', 'Bath towel, 70 × 140 cm', 'Size: Bath towel, 70\u00a0×\u00a0140\u00a0cm'],
    ['fr', 'Contenance', '250 ml', 'Contenance\u00a0: 250\u00a0ml'],
    ['de', 'Farbe', 'Weiß', 'Farbe: Weiß'],
    ['zh', '规格', '浴巾，70×140厘米', '规格：浴巾，70×140厘米'],
  ])('%s', (lang, name, value, expected) => expect(format.pair(lang, name, value)).toBe(expected));
});

it('unit prices use units of the language', () => {
  expect(['en', 'fr', 'de', 'es', 'zh'].map((lang) => format.unit(lang, 'l'))).toEqual(['l', 'l', 'l', 'l', '升']);
  expect([format.unit('de', 'kg'), format.unit('zh', 'kg')]).toEqual(['kg', '千克']);
});

describe('plurals', () => {
  // The server's engine has no `Intl`; Node's verifies our tables.
  it.each(['en', 'fr', 'de', 'es', 'zh'])('agree with CLDR: %s', (lang) => {
    const rules = new Intl.PluralRules(lang);
    for (const n of [0, 1, 1.5, 2, 5, 11, 21, 1_000_000, 2_000_000, 1_000_001]) {
      expect(pluralCategory(lang, n), String(n)).toBe(rules.select(n));
    }
  });

  it('groups thousands, in Spanish always', () => {
    expect(separate('es', '1234')).toBe('1.234');
    expect(separate('fr', '1234567')).toBe('1\u202f234\u202f567');
  });
});

describe('URLs', () => {
  it('splits path and query', () => {
    expect(splitUrl('/en/search?q=a%20b#x')).toEqual({ path: '/en/search', search: 'q=a%20b' });
    expect(splitUrl('/en/')).toEqual({ path: '/en', search: '' });
  });

  it('parses and builds a list’s query', () => {
    const query = parseList('q=duvet&f.size=140x200,200x200&f.colour=white&sort=price_asc&page=2', 'relevance');
    expect(query).toEqual({
      q: 'duvet',
      page: 2,
      sort: 'price_asc',
      filters: { size: ['140x200', '200x200'], colour: ['white'] },
    });
    expect(listSearch(query, 'relevance')).toBe('?q=duvet&sort=price_asc&f.colour=white&f.size=140x200,200x200&page=2');
    expect(listArgs(parseList('page=1&sort=position', 'position'), 'position')).toEqual({});
    expect(parseList('page=0&sort=nonsense&f.=x&f.y=', 'position')).toEqual({
      q: '',
      page: 1,
      sort: 'position',
      filters: {},
    });
  });

  it('replaces the language of a path', () => {
    expect(inLanguage('/en/cart', 'fr')).toBe('/fr/cart');
    expect(inLanguage('/en', 'zh')).toBe('/zh');
  });
});

describe('return path of a login', () => {
  const four = ['en', 'fr', 'de', 'es'];
  it.each(cases<{ input: string; accepted: boolean }>('return_path'))('$input: $why', ({ input, accepted }) => {
    expect(isReturnPath(input, four)).toBe(accepted);
  });

  it('is converted to the current language', () => {
    expect(returnPath('return=%2Fen%2Forder%3Fpage%3D2', 'fr', four)).toBe('/fr/order?page=2');
    expect(returnPath('return=//evil.example', 'fr', four)).toBe('');
    expect(returnPath('', 'fr', four)).toBe('');
  });
});

describe('headings', () => {
  it.each([
    ['Your bag is empty.', 'Your bag is empty'],
    ['您的购物袋是空的。', '您的购物袋是空的'],
    ['Confirming your payment…', 'Confirming your payment…'],
    ['Ihr Warenkorb ist leer', 'Ihr Warenkorb ist leer'],
  ])('%s has no full stop', (sentence, heading) => {
    expect(asHeading(sentence)).toBe(heading);
  });
});

describe('e-mail addresses in a sentence', () => {
  it.each([
    ['jean-luc@example.com', 'unbroken'],
    ['wilhelmina.freifrau-von-und-zu-hohenschwangau@example.com', 'divided'],
  ])('%s', (email, as) => {
    expect(addressClass(email)).toBe(as);
  });
});
