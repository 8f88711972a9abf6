/** Words for the fields of categories. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { CategoryRow, Lang } from '../api/types';
import { LANGUAGE_NAMES } from './language';

const FIELDS: Record<string, MessageDescriptor> = {
  name: msg({ context: 'category', message: 'Name' }),
  url_key: msg`Address of the page`,
  intro: msg`Introduction`,
  meta_title: msg`Title for search engines`,
  meta_description: msg`Text for search engines`,
  alt: msg`What the picture shows`,
  parent: msg`Stands below`,
  hidden: msg`In the shop`,
  picture: msg({ context: 'category', message: 'Picture' }),
};

/** `name.de` → `Name (German)`, in the reader's words. */
export function useCategoryFieldName() {
  const { i18n } = useLingui();
  return (code: string) => {
    const [name = '', lang] = code.split('.');
    const word = FIELDS[name];
    const text = word ? i18n._(word) : name;
    return lang ? `${text} (${LANGUAGE_NAMES[lang as Lang] ?? lang})` : text;
  };
}

/** Options of a list of categories, each as deep as it stands. */
export const categoryOptions = (categories: readonly Pick<CategoryRow, 'key' | 'name' | 'depth'>[]) =>
  categories.map(({ key, name, depth }) => ({ value: key, label: '\u2003'.repeat(depth) + name }));

/** The keys of a category and of all below it, of a list in which each stands before those below it. */
export function branchOf(categories: readonly Pick<CategoryRow, 'key' | 'depth'>[], key: string): string[] {
  const first = categories.findIndex((one) => one.key === key);
  const top = categories[first];
  if (!top) return [];
  const after = categories.slice(first + 1);
  const end = after.findIndex((one) => one.depth <= top.depth);
  return [key, ...(end < 0 ? after : after.slice(0, end)).map((one) => one.key)];
}
