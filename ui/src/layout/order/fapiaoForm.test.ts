// @vitest-environment node
/** Fields and validation by type of fapiao (boutique.md §3, §5). */

import { describe, expect, it } from 'vitest';
import { check, creditCode, EMPTY, fieldsOf, isRequired, TYPES, type Values } from './fapiaoForm';

const vat: Values = {
  type: 'vat',
  business_name: '湖岸家居有限公司',
  tax_id: '91310000MA1K35X12Y',
  registered_address: '上海市南京西路100号',
  registered_phone: '021-62880000',
  bank_name: '中国银行上海分行',
  bank_account: '6222 0210 0112 3456 789',
};

describe('unified social credit code', () => {
  it.each([15, 18, 20])('may have %i characters', (length) => {
    expect(creditCode('9'.repeat(length))).toBeNull();
  });

  it.each([1, 14, 16, 17, 19, 21])('may not have %i characters', (length) => {
    expect(creditCode('9'.repeat(length))?.id).toBe('fapiao.credit_code_wrong_length');
  });

  it('allows letters, digits and spacing', () => {
    expect(creditCode(' 91310000-MA1K 35X12Y ')).toBeNull();
    expect(creditCode('91310000_A1K35X12Y')?.id).toBe('fapiao.credit_code_bad_characters');
    expect(creditCode('  ')?.id).toBe('fapiao.credit_code_empty');
  });
});

describe('fapiao types', () => {
  it('are five', () => {
    expect([...TYPES].sort()).toEqual(['business', 'electronic', 'none', 'personal', 'vat']);
  });

  it('are required', () => {
    expect(check(EMPTY)).toEqual({ type: { id: 'fapiao.type' } });
  });

  it.each(['personal', 'none', 'electronic'] as const)('%s asks for nothing', (type) => {
    expect(check({ ...EMPTY, type })).toEqual({});
  });

  it('electronic with a name requires the code', () => {
    const named: Values = { ...EMPTY, type: 'electronic', business_name: 'Lac' };
    expect(check(named)).toEqual({ tax_id: { id: 'fapiao.credit_code_empty' } });
    expect(isRequired(named, 'tax_id')).toBe(true);
    expect(isRequired(named, 'business_name')).toBe(false);
    expect(isRequired({ ...named, business_name: ' ' }, 'tax_id')).toBe(false);
  });

  it('business requires name and code', () => {
    expect(Object.keys(check({ ...EMPTY, type: 'business' })).sort()).toEqual(['business_name', 'tax_id']);
  });

  it('special VAT requires all six fields', () => {
    expect(Object.keys(check({ ...EMPTY, type: 'vat' })).sort()).toEqual([...fieldsOf('vat')].sort());
    expect(check(vat)).toEqual({});
    expect(check({ ...vat, bank_account: '6222x' }).bank_account?.id).toBe('fapiao.bank_account_bad');
    expect(check({ ...vat, registered_phone: '12' }).registered_phone?.id).toBe('address.phone_too_short');
  });
});
