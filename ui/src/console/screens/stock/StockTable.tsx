/** Rows of items with what lies there, and a field for what somebody counts. Enter goes on to the next row. */

import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { Link } from 'wouter';
import type { Message, StockItem } from '../../api/types';
import { Badge } from '../../parts/Feedback';
import { piecesOf } from '../../parts/pieces';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './StockScreen.module.css';
import { type Sheet, setTyped, type Typed } from './sheet';
import type { Column } from './view';

interface Props {
  items: readonly StockItem[];
  hide: readonly Column[];
  sheet: Sheet;
  refused: Readonly<Record<string, Message>>;
}

export function useColumnNames(): Record<Column, string> {
  const { t } = useLingui();
  return { available: t`To sell`, held: t`Held`, shelf: t`On the shelf`, expected: t`Expected` };
}

export function StockTable({ items, hide, sheet, refused }: Props) {
  const { t } = useLingui();
  const names = useColumnNames();
  const has = (column: Column) => !hide.includes(column);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t`Item`}</th>
          {(['available', 'held', 'shelf'] as const).filter(has).map((column) => (
            <th key={column} scope="col" className={styles.number}>
              {names[column]}
            </th>
          ))}
          {has('expected') && <th scope="col">{names.expected}</th>}
          <th scope="col">{t`Counted`}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.sku} item={item} has={has} typed={sheet[item.sku]} refused={refused[item.sku]} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  item: StockItem;
  has: (column: Column) => boolean;
  typed: Typed | undefined;
  refused: Message | undefined;
}

function Row({ item, has, typed, refused }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { sku, name, available, held, on_hand: onHand, threshold, expected, is_on_sale: isOnSale } = item;
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.item}>
        <Link href={`/stock/${encodeURIComponent(sku)}`} data-row="">
          {name}
        </Link>
        <span className={table.quiet} translate="no">
          {sku}
        </span>
        {!isOnSale && <Badge tone="neutral">{t`Not on sale`}</Badge>}
      </th>
      {has('available') && (
        <td className={styles.number} data-label={t`To sell`}>
          <span className={styles.available}>
            {format.number(available)}
            {available === 0 && <Badge tone="error">{t`Sold out`}</Badge>}
            {available > 0 && threshold !== null && available <= threshold && <Badge tone="warning">{t`Low`}</Badge>}
          </span>
        </td>
      )}
      {has('held') && (
        <td className={styles.number} data-label={t`Held`}>
          {format.number(held)}
        </td>
      )}
      {has('shelf') && (
        <td className={styles.number} data-label={t`On the shelf`}>
          {format.number(onHand)}
        </td>
      )}
      {has('expected') && (
        <td className={styles.expected} data-label={t`Expected`}>
          {expected && (
            <span>
              {format.number(expected.pieces)} · {format.day(expected.on)}
              {expected.is_late && <Badge tone="warning">{t`Late`}</Badge>}
            </span>
          )}
        </td>
      )}
      <td className={styles.counted} data-label={t`Counted`}>
        <Counted item={item} typed={typed} refused={refused} />
      </td>
    </tr>
  );
}

function Counted({
  item,
  typed,
  refused,
}: {
  item: StockItem;
  typed: Typed | undefined;
  refused: Message | undefined;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { name } = item;
  const id = `count-${item.sku}`;
  const pieces = typed && piecesOf(typed.text);
  const difference = typed && pieces !== undefined ? pieces - typed.on_hand : undefined;
  const isBad = typed !== undefined && pieces === undefined;
  const problem = isBad ? t`Enter a whole number.` : refused && typed ? say(refused) : undefined;
  return (
    <span className={styles.field}>
      <input
        id={id}
        data-count=""
        inputMode="numeric"
        autoComplete="off"
        aria-label={t`Counted of ${name}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={typed ? `${id}-note` : undefined}
        value={typed?.text ?? ''}
        onChange={(event) => setTyped(item, event.target.value)}
        onKeyDown={goOn}
      />
      {typed && (
        <span id={`${id}-note`} className={problem ? styles.problem : styles.difference}>
          {problem ?? (difference === 0 ? t`as expected` : format.pieces(difference ?? 0))}
        </span>
      )}
    </span>
  );
}

/** Enter and the arrows go from field to field, as in a spreadsheet. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-count]')];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  next?.focus();
  next?.select();
}
