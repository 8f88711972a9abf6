/** The texts of a product: a row for each, all languages side by side. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Lang } from '../../api/types';
import { Chips } from '../../parts/Chips';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { useProductNames } from '../../parts/productNames';
import { FieldOf, type FieldsOf } from './fields';
import styles from './ProductScreen.module.css';

/** Lines of each text. */
const ROWS: [name: string, rows: number][] = [
  ['name', 0],
  ['short', 3],
  ['long_html', 8],
  ['details', 5],
  ['material', 2],
  ['care', 2],
  ['dimensions', 2],
  ['safety', 3],
  ['meta_description', 3],
  ['url_key', 0],
];

export function Texts({ fields, languages }: { fields: FieldsOf; languages: Lang[] }) {
  const { t } = useLingui();
  const names = useProductNames();
  const [shown, setShown] = useState<Lang[]>(languages);
  const isMissing = (lang: Lang) => fields.text(`name.${lang}`).trim() === '';
  const hints: Record<string, string> = {
    long_html: t`HTML of paragraphs (<p>), headings, lists, tables, bold and italics.`,
    url_key: t`Empty: it is made of the name. Former addresses still lead here.`,
    details: t`Each line becomes a point of the list.`,
  };
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
      {ROWS.map(([name, rows]) => (
        <fieldset key={name} className={styles.texts}>
          <legend>{names.field(name)}</legend>
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
