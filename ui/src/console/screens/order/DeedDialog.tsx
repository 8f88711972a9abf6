/** The frame of every deed's form: what is new, the fields, the buttons. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions, Form } from '../../parts/Form';
import styles from './OrderScreen.module.css';
import { TimelineEntry } from './Timeline';
import type { useDeedForm } from './useDeedForm';

interface Props {
  title: string;
  /** What happens, before the fields. */
  lead?: ReactNode;
  form: Omit<ReturnType<typeof useDeedForm<Record<string, string>>>, 'set' | 'field' | 'reset'>;
  submit: string;
  isDanger?: boolean;
  /** Done at once, without the ten seconds. */
  isAtOnce?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

export function DeedDialog({ title, lead, form, submit, isDanger, isAtOnce, onClose, children }: Props) {
  const { t } = useLingui();
  return (
    <Dialog title={title} isOpen onClose={onClose} isAlert={Boolean(isDanger)} holdsInput wide>
      {lead && <div className={styles.dialogLead}>{lead}</div>}
      {form.changes && (
        <Notice
          tone="warning"
          title={t`New on this order`}
          isLive
          actions={form.accept && <Button small onPress={form.accept}>{t`Go on with the order as it is now`}</Button>}
        >
          {form.changes.length > 0 ? (
            <ul className={styles.news}>
              {form.changes.map((entry) => (
                <TimelineEntry key={entry.key} entry={entry} currency={form.seen.currency} withDay isNew />
              ))}
            </ul>
          ) : (
            <Trans>Its status, addresses or lines are not what they were. Close this window to see them.</Trans>
          )}
          <p>
            <Trans>What you typed is still here. Check it, and send it again if it still holds.</Trans>
          </p>
        </Notice>
      )}
      <Form form={form}>
        {children}
        {!isAtOnce && (
          <p className={styles.hint}>
            <Trans>You can undo this for ten seconds; nothing leaves the house before.</Trans>
          </p>
        )}
        <Actions>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : submit}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
