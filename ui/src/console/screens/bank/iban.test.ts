// @vitest-environment node
import { expect, it } from 'vitest';
import { groupedIban, isIban } from './iban';

it.each([
  'DE89 3704 0044 0532 0130 00',
  'fr7630006000011234567890189',
  'GB82WEST12345698765432',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
])('%s is one', (iban) => expect(isIban(iban)).toBe(true));

it.each([
  '',
  'DE',
  'DE89 3704 0044 0532 0130 01',
  'DE98 3704 0044 0532 0130 00',
  '89 3704 0044 0532 0130 00',
])('%j is none', (iban) => expect(isIban(iban)).toBe(false));

it('is read in groups of four', () => {
  expect(groupedIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(groupedIban('')).toBe('');
});
