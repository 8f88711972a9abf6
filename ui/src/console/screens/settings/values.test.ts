import { describe, expect, it } from 'vitest';
import type { Setting } from '../../api/types';
import { isSame, type Kind, parsedValue, readTyped, textOf, UNREADABLE } from './values';

const kinds: [Kind, unknown][] = [
  [{ of: 'text' }, 'Hotel Waldhaus'],
  [{ of: 'lines' }, ['Seestraße 1', '7514 Sils']],
  [{ of: 'switch' }, false],
  [{ of: 'number', least: 1, most: 60 }, 5],
  [{ of: 'amount' }, '1500.50'],
  [{ of: 'time' }, '08:30'],
  [{ of: 'weekday' }, 7],
  [{ of: 'methods' }, ['card', 'cheque']],
  [{ of: 'countries' }, ['CA', 'US']],
  [{ of: 'sites' }, { GB: 'https://uk.example.com/en' }],
  [{ of: 'collection' }, { bed: '149.00' }],
];

describe('values of settings', () => {
  it.each(kinds)('%o survives its field in every language', (kind, value) => {
    for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'zh-CN']) {
      expect(parsedValue(kind, textOf(kind, value, locale))).toEqual(value);
    }
  });

  it('understands what people type', () => {
    expect(parsedValue({ of: 'amount' }, '1.500,5')).toBe('1500.50');
    expect(parsedValue({ of: 'lines' }, ' a \n\n b')).toEqual(['a', 'b']);
    expect(parsedValue({ of: 'countries' }, 'ca, us')).toEqual(['CA', 'US']);
    expect(parsedValue({ of: 'sites' }, 'gb=https://x.example')).toEqual({ GB: 'https://x.example' });
    expect(parsedValue({ of: 'collection' }, '{"bed":"149","mattress":" "}')).toEqual({ bed: '149.00' });
  });

  it('knows what it cannot read', () => {
    expect(parsedValue({ of: 'amount' }, 'much')).toBe(UNREADABLE);
    expect(parsedValue({ of: 'number', least: 1, most: 2 }, '1.5')).toBe(UNREADABLE);
    expect(parsedValue({ of: 'number', least: 1, most: 2 }, '')).toBe(UNREADABLE);
    expect(parsedValue({ of: 'sites' }, 'https://x.example')).toBe(UNREADABLE);
    expect(parsedValue({ of: 'collection' }, '{"bed":"x"}')).toBe(UNREADABLE);
  });

  it('keeps what was typed over a reload, but for what can no longer be changed', () => {
    const setting = (key: string, pinned_by: string | null) => ({ key, pinned_by }) as Setting;
    const kept = JSON.stringify({
      a: { seen: 1, text: '2' },
      b: { seen: 1, text: '2' },
      c: 3,
      d: { seen: 1, text: '2' },
    });
    const settings = [setting('a', null), setting('b', 'my.toml:3'), setting('c', null)];
    expect(readTyped(kept, settings)).toEqual({ a: { seen: 1, text: '2' } });
    expect(readTyped('{broken', settings)).toEqual({});
    expect(readTyped('', settings)).toEqual({});
  });

  it('compares objects whatever the order of their keys', () => {
    expect(isSame({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
  });
});
