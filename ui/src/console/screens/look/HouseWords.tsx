/** What the house says of itself, in all languages side by side. */

import { useLingui } from '@lingui/react/macro';
import type { Look } from '../../api/look';
import type { Lang, Message } from '../../api/types';
import { ownOf } from '../../parts/language';
import { TextsSideBySide } from '../../parts/TextsSideBySide';
import { lacksWords, type Word, wordsIn } from './documents';
import { textFields } from './textFields';
import { useLookWords } from './words';

const ROWS: [Word, number][] = [
  ['line', 0],
  ['newsletter_title', 0],
  ['newsletter_text', 2],
  ['invitation', 3],
  ['hotel_letters', 0],
  ['signature', 0],
  ['about', 3],
];

interface Props {
  look: Look;
  published: Look;
  languages: Lang[];
  brand: string;
  problem: (field: string) => Message | undefined;
  onChange: (part: Pick<Look, 'words'>) => void;
}

export function HouseWords({ look, published, languages, brand, problem, onChange }: Props) {
  const { t, i18n } = useLingui();
  const words = useLookWords();
  const braces = '{brand}';
  const fields = textFields({
    id: 'look',
    name: words.part,
    text: (name, lang) => wordsIn(look, lang)[name as Word],
    now: (name, lang) => wordsIn(published, lang)[name as Word],
    problem: (name, lang) => problem(`words.${lang}.${name}`),
    set: (name, lang, text) => onChange({ words: { ...look.words, [lang]: { ...wordsIn(look, lang), [name]: text } } }),
  });
  return (
    <TextsSideBySide
      fields={fields}
      languages={languages}
      opened={[ownOf(languages, i18n.locale)]}
      rows={ROWS}
      lacks={(lang) => lacksWords(look, lang, languages)}
      hints={{
        line: t`At the foot of every page. ${braces} stands for the name: ${brand}. Empty: there is no line.`,
        newsletter_title: t`Above its form, and on the invitation. Empty: “Our newsletter”.`,
        newsletter_text: t`At the foot of every page. Empty: “What is new, and what the season brings.”`,
        invitation: t`Once, to whoever visits for the first time.`,
        hotel_letters: t`Beside the box that asks for letters of the hotels. Empty: “The hotels of ${brand}: news and offers”.`,
        signature: t`Above the name at the end of each letter. Empty: “With kind regards”.`,
        about: t`For search engines and language models, in a sentence or two.`,
      }}
    />
  );
}
