/** A sheet is pasted; what is typed is tried out, then set. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError } from '../../api/client';
import { planPrices, useSetPrices } from '../../api/prices';
import type { Args, PlannedLine } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { CheckField, TextAreaField } from '../../parts/MoreFields';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './PriceListScreen.module.css';
import { addPasted, forget, linesOf, readPasted, type Sheet } from './sheet';

export function PasteDialog({ currencies, onClose }: { currencies: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { lines, bad } = readPasted(text, currencies);
  const count = Object.keys(lines).length;
  const numbers = bad.slice(0, 10).join(', ');
  return (
    <Dialog title={t`Paste a sheet`} isOpen onClose={onClose} holdsInput wide>
      <TextAreaField
        id="paste"
        label={t`Item numbers and prices`}
        hint={t`Copy the columns in your spreadsheet: the item number first, then prices. A first line of currencies (EUR, CHF) names the columns.`}
        value={text}
        onChange={setText}
        rows={10}
        isPlain
      />
      {bad.length > 0 && (
        <Notice
          tone="warning"
          title={t`${plural(bad.length, { one: '# line holds no price', other: '# lines hold no price' })}`}
        >
          {t`Lines ${numbers}`}
        </Notice>
      )}
      <Actions>
        <Button
          variant="primary"
          isDisabled={count === 0}
          onPress={() => {
            addPasted(lines);
            onClose();
          }}
        >
          {t`${plural(count, { one: 'Take # price', other: 'Take # prices' })}`}
        </Button>
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Dialog>
  );
}

/** The dry run, and the prices in force by it. */
export function SetDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const set = useSetPrices();
  const [follow, setFollow] = useState(true);
  const lines = linesOf(sheet) ?? [];
  const form = useForm({
    id: 'set-prices',
    initial: { from: '', note: '' },
    send: async ({ from, note }) => {
      await set.mutateAsync({ lines, from: from || null, follow, note: note.trim() });
      toast(t`The prices are set.`);
      forget();
      onClose();
    },
  });
  const args: Args<'price/plan'> = { lines, from: form.values.from || null, follow, note: '' };
  const { data, error } = useQuery({
    queryKey: ['price/plan', args],
    queryFn: () => planPrices(args),
    placeholderData: (before) => before,
    retry: false,
  });
  const refused = Object.entries(error ? asApiError(error).fields : {});
  return (
    <Dialog title={t`What changes`} isOpen onClose={onClose} holdsInput wide>
      <Form form={form}>
        <Field
          {...form.field('from')}
          label={t`From`}
          hint={t`On the shop’s clocks. Leave it empty for now.`}
          type="datetime-local"
          optional
          short
        />
        <CheckField id="set-follow" checked={follow} onChange={setFollow}>
          <Trans>Other currencies follow the price in EUR at the shop’s rates</Trans>
        </CheckField>
        <Field
          {...form.field('note')}
          label={t`Why`}
          hint={t`For the history of each item.`}
          optional
          maxLength={200}
        />
        {error && (
          <Notice tone="error" isLive title={t`These prices cannot be set`}>
            {refused.length === 0 ? (
              say(asApiError(error))
            ) : (
              <ul>
                {refused.slice(0, 20).map(([key, message]) => (
                  <li key={key}>
                    <span translate="no">{key}</span>: {say(message)}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        {!data && !error && <Skeleton rows={4} />}
        {data && !error && <Lines lines={data.lines} />}
        <Actions>
          <Button
            type="submit"
            variant="primary"
            isPending={form.isBusy}
            isDisabled={!data || Boolean(error) || data.changes === 0}
          >
            {form.isBusy ? t`Saving…` : t`Set the prices`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function Lines({ lines }: { lines: PlannedLine[] }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <div className={styles.lines}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Item`}</th>
            <th scope="col" className={table.end}>{t`Before`}</th>
            <th scope="col" className={table.end}>{t`New`}</th>
            <th scope="col">{t`Note`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.sku} ${line.currency}`}>
              <th scope="row">
                {line.name}
                <span className={table.quiet} translate="no">
                  {line.sku}
                </span>
              </th>
              <td className={styles.number} data-label={t`Before`}>
                {line.before === null ? '–' : format.money(line.before, line.currency)}
              </td>
              <td className={styles.number} data-label={t`New`}>
                {format.money(line.amount, line.currency)}
              </td>
              <td data-label={t`Note`}>
                <LineNote line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LineNote({ line: { before, amount, until, follows, ends_campaign: ended } }: { line: PlannedLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const words: string[] = [];
  if (before === amount) words.push(t`as it is`);
  if (follows) words.push(t`by the shop’s rate`);
  if (until) {
    const at = format.shortTime(Date.parse(until));
    words.push(t`until ${at}, when another is planned`);
  }
  if (ended) {
    const { name } = ended;
    words.push(t`below the price of ‘${name}’, which ends for it`);
  }
  return words.join(', ');
}
