/**
 * Asks before a bulk action. Opening it fixes what the action is about, and shows how many that are: what comes into the list
 * later is not touched.
 */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { startRun, usePrepare } from '../api/bulk';
import { useChoices } from '../api/products';
import type { BulkCall, BulkMatching, BulkRun } from '../api/types';
import styles from './BulkDialog.module.css';
import { Button } from './Button';
import { useBulkQuestions } from './bulkQuestions';
import { Dialog } from './Dialog';
import { Notice } from './Feedback';
import { SelectField } from './Field';
import { Actions, Form, useForm } from './Form';
import { TextAreaField } from './MoreFields';
import { useMessageText } from './text';

interface Props {
  call: BulkCall;
  of: BulkMatching;
  onClose: () => void;
  onStarted: (run: BulkRun) => void;
}

export function BulkDialog({ call, of, onClose, onStarted }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useBulkQuestions();
  const { mutate, data: run, error } = usePrepare();
  // Asked once, however often React mounts it.
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({ call, of });
  }, [mutate, call, of]);
  const isDanger = call === 'order/cancel';
  return (
    <Dialog
      title={run ? words.question(call, run.count) : t`Counting…`}
      isOpen
      onClose={onClose}
      isAlert={isDanger}
      holdsInput
      wide
    >
      {error && (
        <>
          <Notice tone="error" isLive title={say(error)} />
          <Actions>
            <Button onPress={onClose}>{t`Close`}</Button>
          </Actions>
        </>
      )}
      {!run && !error && <p role="status">{t`What matches is being counted…`}</p>}
      {run && <Question run={run} isChosen={'chosen' in of} onClose={onClose} onStarted={onStarted} />}
    </Dialog>
  );
}

type QuestionProps = Pick<Props, 'onClose' | 'onStarted'> & {
  run: BulkRun;
  /** They were chosen one by one. */
  isChosen: boolean;
};

function Question({ run, isChosen, onClose, onStarted }: QuestionProps) {
  const { t } = useLingui();
  const words = useBulkQuestions();
  const { call } = run;
  const isOfCategory = call === 'category/add_products' || call === 'category/remove_products';
  const form = useForm({
    id: 'bulk',
    initial: { reason: '', text: '', category: '' },
    check: ({ reason, text, category }) => ({
      category: !isOfCategory || category ? undefined : t`Choose a category.`,
      reason: call !== 'order/cancel' || reason.trim() ? undefined : t`Enter why the orders are canceled.`,
      text: call !== 'order/note' || text.trim() ? undefined : t`Enter the note.`,
    }),
    send: async ({ reason, text, category }) => {
      onStarted(await startRun({ id: run.id, reason: reason.trim(), text: text.trim(), category }));
    },
  });
  const isDeed = call === 'order/cancel' || call === 'order/ship';
  return (
    <>
      <div className={styles.lead}>
        <Effect run={run} />
        {!isChosen && (
          <p>
            <Trans>These are the ones that match now. What comes into the list later is left alone.</Trans>
          </p>
        )}
        {call !== 'pack/papers' && (
          <p>
            <Trans>What somebody changes before its turn comes is left alone, and told at the end.</Trans>
          </p>
        )}
      </div>
      <Form form={form}>
        {call === 'order/cancel' && (
          <TextAreaField
            {...form.field('reason')}
            label={t`Reason`}
            hint={t`The customers are told it too.`}
            rows={2}
          />
        )}
        {call === 'order/complete' && <TextAreaField {...form.field('reason')} label={t`Reason`} optional rows={2} />}
        {call === 'order/note' && <TextAreaField {...form.field('text')} label={t`Note`} rows={3} />}
        {isOfCategory && <CategoryField {...form.field('category')} />}
        {isDeed && (
          <p className={styles.hint}>
            <Trans>
              It goes on in the background, one after the other. Each can be undone for ten seconds, and you can stop
              the rest at any time.
            </Trans>
          </p>
        )}
        <Actions>
          <Button type="submit" variant={call === 'order/cancel' ? 'danger' : 'primary'} isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : words.submit(call)}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </>
  );
}

interface CategoryFieldProps {
  id: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

function CategoryField(field: CategoryFieldProps) {
  const { t } = useLingui();
  const { data: choices } = useChoices();
  const indent = '\u2003';
  const categories = (choices?.categories ?? []).map(({ key, name, depth }) => ({
    value: key,
    label: indent.repeat(depth) + name,
  }));
  return <SelectField {...field} label={t`Category`} options={[{ value: '', label: t`Choose…` }, ...categories]} />;
}

function Effect({ run: { call, files, file_size: size } }: { run: BulkRun }) {
  switch (call) {
    case 'order/cancel':
      return (
        <p>
          <Trans>
            The goods go back into stock, what was paid is refunded, and each customer is told by email. A canceled
            order stays canceled.
          </Trans>
        </p>
      );
    case 'order/ship':
      return (
        <p>
          <Trans>
            All that is left of each order leaves by its own carrier, without a tracking number, and its customer is
            told by email.
          </Trans>
        </p>
      );
    case 'pack/papers':
      return (
        <p>
          <Plural
            value={files}
            one="They are in one file."
            other={`They are cut into # files of at most ${size} orders each, which you print one after the other.`}
          />
        </p>
      );
    case 'product/put_on_sale':
      return (
        <p>
          <Trans>
            Shoppers see them at once. One that lacks what the law or the shop needs stays off, and is told.
          </Trans>
        </p>
      );
    case 'product/take_off_sale':
      return (
        <p>
          <Trans>Shoppers find them no more, and bags lose them. Orders that have them keep them.</Trans>
        </p>
      );
    case 'category/remove_products':
      return (
        <p>
          <Trans>They stay on sale. One whose main category it is has the next of its categories.</Trans>
        </p>
      );
    case 'message/close':
      return (
        <p>
          <Trans>
            Nobody is written to. A withdrawal that is not dealt with stays open: it is closed by itself, with a note.
          </Trans>
        </p>
      );
    case 'message/reopen':
      return (
        <p>
          <Trans>They are due as if they had been written now. Withdrawals and chats stay closed.</Trans>
        </p>
      );
    default:
      return null;
  }
}
