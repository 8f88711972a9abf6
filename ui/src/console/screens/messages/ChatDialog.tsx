/** When the chat is offered. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useChatHours, useSetChatHours } from '../../api/threads';
import type { ChatHours, ChatMode } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { toast } from '../../parts/toasts';
import styles from './MessagesScreen.module.css';

export function ChatDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useChatHours();
  return (
    <Dialog title={t`When is the chat offered?`} isOpen onClose={onClose} holdsInput>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && <Hours hours={data} onClose={onClose} />}
    </Dialog>
  );
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function Hours({ hours, onClose }: { hours: ChatHours; onClose: () => void }) {
  const { t } = useLingui();
  const set = useSetChatHours();
  const check = (text: string) => (TIME.test(text) ? undefined : t`Enter hours and minutes, e.g. 08:00.`);
  const form = useForm({
    id: 'chat',
    initial: { mode: hours.mode as string, opens: hours.opens, closes: hours.closes },
    check: ({ opens, closes }) => ({ opens: check(opens), closes: check(closes) }),
    send: async ({ mode, opens, closes }) => {
      await set.mutateAsync({ version: hours.version, mode: mode as ChatMode, opens, closes });
      toast(t`Saved.`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <SelectField
        {...form.field('mode')}
        label={t`Offered`}
        options={[
          { value: 'hours', label: t`On working days, at these hours` },
          { value: 'staffed', label: t`At these hours, while somebody is there` },
          { value: 'off', label: t`Not at all` },
        ]}
      />
      <Pair>
        <Field {...form.field('opens')} label={t`From`} inputMode="numeric" short />
        <Field {...form.field('closes')} label={t`To`} inputMode="numeric" short />
      </Pair>
      <p className={styles.dialogLead}>
        <Trans>
          Somebody is there while a person who may answer has the console open. Otherwise a mail tells the house that a
          shopper writes.
        </Trans>
      </p>
      <Actions>
        <Button type="submit" variant="primary" isPending={form.isBusy}>
          {form.isBusy ? t`Saving…` : t`Save`}
        </Button>
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Form>
  );
}
