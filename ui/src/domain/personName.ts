/** Order of first and last name: family name first in Chinese. Mirrors `domain/full_name.rs`. */

import type { Lang } from '../api/types';

const HAN = /^[\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{20000}-\u{323af}]+$/u;

function isHan(first: string, last: string): boolean {
  return HAN.test(first) && HAN.test(last);
}

/** Full name in the order of its script. */
export function fullName(first = '', last = ''): string {
  const [given, family] = [first.trim(), last.trim()];
  return isHan(given, family) ? family + given : `${given} ${family}`.trim();
}

/** Name for a salutation: the first name; the full name in Chinese, where the given name alone is too familiar. */
export function salutation(first = '', last = ''): string {
  return isHan(first.trim(), last.trim()) ? fullName(first, last) : first.trim();
}

/** Field names in the order of the language: in Chinese, each `first_name` changes places with its `last_name`. */
export function inNameOrder<N extends string>(lang: Lang, names: readonly N[]): N[] {
  if (lang !== 'zh') return [...names];
  return names.map((name) => {
    if (name.endsWith('first_name')) return name.replace(/first_name$/, 'last_name') as N;
    return name.replace(/last_name$/, 'first_name') as N;
  });
}
