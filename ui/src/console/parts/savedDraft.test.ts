import { expect, test } from 'vitest';
import { isSame, isSeen, parseKept } from './savedDraft';

const read = (kept: unknown) => {
  const title = (kept as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? { title } : undefined;
};

test('what was kept is read only where it is whole', () => {
  expect(parseKept(JSON.stringify({ version: 1, base: 3, value: { title: 'A', old: 1 } }), read)).toEqual({
    version: 1,
    base: 3,
    value: { title: 'A' },
  });
  const damaged = [
    '',
    '{',
    'null',
    '3',
    '[]',
    '{"version":1,"base":3,"value":{"title":1}}',
    '{"base":3,"value":{"title":"A"}}',
    '{"version":"1","base":3,"value":{"title":"A"}}',
  ];
  for (const bad of damaged) expect(parseKept(bad, read)).toBeUndefined();
});

test('what was sent without an answer is kept beside it', () => {
  const kept = { version: 1, base: 3, value: { title: 'AB' }, sent: { title: 'A' } };
  expect(parseKept(JSON.stringify(kept), read)).toEqual(kept);
  expect(parseKept(JSON.stringify({ ...kept, sent: 7 }), read)).toEqual({ ...kept, sent: undefined });
});

test('two say the same whatever the order of their names, but not of their lists', () => {
  expect(isSame({ a: 1, b: { d: [1, 2], c: null } }, { b: { c: null, d: [1, 2] }, a: 1 })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});

test('a draft was seen where it is the same, made from the same', () => {
  expect(isSeen({ version: 1, base: 3 }, { version: 1, base: 3 })).toBe(true);
  expect(isSeen({ version: 0, base: 3 }, { version: 2, base: 3 })).toBe(false);
});
