/** One product: texts in all languages side by side, law, variants, pictures, versions. What is typed is kept until it is saved. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { useChoices, useComparison, useProduct, useProductCall, useSaveProducts } from '../../api/products';
import { useSelf } from '../../api/queries';
import type { Message, ProductChoices, ProductDetail } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { changesOf, countOf, type Edits, productEdits } from '../../parts/edits';
import { Badge, EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import type { FieldsOf } from '../../parts/FieldOf';
import { Gaps } from '../../parts/Gaps';
import { Page } from '../../parts/Page';
import { useProductNames } from '../../parts/productNames';
import { SaveBar } from '../../parts/SaveBar';
import tabs from '../../parts/Tabs.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { RestoreDialog, Versions } from '../../parts/Versions';
import { Facts } from './Facts';
import { Lists } from './Lists';
import { Pictures } from './Pictures';
import { Preview } from './Preview';
import { Prices } from './Prices';
import styles from './ProductScreen.module.css';
import { Texts } from './Texts';
import { Variants } from './Variants';

const PARTS = ['texts', 'facts', 'lists', 'pictures', 'variants', 'prices', 'preview', 'versions'] as const;
type Part = (typeof PARTS)[number];

export default function ProductScreen() {
  const { t } = useLingui();
  const sku = decodeURIComponent(useParams<{ sku: string }>().sku);
  const { data, error, refetch } = useProduct(sku);
  const { data: choices } = useChoices();
  const isUnknown = error?.id === 'product.unknown';
  return (
    <Page
      title={data?.name ?? sku}
      above={
        data?.parent ? (
          <Back to={`/products/${encodeURIComponent(data.parent.sku)}?part=variants`}>{data.parent.name}</Back>
        ) : (
          <Back to="/products">{t`Products`}</Back>
        )
      }
      mark={data && !data.is_on_sale && <Badge tone="neutral">{t`Not on sale`}</Badge>}
      lead={data && <span translate="no">{data.sku}</span>}
      actions={data && choices && <Switch product={data} />}
    >
      {isUnknown && (
        <EmptyState title={t`There is no such product`}>
          <Trans>Look for it among the products by the beginning of its item number.</Trans>
        </EmptyState>
      )}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {(!data || !choices) && !error && <Skeleton rows={8} />}
      {data && choices && <Body product={data} choices={choices} />}
    </Page>
  );
}

/** On sale or off, at once. */
function Switch({ product: { sku, fields, is_on_sale: isOnSale } }: { product: ProductDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useProductNames();
  const save = useSaveProducts();
  const isOn = fields.enabled === '1';
  const change = { field: 'enabled', was: isOn ? '1' : '0', value: isOn ? '0' : '1' };
  return (
    <Button
      variant={isOn ? 'secondary' : 'primary'}
      isPending={save.isPending}
      onPress={() =>
        save.mutate(
          { products: [{ sku, changes: [change] }] },
          {
            onSuccess: () => toast(isOn ? t`It is off sale now.` : t`It is on sale now.`),
            onError: (error) => {
              const lacking = Object.keys(error.fields).map((field) => names.field(field.split(' ')[1] ?? ''));
              toast(
                lacking.length > 1 ? t`Missing: ${lacking.join(', ')}` : say(Object.values(error.fields)[0] ?? error),
              );
            },
          },
        )
      }
    >
      {isOn ? (isOnSale ? t`Take off sale` : t`Switch off`) : t`Put on sale`}
    </Button>
  );
}

function Body({ product, choices }: { product: ProductDetail; choices: ProductChoices }) {
  const { t } = useLingui();
  const names = useProductNames();
  const [params] = useSearchParams();
  const edits = productEdits.useEdits(useSelf().id)[product.sku] ?? {};
  const [refused, setRefused] = useState<Readonly<Record<string, Message>>>({});
  const isVariant = product.kind === 'variant';
  const has: Record<Part, boolean> = {
    texts: !isVariant,
    facts: true,
    lists: !isVariant,
    pictures: !isVariant,
    variants: product.kind === 'configurable',
    prices: product.kind !== 'configurable',
    preview: !isVariant,
    versions: true,
  };
  const shown = PARTS.filter((part) => has[part]);
  const wanted = params.get('part');
  const part = shown.find((one) => one === wanted) ?? shown[0];
  const labels: Record<Part, string> = {
    texts: t`Texts`,
    facts: t`Facts and law`,
    lists: t`Categories and filters`,
    pictures: t`Pictures`,
    variants: t`Variants`,
    prices: t`Price and stock`,
    preview: t`As shoppers see it`,
    versions: t`Versions`,
  };
  const fields: FieldsOf = {
    id: 'product',
    name: names.field,
    now: (field) => product.fields[field] ?? '',
    text: (field) => edits[field]?.text ?? product.fields[field] ?? '',
    was: (field) => edits[field]?.was,
    isChanged: (field) => field in edits,
    problem: (field) => refused[field],
    set: (field, text) => {
      productEdits.setFields([{ thing: product.sku, field, now: product.fields[field] ?? '', text }]);
      if (refused[field]) setRefused(({ [field]: _, ...others }) => others);
    },
    takeTheirs: (field) => productEdits.forget([product.sku], field),
    keepMine: (field, now) => productEdits.keepMine(product.sku, field, now),
  };
  return (
    <div className={styles.body}>
      {product.missing.length > 0 && (
        <Notice tone={product.is_on_sale ? 'info' : 'warning'} title={t`What is missing`}>
          <Gaps missing={product.missing} />
        </Notice>
      )}
      <nav className={tabs.links} aria-label={t`Parts of the product`}>
        {shown.map((one) => (
          <Link
            key={one}
            href={`/products/${encodeURIComponent(product.sku)}?part=${one}`}
            aria-current={one === part ? 'page' : undefined}
          >
            {labels[one]}
          </Link>
        ))}
      </nav>
      {part === 'texts' && <Texts fields={fields} languages={choices.languages} />}
      {part === 'facts' && <Facts fields={fields} product={product} choices={choices} />}
      {part === 'lists' && <Lists fields={fields} product={product} choices={choices} />}
      {part === 'pictures' && <Pictures fields={fields} product={product} languages={choices.languages} />}
      {part === 'variants' && <Variants fields={fields} product={product} choices={choices} />}
      {part === 'prices' && <Prices product={product} choices={choices} />}
      {part === 'preview' && <Preview product={product} languages={choices.languages} />}
      {part === 'versions' && <VersionsOf product={product} />}
      {Object.keys(edits).length > 0 && (
        <Changes
          sku={product.sku}
          isOnSale={product.is_on_sale}
          edits={{ [product.sku]: edits }}
          refused={refused}
          onRefused={setRefused}
        />
      )}
    </div>
  );
}

function VersionsOf({ product }: { product: ProductDetail }) {
  const names = useProductNames();
  return (
    <Versions
      versions={product.versions}
      name={names.field}
      ask={(id, onClose) => <Restore product={product} id={id} onClose={onClose} />}
    />
  );
}

interface RestoreProps {
  product: ProductDetail;
  id: number;
  onClose: () => void;
}

function Restore({ product: { sku, version }, id, onClose }: RestoreProps) {
  const names = useProductNames();
  const { data, error, refetch } = useComparison(sku, id);
  const restore = useProductCall('product/restore');
  return (
    <RestoreDialog
      data={data}
      error={error}
      onRetry={() => void refetch()}
      name={names.field}
      onRestore={() => restore.mutateAsync({ sku, id, version })}
      onClose={onClose}
    />
  );
}

interface ChangesProps {
  sku: string;
  isOnSale: boolean;
  edits: Edits;
  refused: Readonly<Record<string, Message>>;
  onRefused: (refused: Readonly<Record<string, Message>>) => void;
}

function Changes({ sku, isOnSale, edits, refused, onRefused }: ChangesProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useProductNames();
  const save = useSaveProducts();
  const [field, problem] = Object.entries(refused)[0] ?? [];
  const forget = () => {
    productEdits.forget([sku]);
    onRefused({});
  };
  return (
    <SaveBar
      fields={countOf(edits)}
      problem={field !== undefined && problem ? `${names.field(field)}: ${say(problem)}` : undefined}
      isPending={save.isPending}
      onSave={() =>
        save.mutate(
          { products: changesOf(edits) },
          {
            onSuccess: () => {
              forget();
              toast(isOnSale ? t`Saved. The shop shows it now.` : t`Saved. It is off sale.`);
            },
            onError: (error) => {
              const own = Object.entries(error.fields).map(([name, message]) => [name.slice(sku.length + 1), message]);
              onRefused(Object.fromEntries(own));
              if (own.length === 0) toast(say(error));
            },
          },
        )
      }
      onDiscard={forget}
    />
  );
}
