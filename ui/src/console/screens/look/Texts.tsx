/** Texts of one part of the page: a row for each, the chosen languages side by side. */

import type { Lang } from '../../api/types';
import { FieldOf, type FieldsOf } from '../../parts/FieldOf';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import side from '../../parts/TextsSideBySide.module.css';

/** Name, lines (0 is one that scrolls), and what stands above. */
export type TextRows = [name: string, rows: number, hint?: string][];

interface Props {
  fields: FieldsOf;
  languages: Lang[];
  rows: TextRows;
  /** The last part of a name in words. */
  name: (leaf: string) => string;
}

export function Texts({ fields, languages, rows: all, name }: Props) {
  return (
    <div className={side.part}>
      {all.map(([field, rows, hint]) => {
        const leaf = field.split('.').at(-1) ?? '';
        return (
          <fieldset key={field} className={side.texts}>
            {/* The part's own heading says it already where there is one text only. */}
            <legend className={all.length === 1 && leaf === field ? 'visually-hidden' : ''}>
              {leaf === field ? fields.name(field) : name(leaf)}
            </legend>
            {hint && <p className={side.hint}>{hint}</p>}
            <div className={side.side}>
              {languages.map((lang) => (
                <div key={lang} lang={LOCALES[lang]}>
                  <FieldOf fields={fields} field={`${field}.${lang}`} label={LANGUAGE_NAMES[lang]} rows={rows} />
                </div>
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
