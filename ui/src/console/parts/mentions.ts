/** Colleagues whom a note names: `@Ada King` as it is written and read, `@{3}` as it is kept. */

export interface Person {
  id: number;
  name: string;
}

/** What is typed of a name, and where it begins. */
export interface Begun {
  at: number;
  words: string;
}

/** Characters of a name that are looked at. */
const MOST = 40;

/** The name that is being typed before the caret: after an `@` that begins a word, in its line. */
export function begun(text: string, caret: number): Begun | undefined {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf('@');
  const words = before.slice(at + 1);
  if (words.length > MOST || words.includes('\n') || !beginsName(text, at)) return;
  return { at, words };
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those of whose name a word begins so, in any case and without accents; nobody once the whole name stands there. */
export function matching<P extends Person>(people: readonly P[], { words }: Begun): P[] {
  const typed = plain(words);
  const fits = (name: string) => name.startsWith(typed) || name.split(' ').some((word) => word.startsWith(typed));
  return people.filter(({ name }) => fits(plain(name)) && plain(name) !== typed.trimEnd());
}

/** The text with a name in the place of what was typed of it, and where the caret is then. */
export function named(text: string, { at, words }: Begun, name: string): { text: string; caret: number } {
  const after = text.slice(at + 1 + words.length);
  const put = `@${name}${after.startsWith(' ') ? '' : ' '}`;
  return { text: text.slice(0, at) + put + after, caret: at + put.length };
}

/** The text as it is kept. Of two names that begin alike the longer is meant. */
export function kept(text: string, people: readonly Person[]): string {
  const ordered = [...people].sort((one, other) => other.name.length - one.name.length);
  let found = '';
  for (let at = 0; at < text.length; at += 1) {
    const person = beginsName(text, at) && ordered.find(({ name }) => isHere(text, at + 1, name));
    found += person ? `@{${person.id}}` : text[at];
    if (person) at += person.name.length;
  }
  return found;
}

/** Whether an `@` stands at a place that may begin a name: no letter is before it, as in an address. */
const beginsName = (text: string, at: number) => text[at] === '@' && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** Whether a name stands at a place, and no longer word does. */
const isHere = (text: string, at: number, name: string) =>
  name !== '' && text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? '');

/** A part of a note: its words, or somebody whom it names (null: a former colleague). */
export type Part = string | { name: string | null };

/** A kept text in parts. */
export function parts(text: string, people: readonly { id: number; name?: string | null }[]): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const { index, 0: mark, 1: id } of text.matchAll(/@\{(\d{1,18})\}/g)) {
    const person = people.find((one) => String(one.id) === id);
    if (!person) continue;
    if (index > from) found.push(text.slice(from, index));
    found.push({ name: person.name ?? null });
    from = index + mark.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}
