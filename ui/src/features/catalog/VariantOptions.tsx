/** Options of a product; the chosen variant is in the query of the URL. */

import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { Product } from '../../api/types';
import { SelectField } from '../../parts/Field';
import { Swatches } from '../../parts/Swatches';
import { navigate } from '../../state/navigation';
import { choiceOf, variantOf } from './variants';

interface VariantOptionsProps {
  product: Product;
  choice: Record<string, string>;
  /** Path of the URL: it may contain a category, so it is not rebuilt from the product. */
  path: string;
  onChoose: () => void;
}

export function VariantOptions({ product, choice, path, onChoose }: VariantOptionsProps) {
  const { t } = useLingui();
  // The latest choice, perhaps not rendered yet.
  const latest = useRef(choice);
  latest.current = choice;

  const choose = (code: string, value: string) => {
    onChoose();
    // Without that combination, the first variant with the chosen value.
    const next =
      variantOf(product, { ...latest.current, [code]: value }) ??
      product.variants.find((one) => one.options[code] === value);
    if (!next) return;
    latest.current = next.options;
    navigate(`${path}?${choiceOf(product, next)}`, { replace: true });
  };

  return (
    <>
      {product.options.map(({ code, name, display, values }) =>
        display === 'select' ? (
          <SelectField
            key={code}
            id={`option-${code}`}
            name={`options.${code}`}
            label={name}
            unmarked
            value={choice[code] ?? ''}
            options={values.map((value) => ({ value: value.code, label: value.label }))}
            onChange={(value) => choose(code, value)}
          />
        ) : (
          <Swatches
            key={code}
            name={`options.${code}`}
            legend={name}
            value={choice[code] ?? ''}
            onChange={(value) => choose(code, value)}
            unavailableLabel={t`Out of stock`}
            choices={values.map((value) => ({
              code: value.code,
              label: value.label,
              color: value.color,
              unavailable: variantOf(product, { ...choice, [code]: value.code })?.availability === 'out_of_stock',
            }))}
          />
        ),
      )}
    </>
  );
}
