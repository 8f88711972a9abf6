/** How hard passwords are to guess. */

import { expect, it } from 'vitest';
import { passwordStrength } from './passwordStrength';

it.each([
  ['', 'weak'],
  ['secret', 'weak'],
  ['Lake-74', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['       x       ', 'weak'],
  ['lavender', 'weak'],
  ['lavender-fig', 'fair'],
  ['Lake-1874', 'fair'],
  ['quiet-lake-1874', 'strong'],
  ['four words in a row', 'strong'],
  ['湖边的早晨很安静啊真好听雨', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
