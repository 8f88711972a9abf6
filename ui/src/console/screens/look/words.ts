/** Words of the look and of the home page: their fields as the server names them, palettes, typefaces. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LookScreen, LowContrast, Typeface } from '../../api/look';
import type { Lang } from '../../api/types';
import { LANGUAGE_NAMES } from '../../parts/language';

type Descriptor = ReturnType<typeof msg>;

const ROLES: Record<LowContrast['colour'], Descriptor> = {
  background: msg`Ground of pages`,
  surface: msg`Ground of panels`,
  text: msg`Colour of text`,
  primary: msg`Main colour`,
  accent: msg`Accent`,
  signals: msg`Errors and notes`,
};

const PRESETS: Record<LookScreen['palettes'][number]['preset'], Descriptor> = {
  lake: msg({ context: 'palette', message: 'Lake' }),
  forest: msg({ context: 'palette', message: 'Forest' }),
  harbour: msg({ context: 'palette', message: 'Harbour' }),
  garden: msg({ context: 'palette', message: 'Garden' }),
  terracotta: msg({ context: 'palette', message: 'Terracotta' }),
  ink: msg({ context: 'palette', message: 'Ink' }),
};

/** Names of typefaces are the same in every language. */
export const TYPEFACE_NAMES: Record<Typeface, string> = {
  spectral: 'Spectral · Figtree',
  gilda: 'Gilda Display · Hanken Grotesk',
  figtree: 'Figtree',
};

const PARTS: Record<string, Descriptor> = {
  typeface: msg`Typeface`,
  logo: msg`Logo`,
  logo_on_dark: msg`Logo on the main colour`,
  icon: msg`Icon`,
  sender: msg`Sender of letters`,
  line: msg`Line below the name`,
  newsletter_title: msg`Name of the newsletter`,
  newsletter_text: msg`Beside the newsletter’s form`,
  invitation: msg`Invitation on a first visit`,
  hotel_letters: msg`Letters of the hotels`,
  signature: msg`Closing of letters`,
  about: msg`What the shop is`,
  announcement: msg`Announcement`,
  meta: msg`For search engines`,
  hero: msg`Opening picture`,
  hero_mobile: msg`Opening picture on phones`,
  blocks: msg`Departments`,
  story: msg`Story`,
  bestsellers: msg`Best sellers`,
  bestsellers_mobile: msg`Best sellers on phones`,
  facts: msg`How the house works`,
};

const LEAVES: Record<string, Descriptor> = {
  title: msg`Title`,
  text: msg`Body text`,
  cta: msg`Button`,
  alt: msg`What the picture shows`,
  image: msg`Picture`,
  category: msg`Leads to`,
  description: msg`Description`,
};

export function useLookWords() {
  const { t, i18n } = useLingui();
  const of = (words: Record<string, Descriptor>, name: string) => {
    const descriptor = Object.hasOwn(words, name) ? words[name] : undefined;
    return descriptor ? i18n._(descriptor) : name;
  };
  const role = (name: string) => of(ROLES, name);
  const part = (name: string) => of(PARTS, name);
  const leaf = (name: string) => of(LEAVES, name);

  /** `facts[0].title`, `blocks.bed.text`, `hero.cta`, `announcement`. */
  const text = (name: string) => {
    const fact = /^facts\[(\d+)\]\.(\w+)$/.exec(name);
    if (fact) return `${part('facts')} ${Number(fact[1]) + 1} · ${leaf(fact[2] ?? '')}`;
    const [first = '', ...rest] = name.split('.');
    const last = rest.at(-1);
    if (!last) return part(first);
    const between = rest.slice(0, -1).join('.');
    return `${part(first)}${between ? ` (${between})` : ''} · ${leaf(last)}`;
  };
  /** A field as the server names it. */
  const field = (path: string): string => {
    const [first = '', second = '', ...rest] = path.split('.');
    if (first === 'palette') return second ? role(second) : t`Colours`;
    if (first === 'words' || first === 'texts') {
      const language = LANGUAGE_NAMES[second as Lang] ?? second;
      return `${text(rest.join('.'))} (${language})`;
    }
    if (first === 'structure') {
      const [of = ''] = rest;
      return of === 'image' || of === 'category' ? `${part(second)} · ${leaf(of)}` : listed(part(second), of);
    }
    return part(first);
  };
  const listed = (list: string, at: string) => (at ? `${list} ${Number(at) + 1}` : list);
  return {
    role,
    preset: (name: LookScreen['palettes'][number]['preset']) => of(PRESETS, name),
    part,
    leaf,
    text,
    field,
  };
}
