import { describe, expect, test } from 'vitest';
import { headings, readSheet, type Words } from './newSheet';

const words: Words = {
  fields: ['name.en', 'name.de', 'category', 'weight_g', 'enabled', 'details.en'],
  nameOf: (field) =>
    ({ 'name.de': 'Name (German)', category: 'Main category', weight_g: 'Weight in grams' })[field] ?? field,
  currencies: ['EUR', 'CHF'],
  sku: 'Item number',
  kind: 'Kind',
  price: 'Price',
  kindOf: (kind) => ({ simple: 'Simple', configurable: 'With options', kit: 'Set', variant: 'Variant' })[kind],
  codes: {
    category: [
      { code: 'bath', name: 'Bathroom' },
      { code: 'kids', name: 'Children' },
      { code: 'kids-2', name: 'Children' },
    ],
  },
  writing: { yes: 'yes', no: 'no', locale: 'de' },
};

describe('new products from a sheet', () => {
  test('headings are codes or the words on screen, cells what people write', () => {
    const text = [
      'sku\tKind\tName (German)\tname.en\tMain category\tweight_g\tPRICE (EUR)\tCHF',
      'tow-new\tset\t"Handtuch ""groß"""\tTowel\tbathroom\t1.250\t1.234,50\t12',
      '',
      'TOW-TWO\t\t\tSheet\tChildren\t\t\t',
    ].join('\n');
    expect(readSheet(text, words)).toEqual({
      products: [
        {
          sku: 'TOW-NEW',
          kind: 'kit',
          fields: { 'name.de': 'Handtuch "groß"', 'name.en': 'Towel', category: 'bath', weight_g: '1250' },
          prices: { EUR: '1234.50', CHF: '12.00' },
        },
        // A name of two is sent as it stands, and refused with its field.
        { sku: 'TOW-TWO', kind: 'simple', fields: { 'name.en': 'Sheet', category: 'Children' }, prices: {} },
      ],
      lines: [2, 4],
      columns: [],
      hasSkus: true,
    });
  });

  test('what names no column is told, and nothing is read into another', () => {
    const { products, columns, hasSkus } = readSheet('Colour\tname.en\nred\tTowel\n', words);
    expect({ columns, hasSkus }).toEqual({ columns: ['Colour'], hasSkus: false });
    expect(products).toEqual([{ sku: '', kind: 'simple', fields: { 'name.en': 'Towel' }, prices: {} }]);
  });

  test('a kind or an amount that is none is left to the shop, which refuses it', () => {
    const { products } = readSheet('SKU\tkind\tEUR\nA\tbox\tmuch\n', words);
    expect(products).toEqual([{ sku: 'A', kind: 'variant', fields: {}, prices: { EUR: 'much' } }]);
  });

  test('the empty sheet that is copied has all columns', () => {
    const { columns, hasSkus } = readSheet(`${headings(words).join('\t')}\n`, words);
    expect({ columns, hasSkus }).toEqual({ columns: [], hasSkus: true });
  });
});
