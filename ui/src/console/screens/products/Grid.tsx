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
import { Dialog } from '../../parts/Dialog';
import { changesOf, countOf, type Edits, productEdits, type Typed } from '../../parts/edits';
import { Actions } from '../../parts/Form';
import { useProductNames } from '../../parts/productNames';
import table from '../../parts/Table.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './ProductsScreen.module.css';
import { isFlag, isNumeric, plainCell, readCells, writeCells } from './paste';
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
  const { t } = useLingui();
  const names = useProductNames();
  const edits = productEdits.useEdits(useSelf().id);
  const [refused, setRefused] = useState<Readonly<Record<string, Message>>>({});
  const languages = choices?.languages ?? [];
  const offered = [...COLUMNS, ...languages.flatMap((lang) => TEXTS.map((name) => `${name}.${lang}`))];
  const words = { yes: t`yes`, no: t`no` };
  const now = (item: ProductRow, field: string) => item.fields[field] ?? '';
  const shown = (item: ProductRow, field: string) => edits[item.sku]?.[field]?.text ?? now(item, field);

  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const cells = readCells(event.clipboardData.getData('text/plain'));
    if (cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    const typed: Typed[] = [];
    for (const [down, line] of cells.entries()) {
      for (const [right, cell] of line.entries()) {
        const [item, field] = [items[row + down], fields[column + right]];
        if (item && field && field in item.fields) {
          typed.push({ thing: item.sku, field, now: now(item, field), text: plainCell(field, cell, words) });
        }
      }
    }
    productEdits.setFields(typed);
  };
  const copy = () => {
    const head = ['SKU', ...fields.map(names.field)];
    const lines = items.map((item) => [item.sku, ...fields.map((field) => shown(item, field))]);
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
          Copy cells from a spreadsheet and paste them into a cell: they fill the ones below and to the right. Nothing
          is saved before you have seen what changes.
        </Trans>
      </p>
      <div>
        <Button small variant="quiet" icon="copy" onPress={copy}>{t`Copy the table`}</Button>
      </div>
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
                        const plain = plainCell(field, text, words);
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
                  toast(t`Saved. The shop shows it now.`);
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
