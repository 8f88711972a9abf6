// @vitest-environment node
import { expect, it } from 'vitest';
import { NONE, type Selection, toggle } from './selection';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

function after(...steps: [row: string, reach?: boolean][]): string {
  const end = steps.reduce<Selection>((now, [row, reach = false]) => toggle(now, ROWS, row, reach), NONE);
  return [...end.chosen].sort().join('');
}

it('selects one by one', () => expect(after(['a'], ['c'], ['a'])).toBe('c'));
it('reaches down', () => expect(after(['b'], ['d', true])).toBe('bcd'));
it('reaches up', () => expect(after(['d'], ['b', true])).toBe('bcd'));
it('takes away as far as it reaches', () => expect(after(['a'], ['e', true], ['d'], ['b', true])).toBe('ae'));
it('starts without an anchor', () => expect(after(['c', true])).toBe('c'));
