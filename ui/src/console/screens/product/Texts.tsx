/** The texts of a product, in all languages. */

import { useLingui } from '@lingui/react/macro';
import type { Lang } from '../../api/types';
import type { FieldsOf } from '../../parts/FieldOf';
import { TextsSideBySide } from '../../parts/TextsSideBySide';

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
  return (
    <TextsSideBySide
      fields={fields}
      languages={languages}
      rows={ROWS}
      hints={{
        long_html: t`HTML of paragraphs (<p>), headings, lists, tables, bold and italics.`,
        url_key: t`Empty: it is made of the name. Former addresses still lead here.`,
        details: t`Each line becomes a point of the list.`,
      }}
    />
  );
}
