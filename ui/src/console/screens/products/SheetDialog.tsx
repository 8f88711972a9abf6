/** Many new products at once: a sheet is pasted, looked through row by row, then all of them are made, off sale. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useCheckNewProducts, useCreateProducts } from '../../api/products';
import type { Message, ProductChoices, ProductDifferences } from '../../api/types';
import { Button } from '../../parts/Button';
import { writeCells } from '../../parts/cells';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useGoodsTypes } from '../../parts/goodsTypes';
import { FIELDS, useKeep, useKept } from '../../parts/kept';
import { TextAreaField } from '../../parts/MoreFields';
import { useProductNames } from '../../parts/productNames';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { headings, type NewProduct, readSheet, type Words } from './newSheet';

/** Fields of a sheet, those that a product cannot be without first. */
const COLUMNS = [
  'type',
  'vat_class',
  'ship_group',
  'category',
  'manufacturer',
  'weight_g',
  'max_qty',
  'content_amount',
  'content_unit',
  'eco_participation',
  'promotion_category',
  'bed_terms',
  'inci',
  'hazard',
  'fibres',
  'attributes',
];
const TEXTS = ['name', 'short', 'details', 'material', 'care', 'dimensions', 'safety', 'meta_description'];
const EMPTY = { text: '' };
/** Products that one sheet takes. */
const MOST = 500;
/** Faults that are told at most. */
const TOLD = 20;

interface Props {
  choices: ProductChoices;
  onClose: () => void;
  onMade: () => void;
}

export function SheetDialog({ choices, onClose, onMade }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useWords(choices);
  const kept = useKept<Record<string, string>>(useKeep('products-sheet'), EMPTY, FIELDS);
  const { text = '' } = kept.value;
  const check = useCheckNewProducts();
  const create = useCreateProducts();
  // What was looked through; another text has to be looked through again.
  const [seen, setSeen] = useState<{ text: string; made: ProductDifferences }>();
  const { products, lines, columns, hasSkus } = useMemo(() => readSheet(text, words), [text, words]);
  const error = create.error ?? check.error;
  const copy = () =>
    void navigator.clipboard
      .writeText(writeCells([headings(words)]))
      .then(() => toast(t`The headings are copied. Paste them into an empty sheet.`));
  const count = products.length;
  const unknown = columns.slice(0, TOLD).join(', ');
  const made = seen?.text === text ? seen.made : undefined;
  return (
    <Dialog title={t`New products from a sheet`} isOpen onClose={onClose} holdsInput wide>
      <TextAreaField
        id="products-sheet"
        label={t`Rows of the sheet, with its headings`}
        hint={t`Copy them in your spreadsheet and paste them here: a row for each product. Item number, type of goods, VAT class, countries of delivery and a name are needed.`}
        value={text}
        onChange={(next) => {
          check.reset();
          create.reset();
          kept.set(() => ({ text: next }));
        }}
        rows={8}
        isPlain
      />
      {text.trim() !== '' && !hasSkus && (
        <Notice tone="warning" isLive title={t`No column holds item numbers`}>
          <p>{t`The first row names the columns, one of them “Item number”.`}</p>
        </Notice>
      )}
      {columns.length > 0 && (
        <Notice tone="warning" isLive title={t`Columns that the shop does not know`}>
          <p>{t`They are left out: ${unknown}`}</p>
        </Notice>
      )}
      {count > MOST && (
        <Notice tone="warning" isLive title={t`Too many products`}>
          <p>{t`A sheet takes up to 500 products. Paste the rest afterwards.`}</p>
        </Notice>
      )}
      {error && (
        <Notice tone="error" isLive title={t`These products cannot be made`}>
          {Object.keys(error.fields).length === 0 ? (
            <p>{say(error)}</p>
          ) : (
            <Faults fields={error.fields} lines={lines} />
          )}
        </Notice>
      )}
      {made && <Made products={products} made={made} />}
      <Actions>
        {made ? (
          <Button
            variant="primary"
            isPending={create.isPending}
            onPress={() =>
              create.mutate(
                { products },
                {
                  onSuccess: (done) => {
                    kept.drop();
                    toast(
                      t`${plural(done.products.length, { one: '# product is made.', other: '# products are made.' })}`,
                    );
                    onMade();
                  },
                },
              )
            }
          >
            {create.isPending
              ? t`Saving…`
              : t`${plural(count, { one: 'Make # product, off sale', other: 'Make # products, off sale' })}`}
          </Button>
        ) : (
          <Button
            variant="primary"
            isPending={check.isPending}
            isDisabled={count === 0 || count > MOST || !hasSkus}
            onPress={() => check.mutate({ products }, { onSuccess: (answer) => setSeen({ text, made: answer }) })}
          >
            {check.isPending ? t`Checking…` : t`Look it through`}
          </Button>
        )}
        <Button icon="copy" onPress={copy}>{t`Copy the headings`}</Button>
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Dialog>
  );
}

function useWords(choices: ProductChoices): Words {
  const { t, i18n } = useLingui();
  const names = useProductNames();
  const texts = choices.languages.flatMap((lang) => TEXTS.map((name) => `${name}.${lang}`));
  const goods = useGoodsTypes();
  const categories = choices.categories.map(({ key, name }) => ({ code: key, name }));
  return {
    fields: [...COLUMNS, ...texts],
    nameOf: names.field,
    currencies: choices.currencies,
    sku: t`Item number`,
    kind: t`Kind`,
    price: t`Price`,
    kindOf: names.kind,
    codes: {
      category: categories,
      manufacturer: choices.manufacturers,
      type: choices.types.map(({ code }) => ({ code, name: goods.name(code) })),
    },
    writing: { yes: t`yes`, no: t`no`, locale: i18n.locale },
  };
}

/** What cannot be, by item number and field. */
function Faults({ fields, lines }: { fields: Readonly<Record<string, Message>>; lines: readonly number[] }) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useProductNames();
  const all = Object.entries(fields);
  const more = all.length - TOLD;
  const nameOf = (field: string) => {
    if (field === 'sku') return t`Item number`;
    if (field === 'kind') return t`Kind`;
    const currency = field.startsWith('price.') ? field.slice('price.'.length) : undefined;
    return currency === undefined ? names.field(field) : `${t`Price`} (${currency})`;
  };
  return (
    <ul>
      {all.slice(0, TOLD).map(([key, message]) => {
        const [sku = '', field = ''] = key.split(' ');
        // One without an item number is named by its place.
        const line = /^\d+$/.test(sku) ? lines[Number(sku) - 1] : undefined;
        return (
          <li key={key}>
            {line === undefined ? <span translate="no">{sku}</span> : t`Row ${line}`}, {nameOf(field)}: {say(message)}
          </li>
        );
      })}
      {more > 0 && <li>{t`${plural(more, { one: 'and # more', other: 'and # more' })}`}</li>}
    </ul>
  );
}

/** What would be made, a row each. */
function Made({ products, made }: { products: readonly NewProduct[]; made: ProductDifferences }) {
  const { t, i18n } = useLingui();
  const names = useProductNames();
  const format = useFormat();
  const nameOf = (fields: ProductDifferences['products'][number]['fields']) =>
    (
      fields.find(({ field }) => field === `name.${i18n.locale}`) ??
      fields.find(({ field }) => field.startsWith('name.'))
    )?.after ?? '–';
  return (
    <>
      <p>
        <Trans>
          Nothing is wrong. The products are made off sale; pictures and what else is missing come on their pages.
        </Trans>
      </p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Item number`}</th>
            <th scope="col">{names.field('name')}</th>
            <th scope="col">{t`Kind`}</th>
            <th scope="col">{t`Price`}</th>
            <th scope="col">{t`Fields`}</th>
          </tr>
        </thead>
        <tbody>
          {made.products.map(({ sku, fields }, at) => {
            const { kind = 'simple', prices } = products[at] ?? {};
            const amounts = Object.entries(prices ?? {}).map(([currency, amount]) => format.money(amount, currency));
            return (
              <tr key={sku}>
                <th scope="row" translate="no">
                  {sku}
                </th>
                <td data-label={names.field('name')}>{nameOf(fields)}</td>
                <td data-label={t`Kind`}>{names.kind(kind)}</td>
                <td data-label={t`Price`}>{amounts.length > 0 ? format.list(amounts) : '–'}</td>
                <td data-label={t`Fields`}>{format.number(fields.length)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
