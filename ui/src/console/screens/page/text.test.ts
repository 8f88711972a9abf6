import { expect, test } from 'vitest';
import type { PageLanguage } from '../../api/types';
import { readText, seenOf, textOf } from './text';

const text = { title: 'Returns', description: 'How', markdown: 'Text' };
const language: PageLanguage = {
  lang: 'en',
  published: { text, number: 3, updated: '2026-11-21', url: '' },
  draft: null,
  contradictions: [],
  versions: [{ number: 3, title: 'Returns', at: '', actor: '', actor_name: null }],
};

test('a draft goes before what is published', () => {
  expect([textOf(language), seenOf(language)]).toEqual([text, { version: 0, base: 3 }]);
  const draft = { text: { ...text, title: 'New' }, version: 2 } as PageLanguage['draft'];
  expect([textOf({ ...language, draft }).title, seenOf({ ...language, draft }).version]).toEqual(['New', 2]);
});

test('a text is whole with its three parts', () => {
  expect(readText({ ...text, former: 1 })).toEqual(text);
  for (const bad of [null, 'Text', 7, [], { ...text, title: 1 }, { title: '', description: '' }])
    expect(readText(bad)).toBeUndefined();
});
