import { describe, expect, it } from 'vitest';
import { type Draft, formOf, parsePercent, readKept, withGoods, writeKept } from './draft';

const draft: Draft = {
  name: ' Weekend ',
  begins: '2026-11-28T09:00',
  ends: '2026-11-30T00:00',
  kind: 'percent',
  value: '12,5',
  ending: 'step',
};
const item = (sku: string, price = '') => ({ sku, name: sku, amount: '18.00', price });

describe('a campaign as it is typed', () => {
  it('takes percentages of both ways of writing', () => {
    expect(['20', '12,5', '12.5 %', '0', '100', '-3', 'x', ''].map(parsePercent)).toEqual([
      '20',
      '12.5',
      '12.5',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says only what its kind needs', () => {
    expect(formOf(draft, [item('A', '9,00')])).toEqual({
      ...draft,
      name: 'Weekend',
      percent: '12.5',
      amount: '0.00',
      value: undefined,
      items: [{ sku: 'A', price: null }],
    });
    expect(formOf({ ...draft, kind: 'price' }, [item('A', '9,00')])?.items).toEqual([{ sku: 'A', price: '9.00' }]);
    expect(formOf({ ...draft, kind: 'price' }, [item('A', 'nine')])).toBeUndefined();
  });

  it('is kept until it is saved, and read as it was kept', () => {
    const kept = { version: 3, draft, chosen: [item('A', '9,00')] };
    const text = writeKept(kept, { draft: { ...draft, name: 'Other' }, chosen: [] });
    expect(readKept(text)).toEqual(kept);
    expect(writeKept(kept, { draft: { ...draft }, chosen: [item('A', '9,00')] })).toBe('');
    expect(['', '{}', 'null', '{"version":1,"draft":{"name":1},"chosen":[]}', 'x'].map(readKept)).toEqual(
      Array.from({ length: 5 }),
    );
  });

  it('has each item once', () => {
    expect(withGoods([item('A', '5')], [item('A'), item('B')]).map(({ sku, price }) => sku + price)).toEqual([
      'A5',
      'B',
    ]);
  });
});
