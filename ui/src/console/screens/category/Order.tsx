/** What the page of the category lists, in the order of the house: moved up and down by buttons, each of which keeps the focus. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useArrange, useCategoryOrder } from '../../api/categories';
import type { CategoryDetail } from '../../api/types';
import { IconButton } from '../../parts/Button';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { announce } from '../../parts/liveRegion';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CategoryScreen.module.css';

type Way = 'top' | 'up' | 'down';

const buttonId = (way: Way, sku: string) => `place-${way}-${sku}`;

export function Order({ category: { key } }: { category: CategoryDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useCategoryOrder(key);
  const arrange = useArrange();
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const version = data?.pages[0]?.version;
  // A row that has moved keeps the focus of its button, or of the other one at an end.
  const moved = useRef<{ sku: string; way: Way }>(undefined);
  useEffect(() => {
    const { sku, way } = moved.current ?? {};
    if (!sku || !way || version === undefined) return;
    moved.current = undefined;
    const found = [way, way === 'down' ? 'up' : 'down'].map((one) =>
      document.getElementById(buttonId(one as Way, sku)),
    );
    found.find((one) => one instanceof HTMLButtonElement && !one.disabled)?.focus();
  }, [version]);
  const shift = (at: number, way: Way) => {
    const item = items[at];
    if (!item || version === undefined || arrange.isPending) return;
    const to = { top: 0, up: at - 1, down: at + 1 }[way];
    const next = to === 0 ? '' : (items[way === 'down' ? to : to - 1]?.sku ?? '');
    const [name, place] = [item.name, format.number(to + 1)];
    moved.current = { sku: item.sku, way };
    arrange.mutate(
      { key, sku: item.sku, after: next, version },
      {
        onSuccess: () => announce(t`${name} is in place ${place} now.`),
        onError: (reason) => toast(say(Object.values(reason.fields)[0] ?? reason)),
      },
    );
  };
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className={styles.body}>
      <p className={styles.quiet}>
        <Trans>
          As the page of the category lists them when shoppers choose no other order, with those of the categories below
          it. New products stand behind those that you have moved.
        </Trans>
      </p>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && items.length === 0 && (
        <EmptyState title={t`Its page lists nothing yet`}>
          <Trans>Put products on sale into it, then choose which ones shoppers see first.</Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Place`}</th>
              <th scope="col">{t`Product`}</th>
              <th scope="col">{t`Item number`}</th>
              <th scope="col">
                <span className="visually-hidden">{t({ context: 'sequence', message: 'Order' })}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ sku, name, picture }, at) => (
              <tr key={sku}>
                <td data-label={t`Place`}>{format.number(at + 1)}</td>
                <th scope="row">
                  <span className={styles.product}>
                    {picture && <img src={picture} alt="" width={32} height={40} loading="lazy" />}
                    <Link href={`/products/${encodeURIComponent(sku)}`}>{name}</Link>
                  </span>
                </th>
                <td data-label={t`Item number`} translate="no">
                  {sku}
                </td>
                <td className={`${table.end} ${table.corner}`}>
                  <span className={styles.tools}>
                    <IconButton
                      id={buttonId('top', sku)}
                      icon="top"
                      aria-label={t`Move ${name} to the top`}
                      isDisabled={at === 0}
                      onPress={() => shift(at, 'top')}
                    />
                    <IconButton
                      id={buttonId('up', sku)}
                      icon="up"
                      aria-label={t`Move ${name} up`}
                      isDisabled={at === 0}
                      onPress={() => shift(at, 'up')}
                    />
                    <IconButton
                      id={buttonId('down', sku)}
                      icon="down"
                      aria-label={t`Move ${name} down`}
                      isDisabled={at === total - 1 || at === items.length - 1}
                      onPress={() => shift(at, 'down')}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
    </div>
  );
}
