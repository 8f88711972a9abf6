/** Values and validation of the fapiao form; mirrors `fapiao/calls.rs`. Knows no component. */

import type { FapiaoType } from '../../api/types';
import * as validate from '../../domain/validate';
import { type Problems, problemsIn } from '../../state/useForm';

export const TYPES: readonly FapiaoType[] = ['electronic', 'personal', 'business', 'vat', 'none'];

export interface Values {
  type: FapiaoType | '';
  business_name: string;
  tax_id: string;
  registered_address: string;
  registered_phone: string;
  bank_name: string;
  bank_account: string;
}
export type FieldName = keyof Values;

export const EMPTY: Values = {
  type: '',
  business_name: '',
  tax_id: '',
  registered_address: '',
  registered_phone: '',
  bank_name: '',
  bank_account: '',
};

const NAME_MAX = 100;
const ADDRESS_MAX = 200;
const ACCOUNT_MAX = 30;
/** Unified social credit codes and their predecessors (boutique.md §5). */
const CODE_LENGTHS = new Set([15, 18, 20]);

/** Fields of a type, from top to bottom. */
export function fieldsOf(type: Values['type']): readonly Exclude<FieldName, 'type'>[] {
  switch (type) {
    case 'business':
    case 'electronic':
      return ['business_name', 'tax_id'];
    case 'vat':
      return ['business_name', 'tax_id', 'registered_address', 'registered_phone', 'bank_name', 'bank_account'];
    default:
      return [];
  }
}

export function isRequired(values: Values, field: FieldName): boolean {
  if (values.type !== 'electronic') return true;
  // Optional for persons; with a business name the code is required.
  return field === 'tax_id' && validate.trim(values.business_name) !== '';
}

export function creditCode(input: string): validate.Problem | null {
  const code = validate.compact(input);
  if (code === '') return { id: 'fapiao.credit_code_empty' };
  if (!/^[A-Za-z0-9]+$/.test(code)) return { id: 'fapiao.credit_code_bad_characters' };
  return CODE_LENGTHS.has(code.length) ? null : { id: 'fapiao.credit_code_wrong_length' };
}

function line(input: string, empty: string, max: number): validate.Problem | null {
  return validate.line(input, { empty, tooLong: 'form.too_long', badCharacters: 'form.bad_characters' }, max);
}

function bankAccount(input: string): validate.Problem | null {
  const number = validate.compact(input);
  if (number === '') return { id: 'fapiao.bank_account_empty' };
  return /^[0-9]+$/.test(number) && number.length <= ACCOUNT_MAX
    ? null
    : { id: 'fapiao.bank_account_bad', params: { max: String(ACCOUNT_MAX) } };
}

export function check(values: Values): Problems<Values> {
  if (values.type === '') return { type: { id: 'fapiao.type' } };
  const hasName = validate.trim(values.business_name) !== '';
  if (values.type === 'electronic' && !hasName) return {};
  const rules: Record<Exclude<FieldName, 'type'>, () => validate.Problem | null> = {
    business_name: () => line(values.business_name, 'fapiao.business_name_empty', NAME_MAX),
    tax_id: () => creditCode(values.tax_id),
    registered_address: () => line(values.registered_address, 'fapiao.registered_address_empty', ADDRESS_MAX),
    registered_phone: () => validate.phone(values.registered_phone),
    bank_name: () => line(values.bank_name, 'fapiao.bank_name_empty', NAME_MAX),
    bank_account: () => bankAccount(values.bank_account),
  };
  return problemsIn<Values>(Object.fromEntries(fieldsOf(values.type).map((field) => [field, rules[field]()])));
}
