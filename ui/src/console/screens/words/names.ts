/** What parts of the lexicon and their fields are called. */

import { useLingui } from '@lingui/react/macro';
import type { Lang, LexiconEntry, LexiconPart, LexiconPlace } from '../../api/types';
import { LANGUAGE_NAMES } from '../../parts/language';

const ATTRIBUTE = 'attribute.';

export function useLexiconNames() {
  const { t } = useLingui();
  const domains: Readonly<Record<string, string>> = {
    facet: t`Filters`,
    fibre: t`Fibres`,
    fibre_part: t`Parts made of fibres`,
    hazard: t`Hazards`,
    status: t`States of orders`,
    payment_method: t`Ways of paying`,
  };
  const fields: Readonly<Record<string, string>> = {
    name: t`Name`,
    address: t`Address`,
    email: t`Email address`,
    country: t`Country`,
    responsible_name: t`Responsible person: name`,
    responsible_address: t`Responsible person: address`,
    responsible_email: t`Responsible person: email address`,
  };
  const added: Readonly<Record<LexiconPart, string>> = {
    makers: t`New maker…`,
    options: t`New option…`,
    values: t`New value…`,
    ship_groups: t`New shipping group…`,
    words: t`New word…`,
    synonyms: t`New synonyms…`,
  };
  const titles: Readonly<Record<LexiconPart, string>> = {
    makers: t`New maker`,
    options: t`New option`,
    values: t`New value`,
    ship_groups: t`New shipping group`,
    words: t`New word`,
    synonyms: t`New synonyms`,
  };
  return {
    field: (name: string) => fields[name] ?? name,
    /** What is pressed, and what it opens. */
    add: (part: LexiconPart) => added[part],
    title: (part: LexiconPart) => titles[part],
    /** What entries stand within. */
    place(part: LexiconPart, { code, name }: LexiconPlace): string {
      if (part === 'synonyms') return LANGUAGE_NAMES[code as Lang] ?? code;
      if (part === 'words' && code.startsWith(ATTRIBUTE)) {
        const facet = name === code ? code.slice(ATTRIBUTE.length) : name;
        return t`Filter by ${facet}`;
      }
      return domains[code] ?? name;
    },
  };
}

/** What an entry is called in a language; empty: it has no word there. */
export const wordOf = ({ fields }: LexiconEntry, lang: Lang): string => fields[`text.${lang}`] ?? '';
