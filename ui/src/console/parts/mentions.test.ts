import { expect, test } from 'vitest';
import { begun, kept, matching, named, parts } from './mentions';

const PEOPLE = [
  { id: 1, name: 'Ada King' },
  { id: 2, name: 'Ada' },
  { id: 3, name: 'Émile Roux' },
  { id: 4, name: 'Ada King (ada@example.com)' },
];

test('a name begins with an @ that begins a word', () => {
  expect(begun('Ask @em', 7)).toEqual({ at: 4, words: 'em' });
  expect(begun('Ask @', 5)).toEqual({ at: 4, words: '' });
  expect(begun('mail a@b', 8)).toBeUndefined();
  expect(begun('@one\ntwo', 8)).toBeUndefined();
  expect(begun('no name', 7)).toBeUndefined();
});

test('people are found by the beginning of any of their names', () => {
  const found = (words: string) => matching(PEOPLE, { at: 0, words }).map(({ id }) => id);
  expect(found('')).toEqual([1, 2, 3, 4]);
  expect(found('em')).toEqual([3]);
  expect(found('roux')).toEqual([3]);
  expect(found('ada k')).toEqual([1, 4]);
  expect(found('Émile Roux ')).toEqual([]);
  expect(found('Émile Roux rang')).toEqual([]);
});

test('a chosen name takes the place of what was typed, and is kept as an id', () => {
  const typed = begun('Ask @em today', 7);
  expect(typed && named('Ask @em today', typed, 'Émile Roux')).toEqual({ text: 'Ask @Émile Roux today', caret: 15 });
  expect(kept('Ask @Émile Roux, @Ada and @Adam.', PEOPLE)).toBe('Ask @{3}, @{2} and @Adam.');
  expect(kept('@Ada King (ada@example.com) and @Ada King', PEOPLE)).toBe('@{4} and @{1}');
  expect(kept('write to desk@Ada', PEOPLE)).toBe('write to desk@Ada');
});

test('a kept text is read with names', () => {
  expect(parts('Ask @{3} or @{9}: @{7}', [PEOPLE[2] ?? { id: 0 }, { id: 9, name: null }])).toEqual([
    'Ask ',
    { name: 'Émile Roux' },
    ' or ',
    { name: null },
    ': @{7}',
  ]);
});
