import { describe, expect, it } from 'vitest';
import { changedFields, codesOf, toggled } from './fields';
import { pathOf, readView, writeView } from './view';

describe('the address of the words', () => {
  it('says what is shown, and nothing that goes without saying', () => {
    expect(pathOf({})).toBe('/products/words');
    const view = { part: 'values', of: 'bed_size', find: 'k', lacking: true, pages: 3 } as const;
    expect(readView(writeView(view))).toEqual(view);
    expect(readView(new URLSearchParams('part=nonsense')).part).toBe('makers');
  });
});

describe('fields of an entry', () => {
  it('are sent where they were changed', () => {
    const seen = { name: 'Linen & Co', email: 'a@b.eu' };
    expect(changedFields({ code: '', name: 'Linen & Co', email: 'c@d.eu' }, seen)).toEqual({ email: 'c@d.eu' });
    expect(changedFields({ code: 'x', 'text.en': 'King', 'text.de': '' }, undefined)).toEqual({ 'text.en': 'King' });
  });

  it('of countries hold each once, in order', () => {
    expect(codesOf(' FR  DE')).toEqual(['FR', 'DE']);
    expect(toggled('FR', ['DE', 'FR', 'AT'])).toBe('AT DE FR');
  });
});
