import { describe, expect, test } from 'vitest';
import { plainCell, readCells, writeCells } from './paste';

const words = { yes: 'Ja', no: 'Nein' };

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
    expect(plainCell('weight_g', '1.250', words)).toBe('1250');
    expect(plainCell('weight_g', '1 250', words)).toBe('1250');
    expect(plainCell('weight_g', '12,5', words)).toBe('12,5');
    expect(plainCell('eco_participation', '1,2', words)).toBe('1.20');
    expect(plainCell('enabled', 'ja', words)).toBe('1');
    expect(plainCell('enabled', 'vielleicht', words)).toBe('vielleicht');
    expect(plainCell('name.de', ' Laken ', words)).toBe(' Laken ');
  });
});
