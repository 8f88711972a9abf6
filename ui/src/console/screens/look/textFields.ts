/** Texts of a draft as the fields side by side show them. Two people's drafts meet as a whole, not by field. */

import type { Lang, Message } from '../../api/types';
import type { FieldsOf } from '../../parts/FieldOf';

interface Options {
  id: string;
  /** A text in the reader's words. */
  name: (name: string) => string;
  text: (name: string, lang: Lang) => string;
  /** As it is published. */
  now: (name: string, lang: Lang) => string;
  problem: (name: string, lang: Lang) => Message | undefined;
  set: (name: string, lang: Lang, text: string) => void;
}

/** Fields are a text's name and a language: `hero.title.de`. */
export function textFields({ id, name, text, now, problem, set }: Options): FieldsOf {
  const of = <R>(field: string, use: (name: string, lang: Lang) => R): R => {
    const at = field.lastIndexOf('.');
    return use(field.slice(0, at), field.slice(at + 1) as Lang);
  };
  return {
    id,
    name,
    now: (field) => of(field, now),
    text: (field) => of(field, text),
    was: () => undefined,
    isChanged: (field) => of(field, text) !== of(field, now),
    problem: (field) => of(field, problem),
    set: (field, typed) => of(field, (which, lang) => set(which, lang, typed)),
    takeTheirs: () => {},
    keepMine: () => {},
  };
}
