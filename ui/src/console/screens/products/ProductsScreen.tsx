/** All products, on sale or not: looked for, filtered by what they lack, or worked on in a grid. */

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useChoices, useProducts } from '../../api/products';
import type { BulkCall, ProductRow } from '../../api/types';
import { AllMatching } from '../../parts/AllMatching';
import { Button } from '../../parts/Button';
import { ColumnsMenu } from '../../parts/ColumnsMenu';
import { Badge, EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { forgotten } from '../../parts/forgotten';
import { Gaps } from '../../parts/Gaps';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { useProductNames } from '../../parts/productNames';
import { AllCheck, RowCheck } from '../../parts/RowCheck';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { SelectionBar } from '../../parts/SelectionBar';
import { ShowMore } from '../../parts/ShowMore';
import { useSelection } from '../../parts/selection';
import table from '../../parts/Table.module.css';
import tabs from '../../parts/Tabs.module.css';
import { useFormat } from '../../parts/text';
import { CreateDialog } from './CreateDialog';
import { Grid } from './Grid';
import styles from './ProductsScreen.module.css';
import { SheetDialog } from './SheetDialog';
import { COLUMNS, type Column, filtersOf, KINDS, readView, type View, writeView } from './view';

/** What can be done with many. */
const BULK: BulkCall[] = [
  'product/put_on_sale',
  'product/take_off_sale',
  'category/add_products',
  'category/remove_products',
];

/** What the grid shows where nothing else is chosen. */
const PLAIN_GRID = ['weight_g', 'max_qty', 'enabled'];

export default function ProductsScreen() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const address = writeView(view).toString();
  // The address is what is shown.
  const filters = useMemo(() => filtersOf(readView(new URLSearchParams(address))), [address]);
  const pages = useProducts(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const { data: choices } = useChoices();
  const [open, setOpen] = useState<'new' | 'sheet'>();
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const isFiltered = [view.q, view.state, view.kind, view.category, view.missing].some((text) => text !== '');
  const first = choices?.languages[0] ?? 'en';
  const asGrid = writeView({ ...view, grid: [`name.${first}`, ...PLAIN_GRID] }).toString();
  const asList = writeView({ ...view, grid: [] }).toString();
  const isGrid = view.grid.length > 0;
  const views = useListViews({
    list: 'products',
    path: '/products',
    whole: t`All products`,
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(params, writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  const columnNames = useColumnNames();
  const skus = useMemo(() => items.map(({ sku }) => sku), [items]);
  const selection = useSelection(skus, JSON.stringify(filters));
  return (
    <Page
      title={t`Products`}
      lead={t`What is saved here is in the shop at once. Each version is kept, and can be brought back.`}
      actions={
        <>
          {views.menu}
          <Button icon="copy" onPress={() => setOpen('sheet')}>{t`Paste a sheet…`}</Button>
          <Button icon="plus" variant="primary" onPress={() => setOpen('new')}>{t`New product…`}</Button>
        </>
      }
    >
      <nav className={tabs.links} aria-label={t`How the products are shown`}>
        <Link href={`/products?${asList}`} aria-current={isGrid ? undefined : 'page'}>{t`List`}</Link>
        <Link href={`/products?${asGrid}`} aria-current={isGrid ? 'page' : undefined}>{t`Grid`}</Link>
        <Link href="/categories">{t`Categories`}</Link>
        <Link href="/products/words">{t`Words of the catalogue`}</Link>
      </nav>
      <div className={styles.tools}>
        {views.tabs}
        <Search
          label={t`Search the products`}
          placeholder={t`Item number or name`}
          value={view.q}
          onSearch={(q) => q !== view.q && change({ q }, { replace: view.q !== '' })}
        />
        <Filters view={view} onChange={change} />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {data && items.length === 0 && (
        <EmptyState
          title={isFiltered ? t`No product matches` : t`There are no products yet`}
          actions={
            isFiltered ? (
              <Button onPress={() => setParams({})}>{t`Show all products`}</Button>
            ) : (
              <Button icon="plus" onPress={() => setOpen('new')}>{t`New product…`}</Button>
            )
          }
        >
          {isFiltered ? (
            <Trans>Look for the beginning of an item number, or for words of the name.</Trans>
          ) : (
            <Trans>Make the first one here, or bring a whole catalogue with the command ‘shop catalogue import’.</Trans>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Products`}>
          {!isGrid && (
            <div className={styles.columns}>
              <ColumnsMenu
                columns={COLUMNS.map((value) => ({ value, label: columnNames[value] }))}
                hidden={view.hide}
                onChange={(hide) => change({ hide, pages: view.pages })}
              />
            </div>
          )}
          {!isGrid && selection.isWhole && hasNextPage && (
            <AllMatching
              shown={t`${plural(items.length, { one: 'The only product shown is selected.', other: 'All # products shown are selected.' })}`}
              all={t`All products that match are selected.`}
              isAll={selection.isAll}
              onAll={selection.takeAll}
              onClear={selection.clear}
            />
          )}
          {isGrid ? (
            <Grid
              items={items}
              fields={view.grid}
              choices={choices}
              onFields={(grid) => change({ grid, pages: view.pages })}
            />
          ) : (
            <List items={items} hide={view.hide} selection={selection} />
          )}
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
          {!isGrid && (
            <SelectionBar selection={selection} all={{ products: { ...filters, fields: [] } }} calls={BULK}>
              <Plural value={selection.chosen.length} one="# product selected" other="# products selected" />
            </SelectionBar>
          )}
        </section>
      )}
      {open === 'new' && choices && <CreateDialog choices={choices} onClose={() => setOpen(undefined)} />}
      {open === 'sheet' && choices && (
        <SheetDialog
          choices={choices}
          onClose={() => setOpen(undefined)}
          onMade={() => {
            setOpen(undefined);
            // Where they are now.
            change({ q: '', state: 'off', kind: '', category: '', missing: '' });
          }}
        />
      )}
    </Page>
  );
}

function Filters({ view, onChange }: { view: View; onChange: (part: Partial<View>) => void }) {
  const { t } = useLingui();
  const names = useProductNames();
  const { data: choices } = useChoices();
  const languages = choices?.languages ?? [];
  const gaps = [
    ...languages.map((lang) => `text.${lang}`),
    'picture',
    ...languages.map((lang) => `alt.${lang}`),
    'price',
    'variants',
    'parts',
    'manufacturer',
    'fibres',
    'inci',
    'content',
  ];
  const indent = '\u2003';
  return (
    <div className={styles.filters}>
      <SelectField
        id="products-state"
        label={t`On sale or not`}
        value={view.state}
        onChange={(state) => onChange({ state })}
        options={[
          { value: '', label: t`All` },
          { value: 'on', label: t`Switched on` },
          { value: 'off', label: t`Switched off` },
        ]}
      />
      <SelectField
        id="products-missing"
        label={t`What is missing`}
        value={view.missing}
        onChange={(missing) => onChange({ missing })}
        options={[{ value: '', label: t`Any` }, ...gaps.map((gap) => ({ value: gap, label: names.gap(gap) }))]}
      />
      <SelectField
        id="products-category"
        label={t`Category`}
        value={view.category}
        onChange={(category) => onChange({ category })}
        options={[
          { value: '', label: t`All` },
          ...(choices?.categories ?? []).map(({ key, name, depth }) => ({
            value: key,
            label: indent.repeat(depth) + name,
          })),
        ]}
      />
      <SelectField
        id="products-kind"
        label={t`Kind`}
        value={view.kind}
        onChange={(kind) => onChange({ kind })}
        options={[{ value: '', label: t`All` }, ...KINDS.map((kind) => ({ value: kind, label: names.kind(kind) }))]}
      />
    </div>
  );
}

function useColumnNames(): Record<Column, string> {
  const { t } = useLingui();
  return { category: t`Category`, kind: t`Kind`, price: t`Price`, missing: t`What is missing` };
}

interface ListProps {
  items: readonly ProductRow[];
  hide: readonly Column[];
  selection: ReturnType<typeof useSelection>;
}

function List({ items, hide, selection }: ListProps) {
  const { t } = useLingui();
  const names = useColumnNames();
  const has = (column: Column) => !hide.includes(column);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col" className={table.check}>
            <AllCheck
              label={t`Select all rows`}
              chosen={selection.chosen.length}
              of={items.length}
              onChange={selection.all}
            />
          </th>
          <th scope="col">{t`Product`}</th>
          {has('category') && <th scope="col">{names.category}</th>}
          {has('kind') && <th scope="col">{names.kind}</th>}
          {has('price') && (
            <th scope="col" className={table.end}>
              {names.price}
            </th>
          )}
          {has('missing') && <th scope="col">{names.missing}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.sku} item={item} has={has} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  item: ProductRow;
  has: (column: Column) => boolean;
  selection: ReturnType<typeof useSelection>;
}

function Row({ item, has, selection }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useProductNames();
  const { sku, name, category, picture, kind, price, is_from: isFrom, is_on: isOn, is_on_sale: isOnSale } = item;
  const amount = price === null ? '' : format.money(price, 'EUR');
  return (
    <tr className={table.beside}>
      <td className={table.check}>
        <RowCheck
          label={t`Select ${name}`}
          checked={selection.has(sku)}
          onChange={(reach) => selection.toggle(sku, reach)}
        />
      </td>
      <th scope="row" className={styles.item}>
        <span className={styles.product}>
          {picture ? (
            <img className={styles.picture} src={picture} alt="" width={48} height={60} loading="lazy" />
          ) : (
            <span className={styles.noPicture} />
          )}
          <span>
            <Link href={`/products/${encodeURIComponent(sku)}`} data-row="">
              {name}
            </Link>
            <span className={table.quiet} translate="no">
              {sku}
            </span>
            {!isOn && <Badge tone="neutral">{t`Switched off`}</Badge>}
            {isOn && !isOnSale && <Badge tone="warning">{t`No variant is on`}</Badge>}
          </span>
        </span>
      </th>
      {has('category') && <td data-label={t`Category`}>{category ?? '–'}</td>}
      {has('kind') && (
        <td data-label={t`Kind`}>
          {names.kind(kind)}
          {item.variants > 0 && ` · ${format.number(item.variants)}`}
        </td>
      )}
      {has('price') && (
        <td className={styles.price} data-label={t`Price`}>
          {amount === '' ? '–' : isFrom ? t`from ${amount}` : amount}
        </td>
      )}
      {has('missing') && (
        <td data-label={t`What is missing`}>
          <Gaps missing={item.missing} />
        </td>
      )}
    </tr>
  );
}
