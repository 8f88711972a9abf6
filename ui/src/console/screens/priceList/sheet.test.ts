import { describe, expect, it } from 'vitest';
import { linesOf, readPasted, readSheet } from './sheet';

const CURRENCIES = ['EUR', 'CHF'];

describe('a sheet of prices', () => {
  it('is read from a spreadsheet, with its decimal comma', () => {
    const { lines, bad } = readPasted(
      'Artikel\tEUR\tName\tchf\r\nTOW-GAN\t1.234,50\tHandschuh\t19\r\n\r\n',
      CURRENCIES,
    );
    expect(bad).toEqual([]);
    expect(linesOf(lines)).toEqual([
      { sku: 'TOW-GAN', currency: 'EUR', amount: '1234.50', regular: null, version: '' },
      { sku: 'TOW-GAN', currency: 'CHF', amount: '19.00', regular: null, version: '' },
    ]);
  });

  it('needs no heading for prices in EUR, and names lines that hold none', () => {
    const { lines, bad } = readPasted('tow-gan;18,00\nTOW-X;eighteen\n;5\nSOA-BAR\n', CURRENCIES);
    expect(Object.keys(lines)).toEqual(['TOW-GAN EUR']);
    expect(bad).toEqual([2, 3, 4]);
  });

  it('is nobody else’s, and waits until each line is an amount', () => {
    const kept = JSON.stringify({ of: 1, lines: { 'A EUR': { text: '5', version: 'v' }, 'B EUR': { text: 5 } } });
    expect(Object.keys(readSheet(kept, 1))).toEqual(['A EUR']);
    expect(readSheet(kept, 2)).toEqual({});
    expect(readSheet('no sheet', 1)).toEqual({});
    expect(linesOf({ 'A EUR': { text: 'five', version: '' } })).toBeUndefined();
  });
});
