/** What the house has noted of a customer; a note that is begun waits on this device until it is added. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useCustomerCall } from '../../api/customers';
import { useColleagues, useSeenByOpening } from '../../api/mentions';
import { useSelf } from '../../api/queries';
import type { CustomerDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { keepDraft, readDraft } from '../../parts/draft';
import { Form, useForm } from '../../parts/Form';
import { MentionField } from '../../parts/MentionField';
import { kept } from '../../parts/mentions';
import { NoteText } from '../../parts/NoteText';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './CustomerScreen.module.css';

export function Notes({ customer }: { customer: CustomerDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { key, notes, can, mentions } = customer;
  useSeenByOpening('customer', key, mentions);
  return (
    <Section id="customer-notes" title={t`Notes`}>
      {notes.length === 0 && (
        <p className={styles.quiet}>
          <Trans>Nothing is noted yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {notes.map(({ at, author, text, mentioned }) => (
          <li key={at + text} className={styles.message}>
            <p className={styles.text}>
              <NoteText text={text} mentioned={mentioned} />
            </p>
            <p className={styles.quiet}>
              {author} · {format.time(Date.parse(at))}
            </p>
          </li>
        ))}
      </ul>
      {can.change && <NoteForm key={key} customer={key} />}
    </Section>
  );
}

function NoteForm({ customer }: { customer: string }) {
  const { t } = useLingui();
  const self = useSelf().id;
  const place = `customer-note-${customer}`;
  const add = useCustomerCall('customer/note');
  const people = useColleagues('customer');
  const form = useForm({
    id: 'customer-note',
    initial: { text: readDraft(self, place) },
    check: ({ text }) => ({ text: text.trim() ? undefined : t`Write the note first.` }),
    send: async ({ text }) => {
      await add.mutateAsync({ key: customer, text: kept(text.trim(), people) });
      form.reset({ text: '' });
    },
  });
  const { text } = form.values;
  useEffect(() => keepDraft(self, place, text), [self, place, text]);
  return (
    <Form form={form} label={t`Note for the house`}>
      <MentionField
        {...form.field('text')}
        label={t`Note for the house`}
        hint={t`Not shown in the shop. Whoever asks for their data gets it with them. @ names a colleague, who finds it among their duties.`}
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
