import { describe, expect, test } from 'vitest';
import type { HomePage, HomeTexts, Look } from '../../api/look';
import {
  categoryOf,
  differences,
  factsOf,
  flat,
  lacksWords,
  moved,
  NO_HOUSE_WORDS,
  NO_TEXTS,
  neededTexts,
  readHomePage,
  readLook,
  textAt,
  WORDS,
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

describe('what was kept on a device', () => {
  const logo = { file: 'a.svg', width: 20, height: 10 };
  const look: Look = {
    palette: { background: '#ffffff', surface: '#eeeeee', text: '#111111', primary: '#222222', accent: '#333333' },
    typeface: 'gilda',
    logo,
    logo_on_dark: null,
    icon: null,
    sender: 'House',
    words: { en: { ...NO_HOUSE_WORDS, line: 'A' } },
  };
  const blocks = { bed: { title: 'Beds', text: '' } };
  const whole: HomePage = {
    structure: page.structure,
    texts: { en: { ...(page.texts.en as HomeTexts), blocks, meta: { title: 'T', description: 'D' } } },
  };

  test('is read as it is where it is whole, without what is none of it', () => {
    expect(readLook({ ...look, former: 1, palette: { ...look.palette, red: '#ff0000' } }, look)).toEqual(look);
    expect(readHomePage({ ...whole, former: 1 }, page)).toEqual(whole);
    expect(readLook({ ...look, words: { ...look.words, xx: NO_HOUSE_WORDS } }, look)).toEqual(look);
    const { palette: _, ...partial } = look;
    for (const bad of [null, undefined, 7, 'look', [], {}, partial]) expect(readLook(bad, look)).toBeUndefined();
    for (const bad of [null, undefined, 7, 'home', [], {}, { texts: {} }])
      expect(readHomePage(bad, page)).toBeUndefined();
  });

  test('is as it is published where it lacks something', () => {
    const { sender: _, ...older } = look;
    const published = { ...look, sender: 'Published', typeface: 'figtree' as const };
    expect(readLook({ ...older, typeface: 'comic', palette: {} }, published)).toEqual({ ...published });
  });

  /** Every way in which one value of a document can be missing or another than it should be. */
  function* damaged(value: unknown): Generator<unknown> {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      const entries = Object.entries(value);
      const as = (pairs: [string, unknown][]) =>
        Array.isArray(value) ? pairs.map(([, one]) => one) : Object.fromEntries(pairs);
      yield as(entries.filter(([one]) => one !== name));
      for (const bad of [null, 7, 'x', [], [null], {}, { x: null }])
        yield as(entries.map(([one, was]) => [one, one === name ? bad : was]));
      for (const inner of damaged((value as Record<string, unknown>)[name]))
        yield as(entries.map(([one, was]) => [one, one === name ? inner : was]));
    }
  }

  test('is whole in every part, or none, however it is damaged', () => {
    let read = 0;
    for (const bad of damaged(look)) {
      const found = readLook(bad, look);
      if (!found) continue;
      read += 1;
      expect(Object.keys(found).sort()).toEqual(Object.keys(look).sort());
      for (const colour of Object.values(found.palette)) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      for (const words of Object.values(found.words))
        expect(Object.values(words).map((one) => typeof one)).toEqual(WORDS.map(() => 'string'));
      lacksWords(found, 'en', ['en', 'fr']);
      expect(readLook(found, look)).toEqual(found);
    }
    for (const bad of damaged(whole)) {
      const found = readHomePage(bad, page);
      if (!found) continue;
      read += 1;
      for (const texts of Object.values(found.texts))
        for (const name of neededTexts(found, ['en'])) expect(typeof textAt(texts, name)).toBe('string');
      for (const place of ['hero', 'hero_mobile', 'story'] as const)
        expect(typeof categoryOf(found, place, ['en'])).toBe('string');
      expect(readHomePage(found, page)).toEqual(found);
    }
    expect(read).toBeGreaterThan(500);
  });
});

test('a language lacks what another says', () => {
  const look = { words: { en: { ...NO_HOUSE_WORDS, line: 'A' }, fr: NO_HOUSE_WORDS } } as unknown as Look;
  expect(['en', 'fr', 'de'].map((lang) => lacksWords(look, lang, ['en', 'fr']))).toEqual([false, true, true]);
});
