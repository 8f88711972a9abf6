/** A person's name as it is written and asked for: the family first in Chinese. The server's `domain/full_name.rs` holds to the same. */

import type { Lang } from '../api/types';

const HAN = /^[\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{20000}-\u{323af}]+$/u;

function isHan(first: string, last: string): boolean {
  return HAN.test(first) && HAN.test(last);
}

/** First and last name as one, in the order of the script that they are written in. */
export function fullName(first = '', last = ''): string {
  const [given, family] = [first.trim(), last.trim()];
  return isHan(given, family) ? family + given : `${given} ${family}`.trim();
}

/** What somebody is greeted by: the first name; in Chinese the whole, since the given name alone is for friends. */
export function salutation(first = '', last = ''): string {
  return isHan(first.trim(), last.trim()) ? fullName(first, last) : first.trim();
}

/** Names of fields in the order in which a language asks for them: where one of a first name is followed by its last name. */
export function inNameOrder<N extends string>(lang: Lang, names: readonly N[]): N[] {
  if (lang !== 'zh') return [...names];
  return names.map((name) => {
    if (name.endsWith('first_name')) return name.replace(/first_name$/, 'last_name') as N;
    return name.replace(/last_name$/, 'first_name') as N;
  });
}
