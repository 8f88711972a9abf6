import { describe, expect, test } from 'vitest';
import type { HomePage, Look } from '../../api/look';
import {
  categoryOf,
  differences,
  factsOf,
  flat,
  isHomePage,
  isLook,
  lacksWords,
  moved,
  NO_HOUSE_WORDS,
  NO_TEXTS,
  neededTexts,
  textAt,
  withCategory,
  withFacts,
  withText,
} from './documents';

const placed = { image: 'a', category: 'beds' };
const page: HomePage = {
  structure: {
    blocks: ['bed', 'bath'],
    bestsellers: ['A', 'B'],
    bestsellers_mobile: [],
    hero: placed,
    hero_mobile: placed,
    story: placed,
  },
  texts: {
    en: {
      ...NO_TEXTS,
      facts: [
        { title: 'One', text: '1' },
        { title: 'Two', text: '2' },
      ],
    },
    fr: { ...NO_TEXTS, hero: { ...NO_TEXTS.hero, category: 'bath' }, facts: [{ title: 'Un', text: '1' }] },
  },
};
const LANGS = ['en', 'fr'];

describe('texts', () => {
  test('each that a page needs can be written and read', () => {
    for (const name of [...neededTexts(page, LANGS), 'announcement', 'meta.title', 'meta.description']) {
      const texts = withText(NO_TEXTS, name, 'Said');
      expect([name, textAt(texts, name)]).toEqual([name, 'Said']);
      // And nothing else.
      expect(Object.values(flat(texts)).filter(Boolean)).toEqual(['Said']);
    }
  });

  test('what search engines are told is nothing where both are empty', () => {
    const told = withText(NO_TEXTS, 'meta.title', 'A');
    expect(withText(told, 'meta.title', '').meta).toBeNull();
  });
});

test('facts move and go in all languages alike', () => {
  expect(factsOf(page, LANGS)).toBe(2);
  const turned = withFacts(page, LANGS, (all) => moved(all, 0, 1));
  expect(turned.texts.en?.facts.map(({ title }) => title)).toEqual(['Two', 'One']);
  expect(turned.texts.fr?.facts.map(({ title }) => title)).toEqual(['', 'Un']);
  const more = withFacts(page, LANGS, (all) => [...all, undefined]);
  expect(factsOf(more, LANGS)).toBe(3);
});

test('a picture leads to one category in every language once it is chosen', () => {
  expect(categoryOf(page, 'hero', LANGS)).toBe('beds');
  const chosen = withCategory(page, 'hero', LANGS, 'linen');
  expect(categoryOf(chosen, 'hero', LANGS)).toBe('linen');
  expect(chosen.texts.fr?.hero.category).toBe('');
});

test('what differs is told by the names of the server', () => {
  const other = { ...page, structure: { ...page.structure, blocks: ['bath', 'bed'] } };
  expect(differences(page, other)).toEqual([
    { field: 'structure.blocks.0', mine: 'bed', theirs: 'bath' },
    { field: 'structure.blocks.1', mine: 'bath', theirs: 'bed' },
  ]);
  expect(flat(page)['texts.en.facts[1].title']).toBe('Two');
  expect(differences({ logo: { file: 'a', width: 1 } }, { logo: { file: 'a', width: 2 } })).toEqual([]);
});

test('what was kept is read only where it is whole', () => {
  expect(isHomePage(page)).toBe(true);
  for (const bad of [null, {}, { structure: {}, texts: {} }]) expect(isHomePage(bad)).toBe(false);
  for (const bad of [null, {}, { palette: {}, words: {} }]) expect(isLook(bad)).toBe(false);
});

test('a language lacks what another says', () => {
  const look = { words: { en: { ...NO_HOUSE_WORDS, line: 'A' }, fr: NO_HOUSE_WORDS } } as unknown as Look;
  expect(['en', 'fr', 'de'].map((lang) => lacksWords(look, lang, ['en', 'fr']))).toEqual([false, true, true]);
});
