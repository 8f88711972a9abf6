/** What is done to the stock of one item: corrected, expected, received, warned of. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useItemCall } from '../../api/stock';
import type { Correction, StockArrival, StockItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { CheckField } from '../../parts/MoreFields';
import { piecesOf } from '../../parts/pieces';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './StockItemScreen.module.css';

interface Props {
  item: StockItem;
  onClose: () => void;
}

/** At least one; undefined where that is not what was typed. */
const pieces = (text: string) => piecesOf(text) || undefined;

function usePieces() {
  const { t } = useLingui();
  return (text: string) => (pieces(text) === undefined ? t`Enter a whole number above zero.` : undefined);
}

export function CorrectDialog({ item, onClose }: Props) {
  const { name } = item;
  const { t } = useLingui();
  const check = usePieces();
  const correct = useItemCall('stock/correct');
  const form = useForm({
    id: 'correct',
    keep: useKeep(`stock-correct-${item.sku}`),
    initial: { reason: 'damaged', pieces: '', note: '' },
    check: (values) => ({ pieces: check(values.pieces) }),
    send: async ({ reason, pieces: text, note }) => {
      await correct.mutateAsync({
        sku: item.sku,
        reason: reason as Correction,
        pieces: pieces(text) ?? 0,
        note: note.trim(),
      });
      toast(t`The stock is corrected.`);
      onClose();
    },
  });
  return (
    <Dialog title={t`Correct the stock of ${name}`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <SelectField
          {...form.field('reason')}
          label={t`What happened?`}
          options={[
            { value: 'damaged', label: t`Damaged: taken out` },
            { value: 'lost', label: t`Lost: taken out` },
            { value: 'used', label: t`Used by the house: taken out` },
            { value: 'found', label: t`Found: added` },
            { value: 'returned', label: t`Came back without a return: added` },
          ]}
        />
        <Field {...form.field('pieces')} label={t`Pieces`} inputMode="numeric" short />
        <Field {...form.field('note')} label={t`Note`} optional maxLength={200} />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Correct`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function ExpectDialog({ item, onClose }: Props) {
  const { name } = item;
  const { t } = useLingui();
  const format = useFormat();
  const check = usePieces();
  const expect = useItemCall('stock/expect');
  const form = useForm({
    id: 'expect',
    keep: useKeep(`stock-expect-${item.sku}`),
    initial: { pieces: '', on: format.dayOf(Date.now()), note: '' },
    check: (values) => ({
      pieces: check(values.pieces),
      on: /^\d{4}-\d{2}-\d{2}$/.test(values.on) ? undefined : t`Enter the day.`,
    }),
    send: async ({ pieces: text, on, note }) => {
      await expect.mutateAsync({ sku: item.sku, pieces: pieces(text) ?? 0, on, note: note.trim() });
      onClose();
    },
  });
  return (
    <Dialog title={t`Expect an arrival of ${name}`} isOpen onClose={onClose} holdsInput>
      <p className={styles.lead}>
        <Trans>Shoppers are told nothing of it. Once its day has passed, it stands on ‘Today’.</Trans>
      </p>
      <Form form={form}>
        <Field {...form.field('pieces')} label={t`Pieces`} inputMode="numeric" short />
        <Field {...form.field('on')} label={t`Day`} type="date" short />
        <Field
          {...form.field('note')}
          label={t`Note`}
          hint={t`From whom, or the number of your order.`}
          optional
          maxLength={200}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Expect it`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function ShelfDialog({ item, onClose }: Props) {
  const { name } = item;
  const { t } = useLingui();
  const set = useItemCall('stock/set_shelf');
  // As it was when the dialog was opened, until a colleague’s change has been told of.
  const [seen, setSeen] = useState(item.shelf);
  const theirs = item.shelf;
  const form = useForm({
    id: 'shelf',
    keep: useKeep(`stock-shelf-${item.sku}`, item.shelf),
    initial: { shelf: item.shelf },
    send: async ({ shelf }) => {
      await set.mutateAsync({ sku: item.sku, shelf, seen });
      onClose();
    },
  });
  return (
    <Dialog title={t`Where does ${name} lie?`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        {item.shelf !== seen && (
          <Notice
            tone="warning"
            isLive
            title={t`Somebody has moved it meanwhile`}
            actions={<Button small onPress={() => setSeen(item.shelf)}>{t`Keep what I have written`}</Button>}
          >
            <p>{theirs === '' ? t`It now lies nowhere in particular.` : t`It now lies at: ${theirs}`}</p>
          </Notice>
        )}
        <Field
          {...form.field('shelf')}
          label={t`Shelf`}
          hint={t`As it is marked, for example A 3. Pick lists go from shelf to shelf.`}
          maxLength={20}
          optional
          short
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function ThresholdDialog({ item, onClose }: Props) {
  const { name } = item;
  const { t } = useLingui();
  const check = usePieces();
  const set = useItemCall('stock/set_threshold');
  // As it was when the dialog was opened, until a colleague’s change has been told of.
  const [seen, setSeen] = useState(item.threshold);
  const format = useFormat();
  const theirs = item.threshold === null ? '' : format.number(item.threshold);
  const form = useForm({
    id: 'warn',
    keep: useKeep(`stock-warn-${item.sku}`, String(item.threshold)),
    initial: { threshold: item.threshold === null ? '' : String(item.threshold) },
    check: ({ threshold: text }) => ({ threshold: text.trim() === '' ? undefined : check(text) }),
    send: async ({ threshold: text }) => {
      await set.mutateAsync({ sku: item.sku, threshold: pieces(text) ?? null, seen });
      onClose();
    },
  });
  return (
    <Dialog title={t`When does ${name} run low?`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        {item.threshold !== seen && (
          <Notice
            tone="warning"
            isLive
            title={t`Somebody has set this level meanwhile`}
            actions={<Button small onPress={() => setSeen(item.threshold)}>{t`Keep what I have chosen`}</Button>}
          >
            <p>{theirs === '' ? t`It no longer warns.` : t`It now warns at: ${theirs}`}</p>
          </Notice>
        )}
        <Field
          {...form.field('threshold')}
          label={t`Warn at this many pieces to sell`}
          hint={t`It then stands on ‘Today’. Leave it empty for no warning.`}
          inputMode="numeric"
          optional
          short
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function ReceiveDialog({ arrival, item: { name }, onClose }: Props & { arrival: StockArrival }) {
  const { t } = useLingui();
  const check = usePieces();
  const receive = useItemCall('stock/receive');
  const form = useForm({
    id: 'receive',
    keep: useKeep(`stock-receive-${arrival.id}`),
    initial: { pieces: String(arrival.pieces), rest: 'yes' },
    check: (values) => ({ pieces: check(values.pieces) }),
    send: async ({ pieces: text, rest }) => {
      await receive.mutateAsync({ id: arrival.id, pieces: pieces(text) ?? 0, rest_comes: rest === 'yes' });
      toast(t`They are on the shelf and can be sold.`);
      onClose();
    },
  });
  const isShort = (pieces(form.values.pieces) ?? arrival.pieces) < arrival.pieces;
  return (
    <Dialog title={t`Receive ${name}`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <Field {...form.field('pieces')} label={t`Pieces that have come`} inputMode="numeric" short />
        {isShort && (
          <CheckField
            id="receive-rest"
            checked={form.values.rest === 'yes'}
            onChange={(isOn) => form.set('rest', isOn ? 'yes' : '')}
          >
            <Trans>The rest still comes</Trans>
          </CheckField>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Put on the shelf`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
