/**
 * Form validation (boutique.md §5). Mirrors `domain/validate.rs`; both run the cases in `tests/cases`. A check returns a
 * message id with its parameters, or null. Lengths in code points, without white space where the limit is the field's.
 */

import { characterCount, length } from './length';
import { compact, EMAIL_MAX, oneLine, type Problem, trim } from './text';

export * from './length';
export * from './text';

export const NAME_MAX = 50;
export const LINE_MAX = 100;
export const POSTCODE_MAX = 8;
export const PASSWORD_MIN = 6;
const PASSWORD_MAX = 128;
const STREET_MIN = 3;
const PHONE_MIN = 5;
const TAX_ID_MAX = 20;
const EMAIL_EXAMPLE = 'name@example.com';

/** Characters that neither labels nor mail headers allow. */
const UNPRINTABLE = /[<>\p{Cc}]/u;
/** Ideographs, with their radicals and bopomofo. */
const CHINESE =
  /[\u2e80-\u2fdf\u3005\u3007\u3100-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/u;

// ── Single fields ───────────────────────────────────────────────────────────────────────────────────────────────────

const LOCAL = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const TOP = /^[A-Za-z]{2,}$/;

function isEmail(address: string): boolean {
  const at = address.indexOf('@');
  if (at < 0 || !LOCAL.test(address.slice(0, at))) return false;
  const labels = address.slice(at + 1).split('.');
  const top = labels.pop() ?? '';
  return labels.length > 0 && TOP.test(top) && labels.every((label) => LABEL.test(label));
}

export function email(input: string): Problem | null {
  const address = trim(input);
  if (address === '') return { id: 'email.empty' };
  if (characterCount(address) > EMAIL_MAX) return { id: 'email.too_long', params: { max: String(EMAIL_MAX) } };
  return isEmail(address) ? null : { id: 'email.invalid', params: { email: EMAIL_EXAMPLE } };
}

export function phone(input: string): Problem | null {
  const number = compact(input);
  if (number === '') return { id: 'address.phone_empty' };
  if (!/^[0-9+]*$/.test(number)) return { id: 'address.phone_bad_characters' };
  return characterCount(trim(input)) < PHONE_MIN
    ? { id: 'address.phone_too_short', params: { min: String(PHONE_MIN) } }
    : null;
}

export interface PostcodeRule {
  required: boolean;
  /** Regular expression with optional separators; an empty one matches every code. */
  pattern: string;
  example: string;
}

export function postcode(input: string, rule: PostcodeRule): Problem | null {
  const code = compact(input).toUpperCase();
  if (code === '') return rule.required ? { id: 'address.postcode_empty' } : null;
  if (CHINESE.test(code) || UNPRINTABLE.test(code)) return { id: 'address.postcode_bad_characters' };
  if (length(code, 1, POSTCODE_MAX))
    return { id: 'address.postcode_wrong_length', params: { max: String(POSTCODE_MAX) } };
  if (rule.pattern && !new RegExp(`^(?:${rule.pattern})$`).test(code)) {
    return { id: 'address.postcode_format', params: { example: rule.example } };
  }
  return null;
}

export interface LineMessages {
  /** Absent: the line is optional. */
  empty?: string;
  tooLong: string;
  badCharacters: string;
}

/** Mails print these lines: links are rejected, so that nobody can send links to third parties. */
const LINK = /:\/\/|www\./i;

/** A line of text on a label. */
export function line(input: string, messages: LineMessages, max: number): Problem | null {
  const text = oneLine(input);
  if (text === '') return messages.empty ? { id: messages.empty } : null;
  if (UNPRINTABLE.test(text) || LINK.test(text)) return { id: messages.badCharacters };
  return length(text, 0, max) ? { id: messages.tooLong, params: { max: String(max) } } : null;
}

export function firstName(input: string): Problem | null {
  return line(
    input,
    {
      empty: 'address.first_name_empty',
      tooLong: 'address.first_name_too_long',
      badCharacters: 'address.first_name_bad_characters',
    },
    NAME_MAX,
  );
}

export function lastName(input: string): Problem | null {
  return line(
    input,
    {
      empty: 'address.last_name_empty',
      tooLong: 'address.last_name_too_long',
      badCharacters: 'address.last_name_bad_characters',
    },
    NAME_MAX,
  );
}

export function company(input: string): Problem | null {
  return line(
    input,
    { tooLong: 'address.company_too_long', badCharacters: 'address.company_bad_characters' },
    LINE_MAX,
  );
}

const STREET = { tooLong: 'address.street_too_long', badCharacters: 'address.street_bad_characters' };

/** The first line of an address; its messages name whose it is. */
export function street(input: string, kind: 'billing' | 'shipping'): Problem | null {
  const problem = line(input, { ...STREET, empty: `address.${kind}_street_empty` }, LINE_MAX);
  if (problem) return problem;
  return length(input, STREET_MIN, 0) ? { id: `address.${kind}_street_too_short` } : null;
}

export function secondLine(input: string): Problem | null {
  return line(input, STREET, LINE_MAX);
}

export function city(input: string, required: boolean): Problem | null {
  return line(
    input,
    {
      empty: required ? 'address.city_empty' : undefined,
      tooLong: 'address.city_too_long',
      badCharacters: 'address.city_bad_characters',
    },
    LINE_MAX,
  );
}

/** A region by the country's word for it; only provinces and counties have their own message. */
export function region(input: string, required: boolean, label: string): Problem | null {
  const word = label === 'province' || label === 'county' ? label : 'region';
  return line(
    input,
    {
      empty: required ? `address.${word}_empty` : undefined,
      tooLong: 'address.region_too_long',
      badCharacters: 'form.bad_characters',
    },
    LINE_MAX,
  );
}

export function taxId(input: string): Problem | null {
  const number = compact(input).replace(/[./]/g, '');
  return number.length <= TAX_ID_MAX && /^[A-Za-z0-9]*$/.test(number)
    ? null
    : { id: 'address.tax_id_bad', params: { max: String(TAX_ID_MAX) } };
}

/** Empty, or sixteen digits. */
export function memberCard(input: string): Problem | null {
  const number = compact(input);
  return number === '' || /^[0-9]{16}$/.test(number) ? null : { id: 'member.card_invalid' };
}

/** A member card number in groups of four; anything else unchanged. */
export function printedCard(input: string): string {
  return memberCard(input) ? input : compact(input).replace(/(.{4})(?=.)/g, '$1 ');
}

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A new password; surrounding blanks are ignored. The server also rejects common passwords. */
export function password(input: string): Problem | null {
  const n = characterCount(trim(input));
  if (n === 0) return { id: 'password.empty' };
  if (n < PASSWORD_MIN) return { id: 'password.too_short', params: { min: String(PASSWORD_MIN) } };
  return n > PASSWORD_MAX ? { id: 'password.too_long', params: { max: String(PASSWORD_MAX) } } : null;
}

/** Compared only once the password itself is valid. */
export function passwordConfirmation(input: string, of: string): Problem | null {
  if (trim(input) === '') return { id: 'password.confirmation_empty' };
  return password(of) || trim(input) === trim(of) ? null : { id: 'password.mismatch' };
}
