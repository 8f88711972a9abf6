/** Tells what a copy holds, beside the shop as it is now, and schedules that it is put back. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { scheduleRestore, usePreview } from '../../api/system';
import type { RestorePreview } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Said } from './Said';
import styles from './SystemScreen.module.css';

interface Props {
  name: string;
  onClose: () => void;
}

export function RestoreDialog({ name, onClose }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutate, data: preview, error } = usePreview();
  // Asked once, however often React mounts it.
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate(name);
  }, [mutate, name]);
  return (
    <Dialog title={t`Put ${name} back?`} isOpen onClose={onClose} isAlert holdsInput wide>
      {error && (
        <>
          <Notice tone="error" isLive title={say(error)} />
          <Actions>
            <Button onPress={onClose}>{t`Close`}</Button>
          </Actions>
        </>
      )}
      {!preview && !error && <p role="status">{t`The copy is being read from beginning to end…`}</p>}
      {preview && <Told preview={preview} onClose={onClose} />}
    </Dialog>
  );
}

function Told({ preview, onClose }: { preview: RestorePreview; onClose: () => void }) {
  const canReturn = preview.damage === null && ['same', 'older'].includes(preview.schema_age);
  return (
    <>
      <Verdict preview={preview} />
      {preview.copy && <Compared preview={preview} />}
      {canReturn ? <Schedule preview={preview} onClose={onClose} /> : <Closed onClose={onClose} />}
    </>
  );
}

function Closed({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Actions>
      <Button onPress={onClose}>{t`Close`}</Button>
    </Actions>
  );
}

function Verdict({ preview: { damage, schema_age, orders_lost: lost } }: { preview: RestorePreview }) {
  const { t } = useLingui();
  if (damage !== null) {
    return (
      <Notice tone="error" isLive title={t`This copy is damaged. Choose another one.`}>
        <Said text={damage} />
      </Notice>
    );
  }
  if (schema_age === 'unknown')
    return <Notice tone="error" isLive title={t`This file holds no shop. Choose another copy.`} />;
  if (schema_age === 'newer') {
    return (
      <Notice tone="error" isLive title={t`This copy was made by a newer version of the shop`}>
        <Trans>Have that version installed first, or choose another copy.</Trans>
      </Notice>
    );
  }
  return (
    <>
      {lost > 0 && (
        <Notice
          tone="warning"
          isLive
          title={t({
            message: `Orders that would be lost: ${lost}`,
          })}
        >
          <Plural
            value={lost}
            one="It was placed after this copy was made. It stays in the copy that is made of the shop just before, but not in the shop."
            other="They were placed after this copy was made. They stay in the copy that is made of the shop just before, but not in the shop."
          />
        </Notice>
      )}
      <p className={styles.quiet}>
        {schema_age === 'older' ? (
          <Trans>
            The copy was read from beginning to end and is sound. It is older than the program, and is brought up to
            date.
          </Trans>
        ) : (
          <Trans>The copy was read from beginning to end and is sound.</Trans>
        )}
      </p>
    </>
  );
}

function Compared({ preview: { copy, now, made_at, pictures, picture_bytes: bytes } }: { preview: RestorePreview }) {
  const { t } = useLingui();
  const format = useFormat();
  if (!copy) return null;
  const placed = (at: string | null) => (at ? format.time(Date.parse(at)) : '');
  return (
    <table className={`${table.table} ${styles.compared}`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t`In the copy`}</th>
          <th scope="col">{t`In the shop now`}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t`Made`}</th>
          <td data-label={t`In the copy`}>{format.time(Date.parse(made_at))}</td>
          <td data-label={t`In the shop now`}>–</td>
        </tr>
        <tr>
          <th scope="row">{t`Orders`}</th>
          <td data-label={t`In the copy`}>{format.number(copy.orders)}</td>
          <td data-label={t`In the shop now`}>{format.number(now.orders)}</td>
        </tr>
        <tr>
          <th scope="row">{t`Last order`}</th>
          <td data-label={t`In the copy`}>
            {copy.last_order ?? '–'} <span className={table.quiet}>{placed(copy.last_order_at)}</span>
          </td>
          <td data-label={t`In the shop now`}>
            {now.last_order ?? '–'} <span className={table.quiet}>{placed(now.last_order_at)}</span>
          </td>
        </tr>
        <tr>
          <th scope="row">{t`Customers`}</th>
          <td data-label={t`In the copy`}>{format.number(copy.customers)}</td>
          <td data-label={t`In the shop now`}>{format.number(now.customers)}</td>
        </tr>
        <tr>
          <th scope="row">{t`Pictures`}</th>
          <td data-label={t`In the copy`}>
            {pictures > 0 ? `${format.number(pictures)}, ${format.bytes(bytes)}` : '–'}
          </td>
          <td data-label={t`In the shop now`}>–</td>
        </tr>
      </tbody>
    </table>
  );
}

function Schedule({ preview: { name, tonight_at }, onClose }: { preview: RestorePreview; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const night = format.time(Date.parse(tonight_at));
  const form = useForm({
    id: 'restore',
    initial: { confirm: '', when: 'tonight' },
    check: ({ confirm }) => ({
      confirm: confirm.trim() === name ? undefined : t`Type the name of the copy exactly as it is shown.`,
    }),
    send: async ({ confirm, when }) => {
      const { due_at } = await scheduleRestore({ name, confirm: confirm.trim(), tonight: when === 'tonight' });
      const at = format.time(Date.parse(due_at));
      toast(t`${name} is put back on ${at}. Until then it can be called off.`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <p className={styles.quiet}>
        <Trans>
          The shop closes for a few minutes and tells shoppers so. A copy of what is there now is made and kept first.
          If anything goes wrong, the shop goes on with what it has and says why. Afterwards everybody signs in again.
        </Trans>
      </p>
      <SelectField
        {...form.field('when')}
        label={t`When`}
        options={[
          { value: 'tonight', label: t`At night: ${night}` },
          { value: 'now', label: t`Now, in ten seconds` },
        ]}
      />
      <Field
        {...form.field('confirm')}
        label={t`Name of the copy`}
        hint={t`Type ${name} to confirm.`}
        autoComplete="off"
      />
      <Actions>
        <Button type="submit" variant="danger" isPending={form.isBusy}>
          {form.isBusy ? t`Sending…` : t`Put the copy back`}
        </Button>
        <Button onPress={onClose}>{t`Leave everything as it is`}</Button>
      </Actions>
    </Form>
  );
}
