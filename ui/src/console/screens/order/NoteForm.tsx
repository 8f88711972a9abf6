import { useLingui } from '@lingui/react/macro';
import { useOrderCall } from '../../api/orders';
import { Button } from '../../parts/Button';
import { Form, useForm } from '../../parts/Form';
import { TextAreaField } from '../../parts/MoreFields';
import styles from './OrderScreen.module.css';

export function NoteForm({ number }: { number: string }) {
  const { t } = useLingui();
  const add = useOrderCall('order/note');
  const form = useForm({
    id: 'note',
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() ? undefined : t`Write the note first.` }),
    send: async ({ text }) => {
      await add.mutateAsync({ number, text: text.trim() });
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
      <div className={styles.noteActions}>
        <Button type="submit" small isPending={form.isBusy}>
          {form.isBusy ? t`Saving…` : t`Add the note`}
        </Button>
      </div>
    </Form>
  );
}
