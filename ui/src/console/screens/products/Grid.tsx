/** The products as a spreadsheet: cells typed, copied and pasted; what changes is named row by row before it is saved. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import type { ApiError } from '../../api/client';
import { useCheckProducts, useSaveProducts } from '../../api/products';
import { useSelf } from '../../api/queries';
import type { Message, ProductChoices, ProductDifferences, ProductRow } from '../../api/types';
import { Bar } from '../../parts/Bar';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { readCells, writeCells } from '../../parts/cells';
import { Dialog } from '../../parts/Dialog';
import { changesOf, countOf, type Edits, productEdits, type Typed } from '../../parts/edits';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useProductNames } from '../../parts/productNames';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './ProductsScreen.module.css';
import { isFlag, isNumeric, localCell, type Pasted, plainCell, readTable } from './paste';
import { MOST_COLUMNS } from './view';

interface Props {
  items: readonly ProductRow[];
  fields: readonly string[];
  choices: ProductChoices | undefined;
  onFields: (fields: string[]) => void;
}

const COLUMNS = [
  'enabled',
  'weight_g',
  'max_qty',
  'position',
  'manufacturer',
  'category',
  'eco_participation',
  'promotion_category',
];
const TEXTS = ['name', 'short', 'material', 'care', 'dimensions', 'meta_description'];
/** Products that one save takes. */
const MOST = 500;

export function Grid({ items, fields, choices, onFields }: Props) {
  const { t, i18n } = useLingui();
  const names = useProductNames();
  const edits = productEdits.useEdits(useSelf().id);
  const [refused, setRefused] = useState<Readonly<Record<string, Message>>>({});
  const languages = choices?.languages ?? [];
  const offered = [...COLUMNS, ...languages.flatMap((lang) => TEXTS.map((name) => `${name}.${lang}`))];
  const writing = { yes: t`yes`, no: t`no`, locale: i18n.locale };
  const [lost, setLost] = useState<Lost>();
  const now = (item: ProductRow, field: string) => item.fields[field] ?? '';
  const shown = (item: ProductRow, field: string) => edits[item.sku]?.[field]?.text ?? now(item, field);

  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const rows = readCells(event.clipboardData.getData('text/plain'));
    if (rows.length === 1 && rows[0]?.length === 1) return;
    event.preventDefault();
    const find = (sku: string) => items.find((item) => item.sku === sku);
    const { cells, ...left } = readTable(
      rows,
      {
        skus: items.map(({ sku }) => sku),
        fields,
        nameOf: names.field,
        has: (sku, field) => field in (find(sku)?.fields ?? {}),
      },
      [row, column],
    );
    const typed = cells.flatMap(({ sku, field, text }): Typed[] => {
      const item = find(sku);
      return item ? [{ thing: sku, field, now: now(item, field), text: plainCell(field, text, writing) }] : [];
    });
    productEdits.setFields(typed);
    setLost(left.skus.length + left.columns.length + left.cellsBeyond > 0 ? left : undefined);
  };
  const copy = () => {
    const head = ['SKU', ...fields.map(names.field)];
    const lines = items.map((item) => [
      item.sku,
      ...fields.map((field) => localCell(field, shown(item, field), writing)),
    ]);
    void navigator.clipboard.writeText(writeCells([head, ...lines])).then(() => toast(t`The table is copied.`));
  };
  return (
    <>
      <details className={styles.choose}>
        <summary>{t`Choose the columns`}</summary>
        <Chips
          label={t`Columns`}
          options={offered.map((field) => ({ value: field, label: names.field(field) }))}
          chosen={fields}
          onChange={(chosen) => chosen.length > 0 && chosen.length <= MOST_COLUMNS && onFields(chosen)}
        />
      </details>
      <p className={styles.hint}>
        <Trans>
          Copy cells from a spreadsheet and paste them into a cell: they fill the ones below and to the right, or go by
          their headings and item numbers where they bring them. Nothing is saved before you have seen what changes.
        </Trans>
      </p>
      <div>
        <Button small variant="quiet" icon="copy" onPress={copy}>{t`Copy the table`}</Button>
      </div>
      {lost && <LostNotice lost={lost} onClose={() => setLost(undefined)} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.sheet} aria-label={t`Grid`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Product`}</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {names.field(field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, row) => (
              <tr key={item.sku}>
                <th scope="row">
                  <Link href={`/products/${encodeURIComponent(item.sku)}`}>{item.name}</Link>
                  <span className={table.quiet} translate="no">
                    {item.sku}
                  </span>
                </th>
                {fields.map((field, column) => {
                  const edit = edits[item.sku]?.[field];
                  const problem = edit && refused[`${item.sku} ${field}`];
                  return (
                    <Cell
                      key={field}
                      id={`cell-${row}-${column}`}
                      label={`${names.field(field)}, ${item.name}`}
                      isNumeric={isNumeric(field) || isFlag(field)}
                      isThere={field in item.fields}
                      text={shown(item, field)}
                      was={edit && now(item, field)}
                      problem={problem}
                      onKeep={() => productEdits.keepMine(item.sku, field, now(item, field))}
                      onText={(text) =>
                        productEdits.setFields([{ thing: item.sku, field, now: now(item, field), text }])
                      }
                      onLeave={(text) => {
                        const plain = plainCell(field, text, writing);
                        if (plain !== text)
                          productEdits.setFields([{ thing: item.sku, field, now: now(item, field), text: plain }]);
                      }}
                      onPaste={(event) => paste(event, row, column)}
                      onKeyDown={(event) => walk(event, row, column)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {Object.keys(edits).length > 0 && <SaveBar edits={edits} refused={refused} onRefused={setRefused} />}
    </>
  );
}

type Lost = Omit<Pasted, 'cells'>;

/** Names that are told at most. */
const TOLD = 12;

/** What was pasted and has no place here. */
function LostNotice({ lost: { skus, columns, cellsBeyond }, onClose }: { lost: Lost; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const told = (all: string[]) => format.list(all.length > TOLD ? [...all.slice(0, TOLD), '…'] : all);
  const [numbers, headings] = [told(skus), told(columns)];
  return (
    <Notice
      tone="warning"
      isLive
      title={t`Not all of it was pasted`}
      actions={<Button small onPress={onClose}>{t`Close`}</Button>}
    >
      {skus.length > 0 && <p>{t`Item numbers that are not in this list: ${numbers}`}</p>}
      {columns.length > 0 && <p>{t`Columns that are not shown: ${headings}`}</p>}
      {cellsBeyond > 0 && (
        <p>
          <Plural
            value={cellsBeyond}
            one="# cell lies beyond the table, or its product has no such field."
            other="# cells lie beyond the table, or their products have no such fields."
          />
        </p>
      )}
    </Notice>
  );
}

interface CellProps {
  id: string;
  label: string;
  isNumeric: boolean;
  /** Whether this kind of product has the field. */
  isThere: boolean;
  text: string;
  /** As the shop has it; undefined: unchanged. */
  was: string | undefined;
  problem: Message | undefined;
  onKeep: () => void;
  onText: (text: string) => void;
  onLeave: (text: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function Cell({
  id,
  label,
  isNumeric,
  isThere,
  text,
  was,
  problem,
  onKeep,
  onText,
  onLeave,
  onPaste,
  onKeyDown,
}: CellProps) {
  const { t } = useLingui();
  const say = useMessageText();
  if (!isThere) return <td aria-label={label}>–</td>;
  return (
    <td data-changed={was === undefined ? undefined : ''} data-bad={problem ? '' : undefined}>
      <input
        id={id}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={was === undefined ? undefined : `${id}-was`}
        inputMode={isNumeric ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck="false"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={(event) => onLeave(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      {was !== undefined && (
        <span id={`${id}-was`} className={problem ? styles.problem : styles.was}>
          {problem ? say(problem) : was === '' ? t`was empty` : t`was ${was}`}
          {problem?.id === 'product.changed_meanwhile' && (
            <Button small variant="quiet" onPress={onKeep}>{t`Keep mine`}</Button>
          )}
        </span>
      )}
    </td>
  );
}

/** Enter and the arrows up and down go from row to row, as in a spreadsheet. */
function walk(event: KeyboardEvent<HTMLInputElement>, row: number, column: number) {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next = step === undefined ? null : document.getElementById(`cell-${row + step}-${column}`);
  if (!(next instanceof HTMLInputElement)) return;
  event.preventDefault();
  next.focus();
  next.select();
}

interface SaveBarProps {
  edits: Edits;
  refused: Readonly<Record<string, Message>>;
  onRefused: (refused: Readonly<Record<string, Message>>) => void;
}

function SaveBar({ edits, refused, onRefused }: SaveBarProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const [asked, setAsked] = useState<ProductDifferences>();
  const check = useCheckProducts();
  const refuse = (error: ApiError) => {
    onRefused(error.fields);
    if (Object.keys(error.fields).length === 0) toast(say(error));
  };
  const fields = countOf(edits);
  const products = Object.keys(edits).length;
  const open = Object.values(refused)[0];
  return (
    <Bar label={t`Changes`} narrow="above">
      <p>
        <Plural value={fields} one="# field changed" other="# fields changed" />
        {', '}
        <Plural value={products} one="# product" other="# products" />
        {open && (
          <span className={styles.barProblem} role="alert">
            {say(open)}
          </span>
        )}
      </p>
      <Button
        variant="primary"
        isPending={check.isPending}
        isDisabled={products > MOST}
        onPress={() => check.mutate({ products: changesOf(edits) }, { onSuccess: setAsked, onError: refuse })}
      >
        {check.isPending ? t`Checking…` : t`See what changes…`}
      </Button>
      <Button
        variant="quiet"
        onPress={() => {
          productEdits.forget(Object.keys(edits));
          onRefused({});
        }}
      >
        {t`Discard`}
      </Button>
      {asked && (
        <SaveDialog
          edits={edits}
          differences={asked}
          onClose={() => setAsked(undefined)}
          onRefused={refuse}
          onSaved={() => onRefused({})}
        />
      )}
    </Bar>
  );
}

interface SaveDialogProps {
  edits: Edits;
  differences: ProductDifferences;
  onClose: () => void;
  onRefused: (error: ApiError) => void;
  onSaved: () => void;
}

/** What the shop would change, row by row. */
function SaveDialog({ edits, differences, onClose, onRefused, onSaved }: SaveDialogProps) {
  const { t } = useLingui();
  const names = useProductNames();
  const save = useSaveProducts();
  return (
    <Dialog title={t`What changes`} isOpen onClose={onClose} wide>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Product`}</th>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`Before`}</th>
            <th scope="col">{t`After`}</th>
          </tr>
        </thead>
        <tbody>
          {differences.products.flatMap(({ sku, fields }) =>
            fields.map(({ field, before, after }) => (
              <tr key={`${sku} ${field}`}>
                <th scope="row" translate="no">
                  {sku}
                </th>
                <td data-label={t`Field`}>{names.field(field)}</td>
                <td data-label={t`Before`}>{before || '–'}</td>
                <td data-label={t`After`}>{after || '–'}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <Actions>
        <Button
          variant="primary"
          isPending={save.isPending}
          onPress={() =>
            save.mutate(
              { products: changesOf(edits) },
              {
                onSuccess: () => {
                  productEdits.forget(Object.keys(edits));
                  onSaved();
                  toast(t`Saved, and in force.`);
                },
                onError: onRefused,
                onSettled: onClose,
              },
            )
          }
        >
          {save.isPending ? t`Saving…` : t`Save all`}
        </Button>
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Dialog>
  );
}
