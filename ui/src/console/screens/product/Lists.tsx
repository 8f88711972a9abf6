/** Where a product stands: categories, filters of lists, what goes well with it. */

import { useLingui } from '@lingui/react/macro';
import type { ProductChoices, ProductDetail } from '../../api/types';
import { Clash, type FieldsOf, SelectOf } from '../../parts/FieldOf';
import { CheckField } from '../../parts/MoreFields';
import { Section } from '../../parts/Page';
import { useMessageText } from '../../parts/text';
import { toggled } from './lines';
import styles from './ProductScreen.module.css';
import { Rows } from './Rows';

interface Props {
  fields: FieldsOf;
  product: ProductDetail;
  choices: ProductChoices;
}

export function Lists({ fields, choices }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const chosen = (field: string) => fields.text(field).split('\n');
  const indent = '\u2003';
  const problem = fields.problem('attributes');
  return (
    <div className={styles.part}>
      <Section id="product-categories" title={t`Categories`}>
        <SelectOf
          fields={fields}
          field="category"
          hint={t`Part of the page’s address, and its way back.`}
          options={[
            { value: '', label: t`None` },
            ...choices.categories.map(({ key, name, depth }) => ({ value: key, label: indent.repeat(depth) + name })),
          ]}
        />
        <fieldset className={styles.checks}>
          <legend>{t`Shown in`}</legend>
          {choices.categories.map(({ key, name, depth }) => (
            <div key={key} data-depth={Math.min(depth, 3)}>
              <CheckField
                id={`category-${key}`}
                checked={chosen('categories').includes(key)}
                onChange={(isIn) => fields.set('categories', toggled(fields.text('categories'), key, isIn))}
              >
                {name}
              </CheckField>
            </div>
          ))}
        </fieldset>
        <Clash fields={fields} field="categories" />
      </Section>
      <Section id="product-filters" title={t`Filters in lists`}>
        {problem && (
          <p className={styles.problem} role="alert">
            {say(problem)}
          </p>
        )}
        {choices.facets.map(({ code: facet, name, values }) => (
          <fieldset key={facet} className={styles.checks}>
            <legend>{name}</legend>
            {values.map(({ code, name: label }) => (
              <CheckField
                key={code}
                id={`attribute-${facet}-${code}`}
                checked={chosen('attributes').includes(`${facet} ${code}`)}
                onChange={(isIn) =>
                  fields.set('attributes', toggled(fields.text('attributes'), `${facet} ${code}`, isIn))
                }
              >
                {label}
              </CheckField>
            ))}
          </fieldset>
        ))}
        <Clash fields={fields} field="attributes" />
      </Section>
      <Section id="product-related" title={t`Goes well with`}>
        <Rows
          fields={fields}
          field="related"
          hint={t`Products by item number, in the order in which they are shown.`}
          add={t`Add a product`}
          columns={[{ label: t`Item number` }]}
        />
      </Section>
    </div>
  );
}
