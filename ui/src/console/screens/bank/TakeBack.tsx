/** All that was booked from a statement, taken back: the file was the wrong one. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTakeBack } from '../../api/bank';
import type { BankTakenBack } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions, Form, useForm } from '../../parts/Form';
import { TextAreaField } from '../../parts/MoreFields';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './BankScreen.module.css';

export function TakeBack({ statement }: { statement: number }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [taken, setTaken] = useState<BankTakenBack>();
  return (
    <>
      <div>
        <Button small variant="quiet" onPress={() => setOpen(true)}>{t`Take these bookings back…`}</Button>
      </div>
      {taken && <Outcome taken={taken} />}
      {isOpen && (
        <TakeBackDialog
          statement={statement}
          onDone={(done) => {
            setTaken(done);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface DialogProps {
  statement: number;
  onDone: (taken: BankTakenBack) => void;
  onClose: () => void;
}

function TakeBackDialog({ statement, onDone, onClose }: DialogProps) {
  const { t } = useLingui();
  const takeBack = useTakeBack();
  const form = useForm({
    id: 'take-back',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t`Enter what the mistake was.` }),
    send: async ({ reason }) => {
      onDone(await takeBack.mutateAsync({ statement_id: statement, reason: reason.trim() }));
    },
  });
  return (
    <Dialog title={t`Take all bookings of this statement back?`} isOpen onClose={onClose} isAlert holdsInput>
      <p className={styles.dialogLead}>
        <Trans>
          Each of its payments of the last day is taken back at once: the orders wait for their money again, and the
          movements are open. Nobody is written to. You are told which could not be taken back.
        </Trans>
      </p>
      <Form form={form}>
        <TextAreaField {...form.field('reason')} label={t`Reason`} hint={t`Kept with each payment.`} rows={2} />
        <Actions>
          <Button type="submit" variant="danger" isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : t`Take them back`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function Outcome({ taken }: { taken: BankTakenBack }) {
  const format = useFormat();
  const say = useMessageText();
  const { taken_back: count, left } = taken;
  return (
    <Notice tone={left.length > 0 ? 'warning' : 'success'} isLive>
      <p>
        <Plural
          value={count}
          _0="No payment was taken back."
          one="# payment was taken back."
          other="# payments were taken back."
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
    </Notice>
  );
}
