/** Where many items lie: a sheet is pasted, looked through line by line, then all of it is kept. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useCheckShelves, useSaveShelves } from '../../api/stock';
import type { Message, StockShelves } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { FIELDS, useKeep, useKept } from '../../parts/kept';
import { TextAreaField } from '../../parts/MoreFields';
import table from '../../parts/Table.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { MOST_SHELVES, readShelves } from './shelves';

const EMPTY = { text: '' };
/** Faults that are told at most. */
const TOLD = 20;

export function ShelvesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const kept = useKept<Record<string, string>>(useKeep('shelves-sheet'), EMPTY, FIELDS);
  const { text = '' } = kept.value;
  const check = useCheckShelves();
  const save = useSaveShelves();
  // What was looked through; another text has to be looked through again.
  const [seen, setSeen] = useState<{ text: string; plan: StockShelves }>();
  // The items of a save that was refused, in the order in which they were sent.
  const [refused, setRefused] = useState<string[]>([]);
  const words = { sku: t`Item number`, shelf: t`Shelf` };
  const { sku, shelf } = words;
  const { lines, rows } = useMemo(() => readShelves(text, { sku, shelf }), [text, sku, shelf]);
  const error = save.error ?? check.error;
  const nameOfRow = (at: number) => {
    const line = rows[at] ?? at + 1;
    return t`Row ${line}`;
  };
  const plan = seen?.text === text ? seen.plan : undefined;
  const changes = plan?.changes ?? [];
  const count = changes.length;
  return (
    <Dialog title={t`Shelves from a sheet`} isOpen onClose={onClose} holdsInput wide>
      <TextAreaField
        id="shelves-sheet"
        label={t`Rows of the sheet`}
        hint={t`Copy two columns in your spreadsheet and paste them here: item number and shelf. An empty shelf takes the item off its place.`}
        value={text}
        onChange={(next) => {
          check.reset();
          save.reset();
          kept.set(() => ({ text: next }));
        }}
        rows={8}
        isPlain
      />
      {lines.length > MOST_SHELVES && (
        <Notice tone="warning" isLive title={t`Too many rows`}>
          <p>{t`A sheet takes up to 2,000 items. Paste the rest afterwards.`}</p>
        </Notice>
      )}
      {error && (
        <Notice tone="error" isLive title={t`The shelves cannot be kept like this`}>
          {Object.keys(error.fields).length === 0 ? (
            <p>{say(error)}</p>
          ) : (
            <Faults fields={error.fields} nameOf={(at) => (save.error ? refused[at] : nameOfRow(at)) ?? ''} />
          )}
        </Notice>
      )}
      {plan && <Changes plan={plan} />}
      <Actions>
        {count > 0 ? (
          <Button
            variant="primary"
            isPending={save.isPending}
            onPress={() =>
              save.mutate(
                { lines: changes.map(({ sku, before, after }) => ({ sku, shelf: after, seen: before })) },
                {
                  onSuccess: () => {
                    kept.drop();
                    toast(t`${plural(count, { one: '# shelf is noted.', other: '# shelves are noted.' })}`);
                    onClose();
                  },
                  // What was looked through is no more what lies there.
                  onError: () => {
                    setRefused(changes.map(({ sku }) => sku));
                    setSeen(undefined);
                  },
                },
              )
            }
          >
            {save.isPending ? t`Saving…` : t`${plural(count, { one: 'Note # shelf', other: 'Note # shelves' })}`}
          </Button>
        ) : (
          <Button
            variant="primary"
            isPending={check.isPending}
            isDisabled={lines.length === 0 || lines.length > MOST_SHELVES}
            onPress={() => check.mutate({ lines }, { onSuccess: (plan) => setSeen({ text, plan }) })}
          >
            {check.isPending ? t`Checking…` : t`Look it through`}
          </Button>
        )}
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Dialog>
  );
}

interface FaultsProps {
  fields: Readonly<Record<string, Message>>;
  /** What a line is called, from 0. */
  nameOf: (at: number) => string;
}

/** What cannot be, line by line. */
function Faults({ fields, nameOf }: FaultsProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const all = Object.entries(fields).sort(([one], [other]) => Number(one) - Number(other));
  const more = all.length - TOLD;
  return (
    <ul>
      {all.slice(0, TOLD).map(([line, message]) => (
        <li key={line}>
          {nameOf(Number(line) - 1)}: {say(message)}
        </li>
      ))}
      {more > 0 && <li>{t`${plural(more, { one: 'and # more', other: 'and # more' })}`}</li>}
    </ul>
  );
}

/** What would lie elsewhere, a row each. */
function Changes({ plan: { changes, unchanged } }: { plan: StockShelves }) {
  const { t } = useLingui();
  return (
    <>
      <p role="status">
        {changes.length === 0 ? (
          <Trans>Everything lies there already.</Trans>
        ) : (
          <Trans>Nothing is wrong. This is what changes:</Trans>
        )}{' '}
        {changes.length > 0 &&
          unchanged > 0 &&
          t`${plural(unchanged, { one: '# item stays where it is.', other: '# items stay where they are.' })}`}
      </p>
      {changes.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Item number`}</th>
              <th scope="col">{t`Product`}</th>
              <th scope="col">{t`Before`}</th>
              <th scope="col">{t`After`}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ sku, name, before, after }) => (
              <tr key={sku}>
                <th scope="row" translate="no">
                  {sku}
                </th>
                <td data-label={t`Product`}>{name}</td>
                <td data-label={t`Before`} translate="no">
                  {before || '–'}
                </td>
                <td data-label={t`After`} translate="no">
                  {after || '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
