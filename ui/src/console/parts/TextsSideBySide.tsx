/** Texts of a product, category or the house: a row for each, all languages side by side, what is missing marked. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Lang } from '../api/types';
import { Chips } from './Chips';
import { FieldOf, type FieldsOf } from './FieldOf';
import { LANGUAGE_NAMES, LOCALES } from './language';
import styles from './TextsSideBySide.module.css';

interface Props {
  fields: FieldsOf;
  languages: Lang[];
  /** Those that are open at first; without it, all. */
  opened?: Lang[];
  /** Fields, each with its lines: 0 is one line that scrolls. */
  rows: readonly [name: string, rows: number][];
  /** Field to what stands above it. */
  hints: Readonly<Record<string, string>>;
  /** Whether a language lacks something; without it, its name. */
  lacks?: (lang: Lang) => boolean;
}

export function TextsSideBySide({ fields, languages, opened = languages, rows: all, hints, lacks }: Props) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Lang[]>(opened);
  const isMissing = lacks ?? ((lang: Lang) => fields.text(`name.${lang}`).trim() === '');
  return (
    <div className={styles.part}>
      <Chips
        label={t`Languages side by side`}
        options={languages.map((lang) => ({
          value: lang,
          label: isMissing(lang) ? t`${LANGUAGE_NAMES[lang]}: missing` : LANGUAGE_NAMES[lang],
        }))}
        chosen={shown}
        onChange={(chosen) => chosen.length > 0 && setShown(languages.filter((lang) => chosen.includes(lang)))}
      />
      {all.map(([name, rows]) => (
        <fieldset key={name} className={styles.texts}>
          <legend>{fields.name(name)}</legend>
          {hints[name] && <p className={styles.hint}>{hints[name]}</p>}
          <div className={styles.side}>
            {shown.map((lang) => (
              <div key={lang} lang={LOCALES[lang]}>
                <FieldOf fields={fields} field={`${name}.${lang}`} label={LANGUAGE_NAMES[lang]} rows={rows} />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
