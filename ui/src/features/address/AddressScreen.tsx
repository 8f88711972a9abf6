/** Address book; one card at a time is edited. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { AddressBook, SavedAddress } from '../../api/types';
import { useCall } from '../../api/useCall';
import { queryValue } from '../../domain/urls';
import { AccountFrame } from '../../layout/AccountFrame';
import { DoneNotice } from '../../layout/DoneNotice';
import { ConfirmDialog } from '../../parts/Dialog';
import { EmptyState, LoadError, Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { draftedForm } from '../../state/formDraft';
import { pushOverlay } from '../../state/history';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { usePageInfo } from '../../state/site';
import { AddressCard } from './AddressCard';
import { Consequences, DeletionPage, useDeletion } from './AddressDeletion';
import { AddressEditor } from './AddressEditor';
import styles from './AddressScreen.module.css';
import { StepButton } from './StepButton';

type Editing = 'new' | number | null;

/** What a form sent without scripts has done. */
const DONE = { saved: 'account.saved', deleted: 'address.deleted' };

/** `?edit=` and `?confirm=` open a step without scripts. */
export default function AddressScreen({ path, search }: ScreenProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const answers = useAnswers();
  const book = useCall('address/index', {});
  const regions = useCall('checkout/region', {});
  const [changes, setChanges] = useState(0);
  const [editing, setEditing] = useEditing(queryValue(search, 'edit'));
  const { form } = usePageInfo();
  const sent = form?.call.startsWith('address/') ? form : undefined;
  const [hasErrors, setErrors] = useState(sent !== undefined);
  const { data } = book;
  const edited = data?.items.find((one) => one.id === editing);
  const isEditing = (editing === 'new' || edited !== undefined) && Boolean(data && regions.data);
  const deleting = data?.items.find((one) => String(one.id) === queryValue(search, 'confirm'));
  const title =
    editing === 'new'
      ? t`New address`
      : edited
        ? t`Change the address`
        : deleting
          ? t`Delete this address?`
          : t`Your addresses`;
  usePage({ title, noindex: true, hasErrors: isEditing && hasErrors });

  const take = (answer: AddressBook) => {
    answers.set('address/index', {}, answer);
    answers.invalidate('account/info');
    setChanges((n) => n + 1);
  };
  const finish = () => {
    // The address asks no more. Before the form closes: a navigation waits for the step back of what it closes.
    if (queryValue(search, 'edit')) navigate(path, { replace: true });
    setEditing(null);
  };
  // The pressed button was removed with the card or form.
  useEffect(() => {
    if (changes > 0 && editing === null) focusHeading();
  }, [changes, editing]);
  const failed = (!data && book.error) || (!regions.data && regions.error);
  const isWaiting = !data || !regions.data;

  if (data && regions.data && isEditing) {
    return (
      <AddressEditor
        key={editing}
        title={title}
        address={edited}
        isFirst={data.items.length === 0}
        countries={regions.data}
        onErrors={setErrors}
        onSaved={(answer) => {
          take(answer);
          finish();
        }}
        onCancel={finish}
      />
    );
  }
  return (
    <AccountFrame part="addresses" title={title}>
      <DoneNotice of={DONE} />
      {/* The editor has its own; the address of this one may be gone. */}
      {sent && <Notice tone="error" alert title={say(sent.error)} />}
      <Region busy={isWaiting && !failed}>
        {failed && (
          <LoadError
            error={failed}
            onRetry={() => {
              if (book.error) book.retry();
              if (regions.error) regions.retry();
            }}
          />
        )}
        {(book.slow || regions.slow) && <SlowNotice onCancel={book.cancel} onRetry={book.retry} />}
        {isWaiting && !failed && <Skeleton lines={6} />}
      </Region>
      {data && regions.data && deleting && <DeletionPage address={deleting} onChange={take} />}
      {data && regions.data && !deleting && <Book book={data} onEdit={setEditing} onChange={take} />}
    </AccountFrame>
  );
}

/** The edited address. Back closes the form, like a dialog (U17). */
function useEditing(asked: string): [Editing, (editing: Editing) => void] {
  const [editing, setEditing] = useState<Editing>(asked === 'new' ? asked : Number(asked) || null);
  const release = useRef<() => void>(undefined);

  // After a login the drafted form is reopened.
  useEffect(() => {
    const id = /^address (new|\d+)$/.exec(draftedForm())?.[1];
    if (id) setEditing(id === 'new' ? id : Number(id));
  }, []);
  const isOpen = editing !== null;
  useEffect(() => {
    if (!isOpen) return;
    const close = pushOverlay(() => setEditing(null));
    release.current = close;
    return close;
  }, [isOpen]);
  return [editing, setEditing];
}

interface BookProps {
  book: AddressBook;
  onEdit: (editing: Editing) => void;
  onChange: (book: AddressBook) => void;
}

function Book({ book, onEdit, onChange }: BookProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<SavedAddress>();
  const deletion = useDeletion((answer) => {
    setDeleting(undefined);
    onChange(answer);
  });
  const { items, max } = book;
  const isFull = items.length >= max;

  const add = (
    <StepButton
      name="edit"
      value="new"
      variant={items.length > 0 ? 'secondary' : 'primary'}
      disabled={isFull}
      onOpen={() => onEdit('new')}
    >
      <Icon name="plus" size={18} />
      <span>{items.length > 0 ? t`Add an address` : t`Add your first address`}</span>
    </StepButton>
  );
  if (items.length === 0) {
    return (
      <EmptyState title={t`No addresses yet`} actions={add}>
        <p>
          <Trans>Addresses you save here are filled in for you at checkout.</Trans>
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.cards}>
        {items.map((address) => (
          <li key={address.id}>
            <AddressCard
              address={address}
              onEdit={() => onEdit(address.id)}
              onDelete={() => {
                deletion.forget();
                setDeleting(address);
              }}
            />
          </li>
        ))}
      </ul>
      <div className={styles.add}>
        {add}
        {isFull && (
          <p className="small">{t`The book holds ${plural(max, { one: '# address', other: '# addresses' })}.`}</p>
        )}
      </div>
      <ConfirmDialog
        open={deleting !== undefined}
        title={t`Delete this address?`}
        confirmLabel={t`Delete`}
        busy={deletion.busy}
        onConfirm={() => {
          if (deleting) deletion.erase(deleting.id);
        }}
        onCancel={() => setDeleting(undefined)}
      >
        <Consequences address={deleting} error={deletion.error} />
      </ConfirmDialog>
    </>
  );
}
