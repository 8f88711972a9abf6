import { useLingui } from '@lingui/react/macro';
import { useColleagues } from '../../api/mentions';
import { useOrderCall } from '../../api/orders';
import { Button } from '../../parts/Button';
import { Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { MentionField } from '../../parts/MentionField';
import { kept } from '../../parts/mentions';
import styles from './OrderScreen.module.css';

export function NoteForm({ number }: { number: string }) {
  const { t } = useLingui();
  const add = useOrderCall('order/note');
  const people = useColleagues('order');
  const form = useForm({
    id: 'note',
    keep: useKeep(`order-note-${number}`),
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() ? undefined : t`Write the note first.` }),
    send: async ({ text }) => {
      await add.mutateAsync({ number, text: kept(text.trim(), people) });
      form.reset();
    },
  });
  return (
    <Form form={form} label={t`Note for the house`}>
      <MentionField
        {...form.field('text')}
        label={t`Note for the house`}
        hint={t`Customers never see it. @ names a colleague, who finds it among their duties.`}
        people={people}
      />
      <div className={styles.noteActions}>
        <Button type="submit" small isPending={form.isBusy}>
          {form.isBusy ? t`Saving…` : t`Add the note`}
        </Button>
      </div>
    </Form>
  );
}
