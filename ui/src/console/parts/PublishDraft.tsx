/** Publishes a draft, now or at a time on the shop's clocks. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { asApiError } from '../api/client';
import type { Message } from '../api/types';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Notice } from './Feedback';
import { Field } from './Field';
import { Actions, Form, useForm } from './Form';
import styles from './PublishDraft.module.css';
import { useMessageText } from './text';
import { toast } from './toasts';

/** Lines of what is not ready that are shown. */
const SHOWN = 8;

interface Props {
  title: string;
  /** The shop's time zone. */
  zone: string;
  isDisabled?: boolean;
  /** `at`: null for now. */
  publish: (at: string | null) => Promise<unknown>;
  /** A field in the reader's words, where the screen shows problems beside their fields. */
  name?: (field: string) => string;
  /** What keeps it from being published, by field. */
  onRefused?: (fields: Record<string, Message>) => void;
  onClose: () => void;
  /** What is published. */
  children?: ReactNode;
}

export function PublishDraft({ title, zone, isDisabled, publish, name, onRefused, onClose, children }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const [refused, setRefused] = useState<string[]>([]);
  const form = useForm({
    id: 'publish',
    initial: { at: '' },
    send: async ({ at }) => {
      setRefused([]);
      try {
        await publish(at || null);
      } catch (reason) {
        const { fields } = asApiError(reason);
        const named = Object.entries(fields).filter(([field]) => field !== 'at');
        if (!name || named.length === 0) throw reason;
        setRefused(named.map(([field, message]) => `${name(field)}: ${say(message)}`));
        onRefused?.(fields);
        return;
      }
      toast(at ? t`It is published at its time.` : t`It is published.`);
      onClose();
    },
  });
  const more = refused.length - SHOWN;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form form={form}>
        {refused.length > 0 && (
          <Notice tone="error" isLive title={t`This is not ready to be published`}>
            <ul className={styles.refused}>
              {refused.slice(0, SHOWN).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {more > 0 && (
              <p>{t`${plural(more, { one: 'And # more, marked at its field.', other: 'And # more, marked at their fields.' })}`}</p>
            )}
          </Notice>
        )}
        {children}
        <Field
          {...form.field('at')}
          label={t`At a time`}
          hint={t`On the shop’s clocks (${zone}). Empty: now.`}
          type="datetime-local"
          optional
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={isDisabled ?? false}>
            {t`Publish`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
