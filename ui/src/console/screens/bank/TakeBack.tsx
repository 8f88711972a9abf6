/** What was booked from a statement, taken back: the file was the wrong one. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { useBookings } from '../../api/bank';
import { asApiError } from '../../api/client';
import { ask, useDeeds } from '../../api/deeds';
import type { BankBookings } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { Actions, Form, useForm } from '../../parts/Form';
import { TextAreaField } from '../../parts/MoreFields';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './BankScreen.module.css';

export function TakeBack({ statement }: { statement: number }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const isPending = useDeeds().some(
    ({ call, thing, failure }) => call === 'bank/take_back' && thing === String(statement) && !failure,
  );
  return (
    <>
      <div>
        <Button small variant="quiet" isDisabled={isPending} onPress={() => setOpen(true)}>
          {t`Take these bookings back…`}
        </Button>
      </div>
      {isOpen && <TakeBackDialog statement={statement} onClose={() => setOpen(false)} />}
    </>
  );
}

function TakeBackDialog({ statement, onClose }: { statement: number; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useBookings(statement);
  const form = useForm({
    id: 'take-back',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t`Enter what the mistake was.` }),
    send: async ({ reason }) => {
      try {
        const args = { statement_id: statement, version: data?.version ?? '', reason: reason.trim() };
        await ask('bank/take_back', args);
        onClose();
      } catch (failure) {
        if (asApiError(failure).id === 'bank.bookings_changed') void refetch();
        throw failure;
      }
    },
  });
  const taken = data?.items.filter(({ why }) => !why).length ?? 0;
  return (
    <Dialog title={t`Take all bookings of this statement back?`} isOpen onClose={onClose} isAlert holdsInput>
      <p className={styles.dialogLead}>
        <Trans>
          The orders wait for their money again, and the movements are open. Nobody is written to. You can undo it for
          ten seconds.
        </Trans>
      </p>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data && <Plan items={data.items} taken={taken} />}
      <Form form={form}>
        <TextAreaField {...form.field('reason')} label={t`Reason`} hint={t`Kept with each payment.`} rows={2} />
        <Actions>
          <Button type="submit" variant="danger" isDisabled={taken === 0} isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : t`Take them back`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** How many are taken back, and which stay. */
function Plan({ items, taken }: Pick<BankBookings, 'items'> & { taken: number }) {
  const format = useFormat();
  const say = useMessageText();
  const left = items.flatMap(({ why, ...item }) => (why ? [{ ...item, why }] : []));
  return (
    <>
      <p>
        <Plural
          value={taken}
          _0="No payment can be taken back."
          one="# payment is taken back."
          other="# payments are taken back."
        />
      </p>
      {left.length > 0 && (
        <>
          <p>
            <Trans>These stay booked:</Trans>
          </p>
          <ul>
            {left.map(({ id, order_number: number, amount, currency, why }) => (
              <li key={id}>
                <Link href={`/orders/${number}`}>{number}</Link>, {format.money(amount, currency)}: {say(why)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
