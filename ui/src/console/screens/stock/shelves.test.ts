import { expect, test } from 'vitest';
import { readShelves } from './shelves';

const words = { sku: 'Artikelnummer', shelf: 'Lagerplatz' };
const line = (sku: string, shelf: string) => ({ sku, shelf, seen: null });

test('two columns are item numbers and shelves', () => {
  expect(readShelves('TOW-GAN\tA 2\n\nBMA-LAC\t\n', words)).toEqual({
    lines: [line('TOW-GAN', 'A 2'), line('BMA-LAC', '')],
    rows: [1, 3],
  });
});

test('headings say which column is which', () => {
  const expected = { lines: [line('TOW-GAN', 'A 2')], rows: [2] };
  expect(readShelves('Name\tLagerplatz\tArtikelnummer\nTuch\tA 2\tTOW-GAN', words)).toEqual(expected);
  expect(readShelves('SKU\tShelf\nTOW-GAN\t A 2 ', words)).toEqual(expected);
});

test('a column that is not there says nothing', () => {
  expect(readShelves('sku\tname\nTOW-GAN\tTuch', words).lines).toEqual([line('TOW-GAN', '')]);
});
