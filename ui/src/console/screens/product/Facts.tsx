/** Facts of a product, and what the law asks for: manufacturer, fibres, ingredients, hazards, content. */

import { useLingui } from '@lingui/react/macro';
import type { ProductChoices, ProductDetail } from '../../api/types';
import { FieldOf, type FieldsOf, SelectOf } from '../../parts/FieldOf';
import { useGoodsTypes } from '../../parts/goodsTypes';
import { Section } from '../../parts/Page';
import styles from './ProductScreen.module.css';
import { Rows } from './Rows';

interface Props {
  fields: FieldsOf;
  product: ProductDetail;
  choices: ProductChoices;
}

export function Facts({ fields, product, choices }: Props) {
  const { t } = useLingui();
  const types = useGoodsTypes();
  const codes = (all: readonly string[]) => all.map((code) => ({ value: code, label: code }));
  const none = { value: '', label: t`None` };
  const yesNo = [
    { value: '1', label: t`Yes` },
    { value: '0', label: t`No` },
  ];
  const isVariant = product.kind === 'variant';
  const number = { inputMode: 'numeric', short: true } as const;
  return (
    <div className={styles.part}>
      <Section id="product-facts" title={t`Facts`}>
        <div className={styles.columns}>
          <FieldOf
            fields={fields}
            field="weight_g"
            {...number}
            hint={t`With its packaging: what delivery costs follows from it.`}
          />
          <FieldOf fields={fields} field="max_qty" {...number} hint={t`Empty: as many as the shop allows.`} />
          <SelectOf
            fields={fields}
            field="type"
            options={types.options(choices.types)}
            hint={types.hint(choices.types, fields.text('type'))}
          />
          <SelectOf fields={fields} field="vat_class" options={codes(choices.vat_classes)} />
          <SelectOf fields={fields} field="ship_group" options={codes(choices.ship_groups)} />
          <FieldOf fields={fields} field="position" {...number} hint={t`Lower numbers come first.`} />
          <FieldOf fields={fields} field="promotion_category" hint={t`Of goods that a promotion is for.`} />
          <SelectOf fields={fields} field="bed_terms" options={yesNo} />
          {isVariant && (
            <FieldOf fields={fields} field="picture" hint={t`Name of a picture; empty: that of the product.`} />
          )}
        </div>
      </Section>
      <Section
        id="product-law"
        title={t`Law`}
        lead={t`What shoppers must be told before they buy. It depends on the type of goods.`}
      >
        <div className={styles.columns}>
          <SelectOf
            fields={fields}
            field="manufacturer"
            hint={t`Regulation (EU) 2023/988: name and address stand on the page.`}
            options={[none, ...choices.manufacturers.map(({ code, name }) => ({ value: code, label: name }))]}
          />
          <FieldOf
            fields={fields}
            field="content_amount"
            {...number}
            hint={t`Directive 98/6/EC: the price per litre or kilogram follows from it.`}
          />
          <SelectOf fields={fields} field="content_unit" options={[none, ...codes(['ml', 'g'])]} />
          <FieldOf
            fields={fields}
            field="eco_participation"
            inputMode="decimal"
            short
            hint={t`As 1.20, contained in the price. Empty: none.`}
          />
        </div>
        {!isVariant && (
          <Rows
            fields={fields}
            field="fibres"
            hint={t`Regulation (EU) 1007/2011: each part with its fibres and their share in per cent.`}
            add={t`Add a fibre`}
            columns={[
              { label: t`Part`, options: choices.fibre_parts },
              { label: t`Fibre`, options: choices.fibres },
              { label: t`Per cent` },
            ]}
          />
        )}
        <FieldOf
          fields={fields}
          field="inci"
          rows={3}
          hint={t`Regulation (EC) 1223/2009: all ingredients by INCI name, in falling order.`}
        />
        <FieldOf
          fields={fields}
          field="hazard"
          hint={t`Regulation (EC) 1272/2008, as GHS07;warning;H317;P101,P102; – pictograms, signal word, H, P and EUH statements.`}
        />
      </Section>
      {product.kind === 'kit' && (
        <Section id="product-parts" title={t`Parts of the set`}>
          <Rows
            fields={fields}
            field="parts"
            hint={t`Simple products or variants, by item number. The set has their stock.`}
            add={t`Add a part`}
            columns={[{ label: t`Item number` }, { label: t`Pieces` }]}
          />
        </Section>
      )}
    </div>
  );
}
