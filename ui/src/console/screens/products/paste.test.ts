import { describe, expect, test } from 'vitest';
import { readCells, writeCells } from '../../parts/cells';
import { localCell, plainCell, readTable } from './paste';

const german = { yes: 'Ja', no: 'Nein', locale: 'de' };
const english = { yes: 'yes', no: 'no', locale: 'en' };

describe('cells of spreadsheets', () => {
  test('what is written reads the same', () => {
    const cells = ['', 'a', ' b ', 'c\td', 'e\nf', '"', '""g"h', 'i"j', '\n', '\t"\n'];
    for (const one of cells) {
      for (const other of cells) {
        const rows = [[one, other], [other], [other, one, 'end']];
        expect(readCells(writeCells(rows))).toEqual(rows);
      }
    }
  });

  test('lines of a spreadsheet end with a carriage return and a line break', () => {
    expect(readCells('A\t1\r\n"B ""x""\ny"\t2\r\n')).toEqual([
      ['A', '1'],
      ['B "x"\ny', '2'],
    ]);
  });

  test('numbers are those of the country, words those of the reader', () => {
    expect(plainCell('weight_g', '1.250', german)).toBe('1250');
    expect(plainCell('weight_g', '1 250', german)).toBe('1250');
    expect(plainCell('weight_g', '1\u202f250\u202f000', german)).toBe('1250000');
    expect(plainCell('weight_g', '1,250', english)).toBe('1250');
    // No whole number: it stays as it was typed, and is refused with its field.
    for (const typed of ['12,5', '1,250', '12 50', '1.25.000', '-3', 'viel'])
      expect(plainCell('weight_g', typed, german)).toBe(typed);
    expect(plainCell('weight_g', '1.250', english)).toBe('1.250');
    expect(plainCell('enabled', 'ja', german)).toBe('1');
    expect(plainCell('enabled', 'vielleicht', german)).toBe('vielleicht');
    expect(plainCell('name.de', ' Laken ', german)).toBe(' Laken ');
  });

  test.each([
    ['1.234,56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56'],
    ['1 234,56', '1234.56', '1234.56'],
    ['1’234.56', '1234.56', '1234.56'],
    ['1.234.567', '1234567.00', '1234567.00'],
    ['0,06', '0.06', '0.06'],
    ['0.06', '0.06', '0.06'],
    ['1,2', '1.20', '1.20'],
    ['5', '5.00', '5.00'],
    ['1.234', '1234.00', '1.234'],
    ['1,234', '1,234', '1234.00'],
    ['0.060', '0.060', '0.060'],
    ['1.2.3', '1.2.3', '1.2.3'],
    ['12.34,5,6', '12.34,5,6', '12.34,5,6'],
    ['', '', ''],
  ])('an amount of %s is read as it is written in German and in English', (typed, inGerman, inEnglish) => {
    expect(plainCell('eco_participation', typed, german)).toBe(inGerman);
    expect(plainCell('eco_participation', typed, english)).toBe(inEnglish);
  });
});

describe('a table that is pasted', () => {
  const fields = ['enabled', 'eco_participation', 'name.de'];
  const names: Record<string, string> = {
    enabled: 'Aktiv',
    eco_participation: 'Umweltbeitrag',
    'name.de': 'Name (Deutsch)',
  };
  const table = {
    skus: ['TOW-GAN', 'TOW-LAC', 'SET-1'],
    fields,
    nameOf: (field: string) => names[field] ?? field,
    // A set has no contribution of its own.
    has: (sku: string, field: string) => sku !== 'SET-1' || field !== 'eco_participation',
  };
  const nothing = { cells: [], skus: [], columns: [], cellsBeyond: 0 };
  const read = (text: string, row = 0, column = 0) => readTable(readCells(text), table, [row, column]);

  test('what was copied says the same when it is pasted anywhere, in every language', () => {
    const now: Record<string, string[]> = {
      'TOW-GAN': ['1', '0.06', 'Handschuh'],
      'TOW-LAC': ['0', '1234.50', 'Lätzchen\nlang'],
      'SET-1': ['1', '', ''],
    };
    for (const writing of [german, english]) {
      const head = ['SKU', ...fields.map(table.nameOf)];
      const lines = Object.entries(now).map(([sku, texts]) => [
        sku,
        ...texts.map((text, at) => localCell(fields[at] ?? '', text, writing)),
      ]);
      const { cells, ...others } = read(writeCells([head, ...lines]), 2, 1);
      expect({ ...others, cells: [] }).toEqual(nothing);
      expect(cells.length).toBe(8);
      for (const { sku, field, text } of cells) {
        expect(plainCell(field, text, writing)).toBe(now[sku]?.[fields.indexOf(field)]);
      }
    }
  });

  test('numbers and words are copied as the reader writes them', () => {
    expect([
      localCell('eco_participation', '0.06', german),
      localCell('eco_participation', '0.06', english),
      localCell('enabled', '1', german),
      localCell('enabled', '0', english),
      localCell('name.de', '1.5', german),
    ]).toEqual(['0,06', '0.06', 'Ja', 'no', '1.5']);
  });

  test('headings and item numbers say where cells belong, in any order', () => {
    expect(read('name (deutsch)\tSKU\nLaken\ttow-lac\nTuch\tTOW-GAN\n', 2, 2)).toEqual({
      ...nothing,
      cells: [
        { sku: 'TOW-LAC', field: 'name.de', text: 'Laken' },
        { sku: 'TOW-GAN', field: 'name.de', text: 'Tuch' },
      ],
    });
    // Without headings, by the columns from there on.
    expect(read('TOW-LAC\t1,20\nTOW-GAN\t0,06\n', 0, 1)).toEqual({
      ...nothing,
      cells: [
        { sku: 'TOW-LAC', field: 'eco_participation', text: '1,20' },
        { sku: 'TOW-GAN', field: 'eco_participation', text: '0,06' },
      ],
    });
    // Without item numbers, by the rows from there on.
    expect(read('name.de\nLaken', 1, 0).cells).toEqual([{ sku: 'TOW-LAC', field: 'name.de', text: 'Laken' }]);
  });

  test('cells alone fill those below and to the right', () => {
    expect(read('ja\t1,2\nnein\t3', 0, 0).cells.map(({ sku, field }) => `${sku} ${field}`)).toEqual([
      'TOW-GAN enabled',
      'TOW-GAN eco_participation',
      'TOW-LAC enabled',
      'TOW-LAC eco_participation',
    ]);
  });

  test('what has no place is named', () => {
    const { cells, ...others } = read('SKU\tAktiv\tFarbe\nTOW-GAN\tja\trot\nOLD-1\tja\tblau\n');
    expect(cells).toEqual([{ sku: 'TOW-GAN', field: 'enabled', text: 'ja' }]);
    expect(others).toEqual({ skus: ['OLD-1'], columns: ['Farbe'], cellsBeyond: 0 });
    // Beyond the last row or column, and where a product has no such field; what is empty is not missed.
    expect(read('ja\t1\tx\ty\nja', 2, 0).cellsBeyond).toBe(3);
    expect(read('\t\t\t\n\t', 2, 1).cellsBeyond).toBe(0);
  });
});
