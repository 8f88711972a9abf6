/** One's own passkeys: add, rename, remove. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { addPasskey, usePasskeyPlace } from '../../api/passkeys';
import { setPasskeys, usePasskeyCall, usePasskeys } from '../../api/queries';
import type { PasskeyItem, Passkeys } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { Dialog } from '../../parts/Dialog';
import { Badge, EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { type Action, Menu } from '../../parts/Menu';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { NoPasskeys } from '../../parts/Ways';

/** Letters of a name. */
const NAME_MAX = 50;

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; item: PasskeyItem };

export function PasskeysSection() {
  const { t } = useLingui();
  const isOffered = usePasskeyPlace() === 'here';
  const { data, error, refetch } = usePasskeys();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isFull = data ? data.items.length >= data.most : true;
  return (
    <Section
      id="passkeys"
      title={t`Passkeys`}
      lead={t`A passkey opens the console with the fingerprint, face or PIN of your device. It cannot be guessed, and it gives nothing to a forged page.`}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data?.items.some((item) => item.is_last_way) && (
        <Notice tone="warning" title={t`This passkey is your only way in`}>
          <Trans>Add a second one on another device: whoever loses the only one needs a new invitation.</Trans>
        </Notice>
      )}
      {data &&
        (data.items.length > 0 ? (
          <PasskeyTable {...data} onOpen={setOpen} />
        ) : (
          <EmptyState title={t`You have no passkey yet`}>
            {isOffered && <Trans>With one you sign in without password and code.</Trans>}
          </EmptyState>
        ))}
      {isOffered ? (
        <Actions>
          <Button icon="plus" isDisabled={isFull} onPress={() => setOpen({ kind: 'add' })}>
            {t`Add a passkey`}
          </Button>
        </Actions>
      ) : (
        <NoPasskeys />
      )}
      {open?.kind === 'add' && <AddDialog onClose={close} />}
      {open?.kind === 'rename' && <RenameDialog item={open.item} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog item={open.item} onClose={close} />}
    </Section>
  );
}

function PasskeyTable({ items, onOpen }: Passkeys & { onOpen: (open: Open) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const actions = (item: PasskeyItem): Action[] => {
    const list: Action[] = [
      { id: 'rename', label: t`Rename…`, icon: 'edit', onAction: () => onOpen({ kind: 'rename', item }) },
    ];
    if (!item.is_last_way) {
      const onAction = () => onOpen({ kind: 'remove', item });
      list.push({ id: 'remove', label: t`Remove…`, icon: 'close', isDanger: true, onAction });
    }
    return list;
  };
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Name`}</th>
          <th scope="col">{t`Added`}</th>
          <th scope="col">{t`Last used`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const { id, name, host, is_usable: isUsable, created_at: createdAt, used_at: usedAt } = item;
          return (
            <tr key={id}>
              <th scope="row">
                {name}
                {!isUsable && (
                  <>
                    {' '}
                    <Badge tone="warning">{t`Not usable here`}</Badge>
                    <span className={table.quiet}>{t`made for ${host}, which was the console’s address then`}</span>
                  </>
                )}
              </th>
              <td data-label={t`Added`}>{format.time(createdAt)}</td>
              <td data-label={t`Last used`}>{usedAt === null ? t`Never` : format.ago(usedAt)}</td>
              <td className={`${table.end} ${table.corner}`}>
                <Menu
                  label={t`Actions for ${name}`}
                  trigger={<IconButton icon="more" aria-label={t`Actions for ${name}`} data-row="" />}
                  actions={actions(item)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function useNameForm(id: string, name: string, send: (name: string) => Promise<unknown>) {
  const { t } = useLingui();
  return useForm({
    id,
    initial: { name },
    check: (values) => ({ name: values.name.trim() ? undefined : t`Enter a name for this passkey.` }),
    send: (values) => send(values.name.trim()),
  });
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useNameForm('passkey', '', async (name) => {
    const keys = await addPasskey(name);
    // Declined: the name stays, and the button asks again.
    if (!keys) return;
    setPasskeys(keys);
    toast(t`The passkey ‘${name}’ is added.`);
    onClose();
  });
  return (
    <Dialog title={t`Add a passkey`} isOpen onClose={onClose} holdsInput>
      <p>
        <Trans>
          The browser asks next where the passkey is kept: on this device, in a password manager, on your phone or on a
          security key.
        </Trans>
      </p>
      <Form form={form}>
        <Field
          {...form.field('name')}
          label={t`Name`}
          hint={t`So that you recognise it in the list, for example ‘Laptop at reception’`}
          autoComplete="off"
          maxLength={NAME_MAX}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Waiting for your passkey…` : t`Create the passkey`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function RenameDialog({ item: { id, name: before }, onClose }: { item: PasskeyItem; onClose: () => void }) {
  const { t } = useLingui();
  const rename = usePasskeyCall('passkey/rename');
  const form = useNameForm('passkey-rename', before, async (name) => {
    await rename.mutateAsync({ id, name });
    onClose();
  });
  return (
    <Dialog title={t`Rename the passkey`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <Field {...form.field('name')} label={t`Name`} autoComplete="off" maxLength={NAME_MAX} />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ item: { id, name }, onClose }: { item: PasskeyItem; onClose: () => void }) {
  const { t } = useLingui();
  const call = usePasskeyCall('passkey/remove');
  const onSuccess = () => {
    toast(t`The passkey ‘${name}’ is removed.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t`Remove the passkey ‘${name}’?`}
      action={t`Remove`}
      call={call}
      onConfirm={() => call.mutate({ id }, { onSuccess })}
      onClose={onClose}
    >
      <Trans>
        It no longer opens the console. Devices that are signed in stay so: end their sessions above if the device is
        lost. The device itself may still list the passkey until you delete it there.
      </Trans>
    </ConfirmDialog>
  );
}
