/** A carrier as the values of a form, and back; and the order of carriers. */

import type { CarrierTerms, Lang } from '../../api/types';

/** The one that every house has: it is the first, and stays offered. */
export const standard = 'standard';

type Values = Record<string, string>;

export const valuesOf = (terms: CarrierTerms | undefined, languages: Lang[]): Values => ({
  name: terms?.name ?? '',
  tracking: terms?.tracking ?? '',
  is_offered: (terms?.is_offered ?? true) ? 'yes' : '',
  ...Object.fromEntries(languages.map((lang) => [`names.${lang}`, terms?.names[lang] ?? ''])),
  ...Object.fromEntries(languages.map((lang) => [`notes.${lang}`, terms?.notes[lang] ?? ''])),
});

/** What is typed; languages that the shop does not show keep what was seen. */
export function termsOf(values: Values, seen: CarrierTerms | undefined, languages: Lang[]): CarrierTerms {
  const words = (field: 'names' | 'notes') => {
    const typed = languages.map((lang) => [lang, (values[`${field}.${lang}`] ?? '').trim()] as const);
    const all = { ...seen?.[field], ...Object.fromEntries(typed) };
    return Object.fromEntries(Object.entries(all).filter(([, text]) => text)) as CarrierTerms['names'];
  };
  return {
    name: values.name ?? '',
    names: words('names'),
    notes: words('notes'),
    tracking: values.tracking ?? '',
    is_offered: values.is_offered === 'yes',
  };
}

/** Where the page of parcels is, in short. */
export const hostOf = (page: string) => /^https:\/\/([^/?#]+)/.exec(page)?.[1] ?? page;

/** The codes with one of them a place earlier; standard stays the first. */
export function earlier(codes: string[], code: string): string[] {
  const at = codes.indexOf(code);
  if (at < 2) return codes;
  return [...codes.slice(0, at - 1), code, ...codes.slice(at - 1, at), ...codes.slice(at + 1)];
}
