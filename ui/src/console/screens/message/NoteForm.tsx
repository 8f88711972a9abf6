import { useLingui } from '@lingui/react/macro';
import { useThreadCall } from '../../api/threads';
import { Button } from '../../parts/Button';
import { Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { TextAreaField } from '../../parts/MoreFields';
import styles from './MessageScreen.module.css';

export function NoteForm({ reference }: { reference: string }) {
  const { t } = useLingui();
  const add = useThreadCall('message/note');
  const form = useForm({
    id: 'note',
    keep: useKeep(`message-note-${reference}`),
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() ? undefined : t`Write the note first.` }),
    send: async ({ text }) => {
      await add.mutateAsync({ reference, text: text.trim() });
      form.reset();
    },
  });
  return (
    <Form form={form} label={t`Note for the house`}>
      <TextAreaField
        {...form.field('text')}
        label={t`Note for the house`}
        hint={t`Customers never see it.`}
        isPlain
        rows={2}
      />
      <div className={styles.buttons}>
        <Button type="submit" small isPending={form.isBusy}>
          {form.isBusy ? t`Saving…` : t`Add the note`}
        </Button>
      </div>
    </Form>
  );
}
