/** A new product: what it cannot be without. The rest is filled in on its page. */

import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { useProductCall } from '../../api/products';
import type { ItemKind, ProductChoices } from '../../api/types';
import { parseAmount } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { useGoodsTypes } from '../../parts/goodsTypes';
import { useKeep } from '../../parts/kept';
import { LANGUAGE_NAMES } from '../../parts/language';
import { useProductNames } from '../../parts/productNames';
import { KINDS } from './view';

export function CreateDialog({ choices, onClose }: { choices: ProductChoices; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const names = useProductNames();
  const types = useGoodsTypes();
  const [, go] = useLocation();
  const create = useProductCall('product/create');
  const lang = choices.languages.find((one) => one === i18n.locale) ?? choices.languages[0] ?? 'en';
  const form = useForm({
    id: 'create',
    keep: useKeep('product-new'),
    initial: {
      sku: '',
      kind: 'simple' as string,
      [`name.${lang}`]: '',
      type: '',
      category: '',
      vat_class: choices.vat_classes[0] ?? '',
      ship_group: choices.ship_groups[0] ?? '',
      'price.EUR': '',
    } as Record<string, string>,
    check: (values) => ({
      sku: values.sku?.trim() ? undefined : t`Enter an item number.`,
      [`name.${lang}`]: values[`name.${lang}`]?.trim() ? undefined : t`Enter a name.`,
      type: values.type?.trim() ? undefined : t`Choose the type of goods.`,
      'price.EUR':
        !values['price.EUR'] || parseAmount(values['price.EUR']) ? undefined : t`Enter an amount such as 120.00.`,
    }),
    send: async ({ sku = '', kind, 'price.EUR': price = '', ...fields }) => {
      const made = await create.mutateAsync({
        sku,
        kind: kind as ItemKind,
        fields: Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')),
        prices: price.trim() === '' || kind === 'configurable' ? {} : { EUR: parseAmount(price) ?? price },
      });
      onClose();
      go(`/products/${encodeURIComponent(made.sku)}`);
    },
  });
  const field = (name: string) => {
    const { value, ...rest } = form.field(name);
    return { ...rest, value: value ?? '' };
  };
  const words = (codes: readonly string[]) => codes.map((code) => ({ value: code, label: code }));
  return (
    <Dialog title={t`New product`} isOpen onClose={onClose} holdsInput wide>
      <Form form={form}>
        <Pair>
          <Field {...field('sku')} label={t`Item number`} hint={t`Capitals, digits and hyphens, as LIN-SHE-01.`} />
          <SelectField
            {...field('kind')}
            label={t`Kind`}
            options={KINDS.map((kind) => ({ value: kind as string, label: names.kind(kind) }))}
          />
        </Pair>
        <Field {...field(`name.${lang}`)} label={`${names.field('name')} · ${LANGUAGE_NAMES[lang]}`} />
        <Pair>
          <SelectField
            {...field('type')}
            label={names.field('type')}
            hint={types.hint(choices.types, form.values.type ?? '')}
            options={[{ value: '', label: t`Choose…` }, ...types.options(choices.types)]}
          />
          <SelectField
            {...field('category')}
            label={names.field('category')}
            options={[
              { value: '', label: t`None yet` },
              ...choices.categories.map(({ key, name, depth }) => ({
                value: key,
                label: '\u2003'.repeat(depth) + name,
              })),
            ]}
          />
        </Pair>
        <Pair>
          <SelectField {...field('vat_class')} label={names.field('vat_class')} options={words(choices.vat_classes)} />
          <SelectField
            {...field('ship_group')}
            label={names.field('ship_group')}
            options={words(choices.ship_groups)}
          />
        </Pair>
        {form.values.kind !== 'configurable' && (
          <Field {...field('price.EUR')} label={t`Price in euros, VAT included`} inputMode="decimal" optional short />
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Make it, off sale`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
