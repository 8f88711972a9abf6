/** The documents of the look and of the home page: what is whole, how two differ, and changes of their parts. */

import type { Drafted, Drawing, HomePage, HomeTexts, Look, Palette, Typeface } from '../../api/look';
import type { Lang } from '../../api/types';

/** A document as the shop has it, and the versions that are named when it is saved. */
export const storedIn = <T>({ draft, published, number }: Pick<Drafted<T>, 'draft' | 'published' | 'number'>) => ({
  stored: draft?.document ?? published,
  now: { version: draft?.version ?? 0, base: number },
});

type Loose = Record<string, unknown>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const looseOf = (value: unknown): Loose => (isObject(value) ? value : {});

const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);

/** Objects by free names, each read by `read`. */
const mapOf = <T>(value: unknown, read: (one: Loose) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(looseOf(value)).map(([name, one]) => [name, read(looseOf(one))]));

const LANGUAGES: readonly Lang[] = ['en', 'fr', 'de', 'es', 'zh'];

/** The same by language. */
const byLanguage = <T>(value: Loose, read: (one: Loose) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(mapOf(value, read)).filter(([lang]) => LANGUAGES.some((one) => one === lang)));

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

export const ROLES = ['background', 'surface', 'text', 'primary', 'accent'] as const;
export type Role = (typeof ROLES)[number];

export const TYPEFACES: readonly Typeface[] = ['spectral', 'gilda', 'figtree'];

function drawingOf(value: unknown, otherwise: Drawing | null): Drawing | null {
  if (value === null) return null;
  const { file, width, height } = looseOf(value);
  const isWhole = typeof file === 'string' && typeof width === 'number' && typeof height === 'number';
  return isWhole ? { file, width, height } : otherwise;
}

/**
 * A look that was kept on this device, perhaps by an older program: what it lacks, or what is damaged in it, is as it is published, and
 * what a look has no longer is left out. Undefined where it is none.
 */
export function readLook(kept: unknown, published: Look): Look | undefined {
  if (!isObject(kept) || !isObject(kept.palette)) return undefined;
  const colours = kept.palette;
  const colour = (role: Role) => {
    const text = textOf(colours[role]);
    return [role, isColour(text) ? text : published.palette[role]];
  };
  return {
    palette: Object.fromEntries(ROLES.map(colour)) as Palette,
    typeface: TYPEFACES.find((one) => one === kept.typeface) ?? published.typeface,
    logo: drawingOf(kept.logo, published.logo),
    logo_on_dark: drawingOf(kept.logo_on_dark, published.logo_on_dark),
    icon: drawingOf(kept.icon, published.icon),
    sender: textOf(kept.sender, published.sender),
    words: isObject(kept.words)
      ? byLanguage(
          kept.words,
          (one) => Object.fromEntries(WORDS.map((name) => [name, textOf(one[name])])) as Record<Word, string>,
        )
      : published.words,
  };
}

const listOf = (value: unknown, otherwise: string[]): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : otherwise;

const blockOf = ({ title, text }: Loose) => ({ title: textOf(title), text: textOf(text) });

const wordsOf = (value: unknown) => {
  const { title, text, cta, alt, category } = looseOf(value);
  return { ...blockOf({ title, text }), cta: textOf(cta), alt: textOf(alt), category: textOf(category) };
};

const readTexts = (kept: Loose): HomeTexts => ({
  announcement: textOf(kept.announcement),
  meta: isObject(kept.meta) ? { title: textOf(kept.meta.title), description: textOf(kept.meta.description) } : null,
  hero: wordsOf(kept.hero),
  hero_mobile: wordsOf(kept.hero_mobile),
  blocks: mapOf(kept.blocks, blockOf),
  story: wordsOf(kept.story),
  bestsellers: { title: textOf(looseOf(kept.bestsellers).title) },
  facts: Array.isArray(kept.facts) ? kept.facts.map((one) => blockOf(looseOf(one))) : [],
});

/** The same of a home page. */
export function readHomePage(kept: unknown, published: HomePage): HomePage | undefined {
  if (!isObject(kept) || !isObject(kept.structure) || !isObject(kept.texts)) return undefined;
  const { structure: was } = published;
  const { structure } = kept;
  const place = (name: Place) => {
    const { image, category } = looseOf(structure[name]);
    return { image: textOf(image, was[name].image), category: textOf(category, was[name].category) };
  };
  return {
    structure: {
      blocks: listOf(structure.blocks, was.blocks),
      bestsellers: listOf(structure.bestsellers, was.bestsellers),
      bestsellers_mobile: listOf(structure.bestsellers_mobile, was.bestsellers_mobile),
      hero: place('hero'),
      hero_mobile: place('hero_mobile'),
      story: place('story'),
    },
    texts: byLanguage(kept.texts, readTexts),
  };
}

/** Every text of a document by its path, as the server names fields: `texts.de.facts[0].title`, `structure.blocks.0`. */
export function flat(value: unknown, path = ''): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) {
    const parts = value.map((one, at) => flat(one, isObject(one) ? `${path}[${at}]` : `${path}.${at}`));
    return Object.assign({}, ...parts);
  }
  if (isObject(value)) {
    const parts = Object.entries(value).map(([name, one]) => flat(one, path ? `${path}.${name}` : name));
    return Object.assign({}, ...parts);
  }
  return { [path]: String(value) };
}

export interface Difference {
  field: string;
  mine: string;
  theirs: string;
}

/** Sizes say nothing to people: the file does. */
const isTold = (field: string) => !/\.(width|height)$/.test(field);

export function differences(mine: unknown, theirs: unknown): Difference[] {
  const [one, other] = [flat(mine), flat(theirs)];
  const fields = new Set([...Object.keys(one), ...Object.keys(other)].filter(isTold));
  return [...fields]
    .map((field) => ({ field, mine: one[field] ?? '', theirs: other[field] ?? '' }))
    .filter((difference) => difference.mine !== difference.theirs);
}

/** An entry of a list in another place. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const left = all.filter((_, at) => at !== from);
  return [...left.slice(0, to), all[from] as T, ...left.slice(to)];
}

const NO_WORDS = { title: '', text: '', cta: '', alt: '', category: '' };

export const NO_TEXTS: HomeTexts = {
  announcement: '',
  meta: null,
  hero: NO_WORDS,
  hero_mobile: NO_WORDS,
  blocks: {},
  story: NO_WORDS,
  bestsellers: { title: '' },
  facts: [],
};

/** The texts of a language; empty ones where there are none. */
export const textsIn = (page: HomePage, lang: string): HomeTexts => page.texts[lang] ?? NO_TEXTS;

export const PLACES = ['hero', 'hero_mobile', 'story'] as const;
export type Place = (typeof PLACES)[number];

const isPlace = (name: string): name is Place => (PLACES as readonly string[]).includes(name);

/** A text by its name below a language: `hero.title`, `blocks.bed.text`, `facts[2].title`. */
export function textAt(texts: HomeTexts, name: string): string {
  if (name === 'announcement') return texts.announcement;
  const fact = /^facts\[(\d+)\]\.(title|text)$/.exec(name);
  if (fact) return texts.facts[Number(fact[1])]?.[fact[2] as 'title' | 'text'] ?? '';
  const [part = '', ...rest] = name.split('.');
  const leaf = rest.at(-1) ?? '';
  if (part === 'meta') return texts.meta?.[leaf as 'title'] ?? '';
  if (part === 'bestsellers') return texts.bestsellers.title;
  if (part === 'blocks') return texts.blocks[rest.slice(0, -1).join('.')]?.[leaf as 'title' | 'text'] ?? '';
  return isPlace(part) ? texts[part][leaf as 'title'] : '';
}

/** The texts with another one in its place. */
export function withText(texts: HomeTexts, name: string, text: string): HomeTexts {
  if (name === 'announcement') return { ...texts, announcement: text };
  const fact = /^facts\[(\d+)\]\.(title|text)$/.exec(name);
  if (fact) {
    const at = Number(fact[1]);
    const facts = Array.from({ length: Math.max(texts.facts.length, at + 1) }, (_, place) => ({
      title: '',
      text: '',
      ...texts.facts[place],
      ...(place === at && { [fact[2] ?? '']: text }),
    }));
    return { ...texts, facts };
  }
  const [part = '', ...rest] = name.split('.');
  const leaf = rest.at(-1) ?? '';
  if (part === 'meta') {
    const meta = { title: '', description: '', ...texts.meta, [leaf]: text };
    return { ...texts, meta: meta.title || meta.description ? meta : null };
  }
  if (part === 'bestsellers') return { ...texts, bestsellers: { title: text } };
  if (part === 'blocks') {
    const key = rest.slice(0, -1).join('.');
    const block = { title: '', text: '', ...texts.blocks[key], [leaf]: text };
    return { ...texts, blocks: { ...texts.blocks, [key]: block } };
  }
  return isPlace(part) ? { ...texts, [part]: { ...texts[part], [leaf]: text } } : texts;
}

/** The page with the texts of all these languages changed. */
export function withTexts(
  page: HomePage,
  languages: readonly string[],
  change: (texts: HomeTexts) => HomeTexts,
): HomePage {
  const changed = languages.map((lang) => [lang, change(textsIn(page, lang))] as const);
  return { ...page, texts: { ...page.texts, ...Object.fromEntries(changed) } };
}

/** Where a picture leads to: what all languages name, else what the page does. */
export function categoryOf(page: HomePage, place: Place, languages: readonly string[]): string {
  const named = new Set(languages.map((lang) => textsIn(page, lang)[place].category || page.structure[place].category));
  const [only = ''] = named;
  return named.size === 1 ? only : page.structure[place].category;
}

/** In every language: one that named another would lead elsewhere. */
export function withCategory(page: HomePage, place: Place, languages: readonly string[], category: string): HomePage {
  const alike = withTexts(page, languages, (texts) => ({ ...texts, [place]: { ...texts[place], category: '' } }));
  const structure = { ...page.structure, [place]: { ...page.structure[place], category } };
  return { ...alike, structure };
}

export const factsOf = (page: HomePage, languages: readonly string[]): number =>
  Math.max(0, ...languages.map((lang) => textsIn(page, lang).facts.length));

/** Facts in another order, or without one, in every language alike. */
export function withFacts(
  page: HomePage,
  languages: readonly string[],
  order: (all: number[]) => (number | undefined)[],
): HomePage {
  const places = order(Array.from({ length: factsOf(page, languages) }, (_, at) => at));
  const empty = { title: '', text: '' };
  return withTexts(page, languages, (texts) => ({
    ...texts,
    facts: places.map((at) => (at === undefined ? empty : (texts.facts[at] ?? empty))),
  }));
}

/** Names of the texts that a page needs in each language, in their order. */
export function neededTexts(page: HomePage, languages: readonly string[]): string[] {
  const words = (place: string) => ['title', 'text', 'cta', 'alt'].map((leaf) => `${place}.${leaf}`);
  const block = (name: string) => [`${name}.title`, `${name}.text`];
  return [
    ...words('hero'),
    ...words('hero_mobile'),
    ...page.structure.blocks.flatMap((key) => block(`blocks.${key}`)),
    ...words('story'),
    'bestsellers.title',
    ...Array.from({ length: factsOf(page, languages) }, (_, at) => block(`facts[${at}]`)).flat(),
  ];
}

export const WORDS = [
  'line',
  'newsletter_title',
  'newsletter_text',
  'invitation',
  'hotel_letters',
  'signature',
  'about',
] as const;
export type Word = (typeof WORDS)[number];

export const NO_HOUSE_WORDS = Object.fromEntries(WORDS.map((name) => [name, ''])) as Record<Word, string>;

export const wordsIn = (look: Look, lang: string): Record<Word, string> => look.words[lang] ?? NO_HOUSE_WORDS;

/** What a language lacks that another has: the house speaks of itself in all or in none. */
export const lacksWords = (look: Look, lang: string, languages: readonly string[]): boolean =>
  WORDS.some((name) => !wordsIn(look, lang)[name].trim() && languages.some((one) => wordsIn(look, one)[name].trim()));
