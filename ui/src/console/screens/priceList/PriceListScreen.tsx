/** What items cost, in each currency: looked for, typed, pasted, tried out and set. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { usePrices } from '../../api/prices';
import { useSelf } from '../../api/queries';
import type { CurrentPrice, PricedRow } from '../../api/types';
import { parseAmount } from '../../parts/amount';
import { Bar } from '../../parts/Bar';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { Page } from '../../parts/Page';
import { PriceTabs } from '../../parts/PriceTabs';
import { useShowMore } from '../../parts/pages';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { PasteDialog, SetDialog } from './Dialogs';
import styles from './PriceListScreen.module.css';
import { forget, keyOf, linesOf, MOST_LINES, type Sheet, setTyped, useSheet } from './sheet';
import { filtersOf, readView, type View, writeView } from './view';

export default function PriceListScreen() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const { q, isPlanned, more } = view;
  const filters = useMemo(() => filtersOf({ q, isPlanned }), [q, isPlanned]);
  const pages = usePrices(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = pages;
  const format = useFormat();
  const sheet = useSheet(useSelf().id);
  const [open, setOpen] = useState<'paste' | 'set'>();
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const known = data?.pages[0]?.currencies ?? [];
  const shown = known.filter((currency) => currency === 'EUR' || more.includes(currency));
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const isFiltered = q !== '' || isPlanned;
  const planned = data?.pages[0]?.planned;
  const views = useListViews({
    list: 'prices',
    path: '/prices/items',
    whole: t({ context: 'list', message: 'All items' }),
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(params, writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  return (
    <Page
      title={t`Prices of items`}
      lead={t`Type what an item is to cost, or paste a sheet. Nothing changes until you have seen what it does.`}
      actions={
        <>
          {views.menu}
          <Button icon="copy" onPress={() => setOpen('paste')}>{t`Paste a sheet…`}</Button>
        </>
      }
    >
      <PriceTabs at="items" />
      <div className={styles.tools}>
        {views.tabs}
        <Search
          label={t`Search the prices`}
          placeholder={t`Item number or name`}
          value={q}
          onSearch={(words) => words !== q && change({ q: words }, { replace: q !== '' })}
        />
        <Chips
          label={t`Filters`}
          options={[
            {
              value: 'planned',
              label:
                t`With a price to come` +
                (planned === undefined ? '' : ` ${format.number(planned)}${planned < 1000 ? '' : '+'}`),
            },
          ]}
          chosen={isPlanned ? ['planned'] : []}
          onChange={(chosen) => change({ isPlanned: chosen.length > 0 })}
        />
        <Chips
          label={t`Currencies`}
          options={known
            .filter((currency) => currency !== 'EUR')
            .map((value) => ({ value: value as string, label: value }))}
          chosen={more}
          onChange={(chosen) => change({ more: chosen, pages: view.pages })}
        />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {data && items.length === 0 && (
        <EmptyState
          title={isFiltered ? t`No item matches` : t`Nothing has a price yet`}
          actions={isFiltered && <Button onPress={() => setParams({})}>{t`Show all items`}</Button>}
        >
          {isFiltered ? (
            <Trans>Look for the beginning of an item number, or for words of its name.</Trans>
          ) : (
            <Trans>Products, their variants and sets appear here once they are in the catalogue.</Trans>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <table className={`${table.table} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t`Item`}</th>
              {shown.map((currency) => (
                <th key={currency} scope="col" className={table.end} translate="no">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Row key={item.sku} item={item} currencies={shown} sheet={sheet} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
      {Object.keys(sheet).length > 0 && <SheetBar sheet={sheet} onSet={() => setOpen('set')} />}
      {open === 'paste' && <PasteDialog currencies={known} onClose={() => setOpen(undefined)} />}
      {open === 'set' && <SetDialog sheet={sheet} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function Row({ item, currencies, sheet }: { item: PricedRow; currencies: readonly string[]; sheet: Sheet }) {
  const { t } = useLingui();
  const { sku, name, is_on_sale: isOnSale } = item;
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.item}>
        <Link href={`/prices/items/${encodeURIComponent(sku)}`} data-row="">
          {name}
        </Link>
        <span className={table.quiet} translate="no">
          {sku}
        </span>
        {!isOnSale && <Badge tone="neutral">{t`Not on sale`}</Badge>}
      </th>
      {currencies.map((currency) => (
        <td key={currency} data-label={currency}>
          <Cell item={item} currency={currency} typed={sheet[keyOf(sku, currency)]?.text} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ item, currency, typed }: { item: PricedRow; currency: string; typed: string | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  const { sku, name } = item;
  const price = item.prices.find((one) => one.currency === currency);
  const id = `price-${sku}-${currency}`;
  const isBad = typed !== undefined && parseAmount(typed) === undefined;
  return (
    <span className={styles.field}>
      <input
        id={id}
        data-price={currency}
        inputMode="decimal"
        autoComplete="off"
        aria-label={t`New price of ${name} in ${currency}`}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-note`}
        placeholder={price?.base ? format.money(price.base, currency) : '–'}
        value={typed ?? ''}
        onChange={(event) => setTyped(keyOf(sku, currency), item.version, event.target.value)}
        onKeyDown={goOn}
      />
      <span id={`${id}-note`} className={isBad ? styles.problem : table.quiet}>
        {isBad ? t`Enter an amount, such as 12.50.` : price && <Note price={price} />}
      </span>
    </span>
  );
}

/** What differs from the price that can be set: a campaign, a reduction, what follows. */
function Note({ price: { currency, amount, lowest_30d: lowest, campaign, next } }: { price: CurrentPrice }) {
  const { t } = useLingui();
  const format = useFormat();
  const words: string[] = [];
  if (campaign && amount) {
    const [shown, name] = [format.money(amount, currency), campaign.name];
    words.push(t`now ${shown}, ${name}`);
  }
  if (lowest) {
    const least = format.money(lowest, currency);
    words.push(t`30-day low ${least}`);
  }
  if (next) {
    const [follows, at] = [format.money(next.amount, currency), format.shortTime(Date.parse(next.at))];
    words.push(t`${follows} from ${at}`);
  }
  return words.join(' · ');
}

/** Enter and the arrows go from field to field of a currency, as in a spreadsheet. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const { price } = event.currentTarget.dataset;
  const fields = [...document.querySelectorAll<HTMLInputElement>(`[data-price="${price}"]`)];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  next?.focus();
  next?.select();
}

function SheetBar({ sheet, onSet }: { sheet: Sheet; onSet: () => void }) {
  const { t } = useLingui();
  const count = Object.keys(sheet).length;
  const isReady = linesOf(sheet) !== undefined && count <= MOST_LINES;
  return (
    <Bar label={t`New prices`} narrow="above">
      <p>
        {t`${plural(count, { one: '# new price', other: '# new prices' })}`}
        {count > MOST_LINES && <span className={styles.problem}>{t`Set at most ${MOST_LINES} at a time.`}</span>}
      </p>
      <Button variant="primary" isDisabled={!isReady} onPress={onSet}>
        {t`See what changes…`}
      </Button>
      <Button variant="quiet" onPress={forget}>
        {t`Discard`}
      </Button>
    </Bar>
  );
}
