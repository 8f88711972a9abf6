/** The languages of the house, with one of them changed or moved. */

import type { Lang, Languages, LanguageTerms } from '../../api/types';

export const termsOf = ({ terms }: Languages, lang: Lang): LanguageTerms | undefined =>
  terms.find((one) => one.lang === lang);

/** With these terms in the place of the language’s; the default stays unless it is another. */
export const withTerms = (languages: Languages, own: LanguageTerms, isDefault: boolean): Languages => ({
  terms: languages.terms.map((one) => (one.lang === own.lang ? own : one)),
  default: isDefault ? own.lang : languages.default,
});

/** With a language before the one that stood before it. */
export function earlier(languages: Languages, lang: Lang): Languages {
  const at = languages.terms.findIndex((one) => one.lang === lang);
  const [before, own] = [languages.terms[at - 1], languages.terms[at]];
  if (!before || !own) return languages;
  return {
    ...languages,
    terms: [...languages.terms.slice(0, at - 1), own, before, ...languages.terms.slice(at + 1)],
  };
}
