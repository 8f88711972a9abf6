/** An address that was mistyped. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ask } from '../../api/deeds';
import { useMay } from '../../api/queries';
import type { OrderDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { useChecks } from '../../parts/check';
import { Field } from '../../parts/Field';
import { DeedDialog } from './DeedDialog';
import styles from './Side.module.css';
import { useDeedForm } from './useDeedForm';

export function CorrectEmail({ order, isLocked }: { order: OrderDetail; isLocked: boolean }) {
  const { t } = useLingui();
  const may = useMay('orders_change');
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <div className={styles.correct}>
      <Button
        small
        variant="quiet"
        isDisabled={isLocked}
        aria-label={t`Correct the email address…`}
        onPress={() => setOpen(true)}
      >
        {t`Correct…`}
      </Button>
      {isOpen && <EmailDialog order={order} onClose={() => setOpen(false)} />}
    </div>
  );
}

function EmailDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useLingui();
  const checks = useChecks();
  const { number } = order;
  const form = useDeedForm({
    id: 'email',
    order,
    initial: { email: order.email },
    check: ({ email }) => ({
      email: email.trim() === order.email ? t`This is the address that the order has already.` : checks.email(email),
    }),
    run: ({ email }, seen) => ask('order/set_email', { ...seen, email: email.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Correct the email address of ${number}`}
      lead={
        <>
          <p>
            <Trans>
              Links in emails to the former address stop working, and emails that have not left yet are written anew.
            </Trans>
          </p>
          {order.customer_id !== null && (
            <p>
              <Trans>The address of the customer’s account stays as it is.</Trans>
            </p>
          )}
        </>
      }
      form={form}
      submit={t`Correct the address`}
      onClose={onClose}
    >
      <Field
        {...form.field('email')}
        label={t`Email address`}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
      />
    </DeedDialog>
  );
}
