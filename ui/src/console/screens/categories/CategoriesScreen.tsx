/** The tree of categories, as the menu of the shop shows it: ordered here, each opened for the rest. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useCategories, useTreeCall } from '../../api/categories';
import type { CategoryRow } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button, IconButton } from '../../parts/Button';
import { Badge, EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { LANGUAGE_NAMES } from '../../parts/language';
import { announce } from '../../parts/liveRegion';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CategoriesScreen.module.css';
import { CreateDialog } from './CreateDialog';

export default function CategoriesScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useCategories();
  const [isCreating, setCreating] = useState(false);
  const add = <Button icon="plus" variant="primary" onPress={() => setCreating(true)}>{t`New category…`}</Button>;
  return (
    <Page
      title={t`Categories`}
      lead={t`The tree of the shop’s menu. What is changed here is in the shop at once.`}
      above={<Back to="/products">{t`Products`}</Back>}
      actions={data && data.categories.length > 0 && add}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {data?.categories.length === 0 && (
        <EmptyState title={t`There are no categories yet`} actions={add}>
          <Trans>
            Shoppers find goods by them, in the menu and in lists. Begin with the few that stand at the top.
          </Trans>
        </EmptyState>
      )}
      {data && data.categories.length > 0 && <Tree categories={data.categories} version={data.version} />}
      {isCreating && data && <CreateDialog list={data} onClose={() => setCreating(false)} />}
    </Page>
  );
}

type Way = 'up' | 'down';

const buttonId = (way: Way, key: string) => `category-${way}-${key}`;

function Tree({ categories, version }: { categories: CategoryRow[]; version: string }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const move = useTreeCall('category/move');
  // A row that has moved keeps the focus of its button, or of the other one at an end.
  const moved = useRef<{ key: string; way: Way }>(undefined);
  useEffect(() => {
    const { key, way } = moved.current ?? {};
    if (!key || !way || version === '') return;
    moved.current = undefined;
    const own = document.getElementById(buttonId(way, key));
    const other = document.getElementById(buttonId(way === 'up' ? 'down' : 'up', key));
    (own instanceof HTMLButtonElement && !own.disabled ? own : other)?.focus();
  }, [version]);
  const shift = (row: CategoryRow, way: Way, siblings: CategoryRow[], at: number) => {
    const next = way === 'up' ? siblings[at - 1] : siblings[at + 2];
    const [name, place] = [row.name, format.number(way === 'up' ? at : at + 2)];
    move.mutate(
      { key: row.key, parent: row.parent, before: next?.key ?? '', version },
      {
        onSuccess: () => {
          moved.current = { key: row.key, way };
          announce(t`${name} is in place ${place} now.`);
        },
        onError: (error) => toast(say(error)),
      },
    );
  };
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Category`}</th>
          <th scope="col">{t`Products on sale`}</th>
          <th scope="col">{t`Missing languages`}</th>
          <th scope="col">
            <span className="visually-hidden">{t({ context: 'sequence', message: 'Order' })}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {categories.map((row) => {
          const siblings = categories.filter((one) => one.parent === row.parent);
          const at = siblings.indexOf(row);
          const { key, name, depth, missing } = row;
          return (
            <tr key={key}>
              <th scope="row" className={styles.name} data-depth={Math.min(depth, 5)}>
                <span className={styles.words}>
                  <Link href={`/categories/${encodeURIComponent(key)}`} data-row="">
                    {name}
                  </Link>
                  {row.is_hidden && <Badge tone="neutral">{t({ context: 'category', message: 'Hidden' })}</Badge>}
                  {!row.is_hidden && !row.is_shown && <Badge tone="neutral">{t`Hidden with its parent`}</Badge>}
                </span>
              </th>
              <td data-label={t`Products on sale`}>
                <Link className={styles.count ?? ''} href={`/products?category=${encodeURIComponent(key)}`}>
                  {format.number(row.products)}
                </Link>
              </td>
              <td data-label={t`Missing languages`} className={missing.length === 0 ? styles.nothing : undefined}>
                {missing.length > 0 ? (
                  <Badge tone="warning">{format.list(missing.map((lang) => LANGUAGE_NAMES[lang]))}</Badge>
                ) : (
                  '–'
                )}
              </td>
              <td className={`${table.end} ${table.corner}`}>
                <span className={styles.tools}>
                  <IconButton
                    id={buttonId('up', key)}
                    icon="up"
                    aria-label={t`Move ${name} up`}
                    isDisabled={at === 0}
                    onPress={() => !move.isPending && shift(row, 'up', siblings, at)}
                  />
                  <IconButton
                    id={buttonId('down', key)}
                    icon="down"
                    aria-label={t`Move ${name} down`}
                    isDisabled={at === siblings.length - 1}
                    onPress={() => !move.isPending && shift(row, 'down', siblings, at)}
                  />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
