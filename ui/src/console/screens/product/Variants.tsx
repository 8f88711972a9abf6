/** What a product with options is sold as: the options that it offers, and the variants that they make. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { usePlannedVariants, useProductCall } from '../../api/products';
import type { PlannedVariants, ProductChoices, ProductDetail } from '../../api/types';
import { parseAmount } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Clash, type FieldsOf } from '../../parts/FieldOf';
import { Actions, Form, useForm } from '../../parts/Form';
import { CheckField } from '../../parts/MoreFields';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { linesOf, textOf } from './lines';
import styles from './ProductScreen.module.css';

interface Props {
  fields: FieldsOf;
  product: ProductDetail;
  choices: ProductChoices;
}

export function Variants({ fields, product, choices }: Props) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const isChanged = fields.isChanged('options');
  return (
    <div className={styles.part}>
      <Options fields={fields} choices={choices} />
      <Section
        id="product-variants"
        title={t`Variants`}
        isOpen
        lead={isChanged ? t`Save the options first; then the variants that they make can be added.` : ''}
        actions={
          <Button icon="plus" isDisabled={isChanged || fields.text('options') === ''} onPress={() => setAdding(true)}>
            {t`Add what is missing…`}
          </Button>
        }
      >
        {product.variants.length === 0 ? (
          <EmptyState title={t`There are no variants yet`}>
            <Trans>Choose the options and their values above, save, and add the variants that they make.</Trans>
          </EmptyState>
        ) : (
          <List product={product} />
        )}
      </Section>
      {isAdding && <AddDialog product={product} onClose={() => setAdding(false)} />}
    </div>
  );
}

function Options({ fields, choices }: Pick<Props, 'fields' | 'choices'>) {
  const { t } = useLingui();
  const say = useMessageText();
  const lines = linesOf(fields.text('options'));
  const problem = fields.problem('options');
  const offered = (option: string) => lines.find(([code]) => code === option)?.slice(1) ?? [];
  const set = (option: string, values: string[], order: readonly string[]) => {
    const sorted = [...values].sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const others = lines.filter(([code]) => code !== option);
    const at = lines.findIndex(([code]) => code === option);
    const line = [option, ...sorted];
    const next = at < 0 ? [...lines, line] : lines.map((one) => (one[0] === option ? line : one));
    fields.set('options', textOf(sorted.length === 0 ? others : next));
  };
  return (
    <Section id="product-options" title={t`Options`} lead={t`What shoppers choose, in the order in which you tick it.`}>
      {problem && (
        <p className={styles.problem} role="alert">
          {say(problem)}
        </p>
      )}
      {choices.options.map(({ code: option, name, values }) => (
        <details key={option} className={styles.option} open={offered(option).length > 0}>
          <summary>{name}</summary>
          <fieldset className={styles.checks}>
            <legend className="visually-hidden">{name}</legend>
            {values.map(({ code, name: label }) => (
              <CheckField
                key={code}
                id={`option-${option}-${code}`}
                checked={offered(option).includes(code)}
                onChange={(isIn) =>
                  set(
                    option,
                    isIn ? [...offered(option), code] : offered(option).filter((one) => one !== code),
                    values.map((value) => value.code),
                  )
                }
              >
                {label}
              </CheckField>
            ))}
          </fieldset>
        </details>
      ))}
      <Clash fields={fields} field="options" />
    </Section>
  );
}

function List({ product }: { product: ProductDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Variant`}</th>
          <th scope="col">{t`Item number`}</th>
          <th scope="col" className={table.end}>{t`Price`}</th>
          <th scope="col" className={table.end}>{t`To sell`}</th>
          <th scope="col" className={table.end}>{t`Weight`}</th>
        </tr>
      </thead>
      <tbody>
        {product.variants.map(({ sku, name, is_on: isOn, price, available, weight_g: weight }) => (
          <tr key={sku}>
            <th scope="row">
              <Link href={`/products/${encodeURIComponent(sku)}`}>{name || sku}</Link>{' '}
              {!isOn && <Badge tone="neutral">{t`Switched off`}</Badge>}
            </th>
            <td data-label={t`Item number`} translate="no">
              {sku}
            </td>
            <td className={styles.number} data-label={t`Price`}>
              {price === null ? '–' : format.money(price, 'EUR')}
            </td>
            <td className={styles.number} data-label={t`To sell`}>
              {format.number(available)}
            </td>
            <td className={styles.number} data-label={t`Weight`}>
              {t`${format.number(weight)} g`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddDialog({ product, onClose }: { product: ProductDetail; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = usePlannedVariants(product.sku);
  return (
    <Dialog title={t`Add variants`} isOpen onClose={onClose} holdsInput wide>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && data.items.length === 0 && (
        <EmptyState title={t`Nothing is missing`} actions={<Button onPress={onClose}>{t`Close`}</Button>}>
          <Trans>The product has every variant that its options make.</Trans>
        </EmptyState>
      )}
      {data && data.items.length > 0 && <AddForm product={product} plan={data} onClose={onClose} />}
    </Dialog>
  );
}

function AddForm({ product, plan, onClose }: { product: ProductDetail; plan: PlannedVariants; onClose: () => void }) {
  const { t } = useLingui();
  const add = useProductCall('product/add_variants');
  const [left, setLeft] = useState<readonly string[]>([]);
  const wanted = plan.items.filter(({ sku }) => !left.includes(sku));
  const count = wanted.length;
  const form = useForm({
    id: 'variants',
    initial: {
      ...Object.fromEntries(plan.items.map(({ sku }) => [sku, sku])),
      price: '',
    } as Record<string, string>,
    check: ({ price = '' }) => ({
      price:
        price.trim() === ''
          ? plan.has_prices
            ? undefined
            : t`Enter an amount such as 120.00.`
          : parseAmount(price)
            ? undefined
            : t`Enter an amount such as 120.00.`,
    }),
    send: async (values) => {
      const price = values.price ?? '';
      await add.mutateAsync({
        sku: product.sku,
        version: plan.version,
        variants: wanted.map(({ sku, choice }) => ({ sku: values[sku] ?? sku, choice })),
        prices: price.trim() === '' ? {} : { EUR: parseAmount(price) ?? price },
      });
      toast(t`They can be stocked and sold now.`);
      onClose();
    },
  });
  const field = (name: string) => {
    const { value, ...rest } = form.field(name);
    return { ...rest, value: value ?? '' };
  };
  return (
    <Form form={form}>
      <Field
        {...field('price')}
        label={t`Price in euros, VAT included`}
        hint={plan.has_prices ? t`Empty: the lowest price of the other variants.` : undefined}
        inputMode="decimal"
        short
        optional={plan.has_prices}
      />
      <ul className={styles.planned}>
        {plan.items.map(({ sku, name }) => (
          <li key={sku}>
            <CheckField
              id={`plan-${sku}`}
              checked={!left.includes(sku)}
              onChange={(isIn) => setLeft((all) => (isIn ? all.filter((one) => one !== sku) : [...all, sku]))}
            >
              {name}
            </CheckField>
            <Field {...field(sku)} label={t`Item number of ${name}`} isFilter />
          </li>
        ))}
      </ul>
      <Actions>
        <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={count === 0}>
          {form.isBusy ? t`Saving…` : t`Add the variants`}
        </Button>
        <Button onPress={onClose}>{t`Close`}</Button>
        <p className={styles.hint}>
          <Plural value={count} one="# variant" other="# variants" />
        </p>
      </Actions>
    </Form>
  );
}
