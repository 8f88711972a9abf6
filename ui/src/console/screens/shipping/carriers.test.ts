import { describe, expect, it } from 'vitest';
import type { CarrierTerms } from '../../api/types';
import { earlier, hostOf, termsOf, valuesOf } from './carriers';

const POST: CarrierTerms = {
  name: 'La Poste',
  names: { fr: 'Colissimo', zh: '法国邮政' },
  notes: { de: 'In Ihren Briefkasten.' },
  tracking: 'https://a.example/{number}',
  is_offered: false,
} as CarrierTerms;

describe('carriers', () => {
  it('come back from the form as they were, with the languages that the shop does not show', () => {
    expect(termsOf(valuesOf(POST, ['en', 'fr', 'de']), POST, ['en', 'fr', 'de'])).toEqual(POST);
  });

  it('lose the words that were emptied, and begin offered', () => {
    const values = { ...valuesOf(POST, ['fr', 'de']), 'names.fr': ' ', 'notes.de': '' };
    expect(termsOf(values, POST, ['fr', 'de'])).toMatchObject({ names: { zh: '法国邮政' }, notes: {} });
    expect(termsOf(valuesOf(undefined, ['en']), undefined, ['en'])).toEqual({
      name: '',
      names: {},
      notes: {},
      tracking: '',
      is_offered: true,
    });
  });

  it('name where their parcels are looked for', () => {
    expect(['https://a.example/t?c={number}', 'https://a{number}.example', ''].map(hostOf)).toEqual([
      'a.example',
      'a{number}.example',
      '',
    ]);
  });

  it('move a place to the front, but not before standard', () => {
    expect(earlier(['standard', 'dhl', 'ups', 'post'], 'post')).toEqual(['standard', 'dhl', 'post', 'ups']);
    expect(earlier(['standard', 'dhl'], 'dhl')).toEqual(['standard', 'dhl']);
  });
});
