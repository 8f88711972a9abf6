/** Notes how a withdrawal was dealt with. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useThreadCall } from '../../api/threads';
import type { ThreadDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Actions, Form, useForm } from '../../parts/Form';
import { TextAreaField } from '../../parts/MoreFields';
import styles from './MessageScreen.module.css';

export function CloseDialog({ detail, onClose }: { detail: ThreadDetail; onClose: () => void }) {
  const { t } = useLingui();
  const close = useThreadCall('message/close');
  // What is shown behind the dialog may be read again meanwhile; what was decided on is this.
  const [{ thread, version }] = useState(detail);
  const form = useForm({
    id: 'close',
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() ? undefined : t`Say how the withdrawal was dealt with.` }),
    send: async ({ note }) => {
      await close.mutateAsync({ reference: thread.reference, version, note: note.trim() });
      onClose();
    },
  });
  return (
    <Dialog title={t`How was it dealt with?`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <p className={styles.quiet}>
          <Trans>The note is evidence that the contract has ended, and cannot be changed later.</Trans>
        </p>
        <TextAreaField {...form.field('note')} label={t`Note`} rows={3} />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Close the withdrawal`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
