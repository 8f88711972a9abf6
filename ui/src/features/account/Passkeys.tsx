/** Passkeys beside the password: add, rename, remove. Adding and removing asks who is there, by password or passkey. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { Answer, Args } from '../../api/types';
import { useCall } from '../../api/useCall';
import { trim } from '../../domain/validate';
import { Button } from '../../parts/Button';
import { LoadError, Notice, Region, Skeleton } from '../../parts/Feedback';
import { PasswordField } from '../../parts/PasswordField';
import { ScriptedForm } from '../../parts/ScriptedForm';
import { Field } from '../../parts/TextField';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { make, sign, usePasskeysOffered } from '../../state/passkeys';
import { useTimestampFormat } from '../../state/timestampFormat';
import { showToast } from '../../state/toast';
import { type Problems, problemsIn, useForm } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './Security.module.css';

type List = Answer<'account/passkeys'>;
type Item = List['items'][number];
/** The current password, or what a passkey has signed. */
type Proof = Pick<Args<'account/remove_passkey'>, 'current_password' | 'proof'>;
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; id: number };

/** Letters of a name. */
const NAME_MAX = 50;

export function Passkeys() {
  const { t } = useLingui();
  const answers = useAnswers();
  const isOffered = usePasskeysOffered();
  const first = useCall('account/passkeys', {});
  const [open, setOpen] = useState<Open>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items } = first.data ?? {};
  if (items?.length === 0 && !isOffered) return null;

  const close = (list?: List, done?: string) => {
    setOpen(undefined);
    if (list) answers.set('account/passkeys', {}, list);
    if (done) showToast(done, 'success');
    // The form that had the focus is gone.
    heading.current?.focus();
  };
  const canProve = isOffered && items?.some((item) => item.is_usable) === true;

  return (
    <section className={styles.section} aria-labelledby="edit-passkeys">
      <h2 id="edit-passkeys" ref={heading} tabIndex={-1} className="subheading">{t`Passkeys`}</h2>
      <p className={styles.note}>
        <Trans>Log in with the fingerprint, face or PIN of your device. Your password keeps working.</Trans>
      </p>
      {!items && (
        <Region busy={first.loading}>
          {first.error && <LoadError error={first.error} onRetry={first.retry} />}
          {first.loading && <Skeleton lines={2} />}
        </Region>
      )}
      {items && items.length > 0 && (
        <ul className={styles.list}>
          {items.map((item) =>
            open && open.kind !== 'add' && open.id === item.id ? (
              <li key={item.id} data-open="">
                {open.kind === 'rename' ? (
                  <RenameForm item={item} onDone={close} />
                ) : (
                  <RemoveForm item={item} canProve={canProve} onDone={close} />
                )}
              </li>
            ) : (
              <Row key={item.id} item={item} onOpen={(kind) => setOpen({ kind, id: item.id })} />
            ),
          )}
        </ul>
      )}
      {items && isOffered && open?.kind === 'add' && <AddForm canProve={canProve} onDone={close} />}
      {items && isOffered && open?.kind !== 'add' && (
        <Button variant="secondary" onClick={() => setOpen({ kind: 'add' })}>
          {t`Add a passkey`}
        </Button>
      )}
    </section>
  );
}

function Row({ item, onOpen }: { item: Item; onOpen: (kind: 'rename' | 'remove') => void }) {
  const { t } = useLingui();
  const timestamps = useTimestampFormat();
  const { name } = item;
  const added = timestamps.momentDate(item.added_at);
  const used = item.used_at && timestamps.momentDate(item.used_at);
  return (
    <li>
      <p className={styles.name}>{name}</p>
      <p className={styles.note}>
        {used ? t`Added on ${added}, last used on ${used}` : t`Added on ${added}, not used yet`}
      </p>
      {!item.is_usable && (
        <p className={styles.note}>
          <Trans>Made for a former address of this shop: it no longer works.</Trans>
        </p>
      )}
      <div className={styles.actions}>
        <Button small variant="quiet" aria-label={t`Rename: ${name}`} onClick={() => onOpen('rename')}>
          {t`Rename`}
        </Button>
        <Button small variant="quiet" aria-label={t`Remove: ${name}`} onClick={() => onOpen('remove')}>
          {t`Remove`}
        </Button>
      </div>
    </li>
  );
}

interface FormProps {
  /** Names the fields. */
  id: string;
  heading: string;
  intro?: ReactNode;
  /** The name as it is; undefined where none is asked for. */
  name?: string;
  /** Who is there is asked for: by password, or by a passkey where there is one. */
  proof?: { canProve: boolean };
  submitLabel: string;
  busyLabel: string;
  /** Makes the calls; without an answer the visitor has declined. */
  send: (name: string, proof: Proof) => Promise<List | undefined>;
  done?: string;
  onDone: (list?: List, done?: string) => void;
}

interface Values {
  name: string;
  current_password: string;
}

function PasskeyForm({ id, heading, intro, name, proof, submitLabel, busyLabel, send, done, onDone }: FormProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const [byPasskey, setByPasskey] = useState(false);
  const asksPassword = proof !== undefined && !byPasskey;
  const names = [
    ...(name === undefined ? [] : ['name' as const]),
    ...(asksPassword ? ['current_password' as const] : []),
  ];
  const check = (values: Values): Problems<Values> =>
    problemsIn<Values>({
      name: name !== undefined && trim(values.name) === '' ? { id: 'passkey.name_empty' } : null,
      current_password: asksPassword && trim(values.current_password) === '' ? { id: 'password.current_empty' } : null,
    });
  const form = useForm<Values>({ name: name ?? '', current_password: '' }, check);
  const sending = useFormSubmit({
    form,
    names,
    idOf: (field) => `${id}-${field}`,
    async send(values) {
      let proved: Proof = { current_password: values.current_password };
      if (proof && byPasskey) {
        const signed = await sign(await call('account/proof_options', {}));
        if (!signed) return;
        proved = { proof: signed };
      }
      const list = await send(trim(values.name), proved);
      if (list) onDone(list, done);
    },
  });
  // It opens in the place of the button that was pressed, and has no error summary: the first field takes the focus.
  useEffect(() => document.querySelector<HTMLElement>(`#${id} input`)?.focus(), [id]);
  useEffect(() => {
    if (form.submitCount > 0) document.querySelector<HTMLElement>(`#${id} [aria-invalid]`)?.focus();
  }, [form.submitCount, id]);
  return (
    <ScriptedForm id={id} className={styles.form} aria-labelledby={`${id}-heading`} onSubmit={sending.submit}>
      <h3 id={`${id}-heading`} className={styles.name}>
        {heading}
      </h3>
      {intro}
      {sending.failure && <Notice tone="error" alert title={say(sending.failure)} />}
      {name !== undefined && (
        <Field
          {...sending.text('name')}
          label={t`Name of the passkey`}
          hint={t`So that you recognise it: ‘My phone’`}
          autoComplete="off"
          maxLength={NAME_MAX}
          required
        />
      )}
      {asksPassword && (
        <PasswordField
          {...sending.text('current_password')}
          label={t`Current password`}
          autoComplete="current-password"
        />
      )}
      {proof?.canProve && (
        <Button small variant="quiet" onClick={() => setByPasskey(!byPasskey)}>
          {byPasskey ? t`Use the password instead` : t`Use a passkey instead`}
        </Button>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" busy={sending.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <Button variant="quiet" onClick={() => onDone()}>
          {t`Cancel`}
        </Button>
      </div>
    </ScriptedForm>
  );
}

type Done = Pick<FormProps, 'onDone'>;

function AddForm({ canProve, onDone }: { canProve: boolean } & Done) {
  const { t } = useLingui();
  return (
    <PasskeyForm
      id="add-passkey"
      heading={t`Add a passkey`}
      name=""
      proof={{ canProve }}
      submitLabel={t`Create the passkey`}
      busyLabel={t`Waiting for your passkey…`}
      done={t`The passkey is added.`}
      onDone={onDone}
      send={async (name, proof) => {
        const made = await make(await call('account/passkey_options', { name, ...proof }));
        return made && call('account/add_passkey', { name, ...made });
      }}
    />
  );
}

function RenameForm({ item: { id, name }, onDone }: { item: Item } & Done) {
  const { t } = useLingui();
  return (
    <PasskeyForm
      id="rename-passkey"
      heading={t`Rename: ${name}`}
      name={name}
      submitLabel={t`Save`}
      busyLabel={t`Saving…`}
      onDone={onDone}
      send={(changed) => call('account/rename_passkey', { id, name: changed })}
    />
  );
}

function RemoveForm({ item: { id, name }, canProve, onDone }: { item: Item; canProve: boolean } & Done) {
  const { t } = useLingui();
  return (
    <PasskeyForm
      id="remove-passkey"
      heading={t`Remove: ${name}`}
      intro={
        <p className={styles.note}>
          <Trans>You can no longer log in with it. Your device may list it until you delete it there, too.</Trans>
        </p>
      }
      proof={{ canProve }}
      submitLabel={t`Remove`}
      busyLabel={t`One moment…`}
      done={t`The passkey is removed.`}
      onDone={onDone}
      send={(_, proof) => call('account/remove_passkey', { id, ...proof })}
    />
  );
}
