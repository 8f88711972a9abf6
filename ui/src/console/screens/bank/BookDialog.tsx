/** Books a movement on an order that nothing pointed at. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import { useOrderSearch } from '../../api/orders';
import { useMay } from '../../api/queries';
import type { BankLine, OrderRow } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useOrderNames } from '../../parts/orderNames';
import { useSettled } from '../../parts/settled';
import { useFormat } from '../../parts/text';
import styles from './BankScreen.module.css';

/** Milliseconds without a key before a search. */
const PAUSE = 200;
const SHOWN = 6;

export function BookDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const form = useForm({
    id: 'book',
    initial: { order_number: '' },
    check: ({ order_number: number }) => ({
      order_number: number.trim()
        ? undefined
        : t`Enter the number of an order such as 2026-000123, or choose one below.`,
    }),
    send: async ({ order_number }) => {
      const number = order_number.trim();
      await ask('bank/book', { id: line.id, order_number: number }, number);
      onClose();
    },
  });
  const amount = format.money(line.amount, line.currency);
  const payer = line.party || t`Without a name`;
  return (
    <Dialog title={t`Book on an order`} isOpen onClose={onClose} holdsInput>
      <p className={styles.dialogLead}>
        <Trans>
          {amount} from {payer}. Search by number, name, mail address or amount.
        </Trans>
      </p>
      <Form form={form}>
        <Field {...form.field('order_number')} label={t`Order`} autoFocus autoComplete="off" maxLength={60} />
        <Suggestions typed={form.values.order_number} onChoose={(number) => form.set('order_number', number)} />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : t`Book`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function Suggestions({ typed, onChoose }: { typed: string; onChoose: (number: string) => void }) {
  const { t } = useLingui();
  const may = useMay('orders_read');
  const wanted = typed.trim();
  const q = useSettled(wanted, PAUSE);
  const isOn = may && wanted.length > 1 && q.length > 1;
  const { data } = useOrderSearch(q, isOn);
  const found = isOn ? (data?.items.slice(0, SHOWN) ?? []) : [];
  if (isOn && data && found.length === 0) return <p className={styles.quiet} role="status">{t`No order matches`}</p>;
  if (found.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label={t`Orders that match`}>
      {found.map((order) => (
        <Suggestion key={order.number} order={order} isChosen={order.number === wanted} onChoose={onChoose} />
      ))}
    </ul>
  );
}

interface SuggestionProps {
  order: OrderRow;
  isChosen: boolean;
  onChoose: (number: string) => void;
}

function Suggestion({ order, isChosen, onChoose }: SuggestionProps) {
  const names = useOrderNames();
  const format = useFormat();
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={() => onChoose(order.number)}>
        <span className={styles.suggested}>
          <span>
            {order.number} · {order.name}
          </span>
          <span className={styles.quiet}>{names.status(order.status)}</span>
        </span>
        <span>{format.money(order.total, order.currency)}</span>
      </button>
    </li>
  );
}
