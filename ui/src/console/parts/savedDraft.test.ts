import { expect, test } from 'vitest';
import { isSame, isSeen, parseKept, parseReplaced } from './savedDraft';

const isText = (value: unknown): value is { title: string } =>
  typeof (value as { title?: unknown } | null)?.title === 'string';

test('what was kept is read only where it is whole', () => {
  expect(parseKept(JSON.stringify({ version: 1, base: 3, value: { title: 'A' } }), isText)).toEqual({
    version: 1,
    base: 3,
    value: { title: 'A' },
  });
  for (const bad of ['', '{', 'null', '{"version":1,"base":3,"value":{"title":1}}', '{"base":3,"value":{"title":"A"}}'])
    expect(parseKept(bad, isText)).toBeUndefined();
  expect(parseReplaced('{"title":"B"}', isText)).toEqual({ title: 'B' });
  for (const bad of ['', '[]', '"B"']) expect(parseReplaced(bad, isText)).toBeUndefined();
});

test('two say the same whatever the order of their names, but not of their lists', () => {
  expect(isSame({ a: 1, b: { d: [1, 2], c: null } }, { b: { c: null, d: [1, 2] }, a: 1 })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});

test('a draft was seen where it is the same, made from the same', () => {
  expect(isSeen({ version: 1, base: 3 }, { version: 1, base: 3 })).toBe(true);
  expect(isSeen({ version: 0, base: 3 }, { version: 2, base: 3 })).toBe(false);
});
