/** The texts of a category: all languages side by side, what is missing marked. */

import { useLingui } from '@lingui/react/macro';
import type { Lang } from '../../api/types';
import type { FieldsOf } from '../../parts/FieldOf';
import { TextsSideBySide } from '../../parts/TextsSideBySide';

/** Lines of each text. */
const ROWS: [name: string, rows: number][] = [
  ['name', 0],
  ['intro', 4],
  ['meta_title', 0],
  ['meta_description', 3],
  ['url_key', 0],
];

export function Texts({ fields, languages }: { fields: FieldsOf; languages: Lang[] }) {
  const { t } = useLingui();
  return (
    <TextsSideBySide
      fields={fields}
      languages={languages}
      rows={ROWS}
      hints={{
        intro: t`Two or three sentences above the list of products.`,
        meta_title: t`Empty: it is the name.`,
        url_key: t`Empty: it is made of the name. Former addresses still lead here.`,
      }}
    />
  );
}
