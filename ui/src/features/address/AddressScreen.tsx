/** Address book; one card at a time is edited. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { AddressBook, SavedAddress } from '../../api/types';
import { useCall } from '../../api/useCall';
import { AccountFrame } from '../../layout/AccountFrame';
import { Button } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/Dialog';
import { EmptyState, LoadError, Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { draftedForm } from '../../state/formDraft';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { pushOverlay } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { focusHeading, usePage } from '../../state/page';
import { AddressCard } from './AddressCard';
import { AddressEditor } from './AddressEditor';
import styles from './AddressScreen.module.css';

type Editing = 'new' | number | null;

export default function AddressScreen() {
  const { t } = useLingui();
  const answers = useAnswers();
  const book = useCall('address/index', {});
  const regions = useCall('checkout/region', {});
  const [later, setLater] = useState<AddressBook>();
  const [editing, setEditing] = useEditing();
  const [hasErrors, setErrors] = useState(false);
  const data = later ?? book.data;
  const isEditing = editing !== null && Boolean(data && regions.data);
  const title = editing === 'new' ? t`New address` : editing === null ? t`Your addresses` : t`Change the address`;
  usePage({ title, noindex: true, hasErrors: isEditing && hasErrors });

  const take = (answer: AddressBook) => {
    answers.set('address/index', {}, answer);
    answers.invalidate('account/info');
    setLater(answer);
  };
  // The pressed button was removed with the card or form.
  useEffect(() => {
    if (later && editing === null) focusHeading();
  }, [later, editing]);
  const failed = (!data && book.error) || (!regions.data && regions.error);
  const isWaiting = !data || !regions.data;

  if (data && regions.data && editing !== null) {
    return (
      <AddressEditor
        key={editing}
        title={title}
        address={data.items.find((one) => one.id === editing)}
        isFirst={data.items.length === 0}
        countries={regions.data}
        onErrors={setErrors}
        onSaved={(answer) => {
          take(answer);
          setEditing(null);
        }}
        onCancel={() => setEditing(null)}
      />
    );
  }
  return (
    <AccountFrame part="addresses" title={title}>
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
      {data && regions.data && <Book book={data} onEdit={setEditing} onChange={take} />}
    </AccountFrame>
  );
}

/** The edited address. Back closes the form, like a dialog (U17). */
function useEditing(): [Editing, (editing: Editing) => void] {
  const [editing, setEditing] = useState<Editing>(null);
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
  const say = useMessageText();
  const notify = useNotify();
  const [deleting, setDeleting] = useState<SavedAddress>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const { items, max } = book;
  const isFull = items.length >= max;

  const erase = () => {
    if (!deleting || busy) return;
    setBusy(true);
    setError(undefined);
    call('address/delete', { id: deleting.id })
      .then((answer) => {
        setDeleting(undefined);
        onChange(answer);
        notify.success({ id: 'address.deleted' });
      })
      .catch((reason) => setError(notify.refusal(reason)))
      .finally(() => setBusy(false));
  };

  const add = (
    <Button variant={items.length > 0 ? 'secondary' : 'primary'} disabled={isFull} onClick={() => onEdit('new')}>
      <Icon name="plus" size={18} />
      <span>{items.length > 0 ? t`Add an address` : t`Add your first address`}</span>
    </Button>
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
  const isDefault = deleting?.default_shipping || deleting?.default_billing;
  return (
    <>
      <ul className={styles.cards}>
        {items.map((address) => (
          <li key={address.id}>
            <AddressCard
              address={address}
              onEdit={() => onEdit(address.id)}
              onDelete={() => {
                setError(undefined);
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
        busy={busy}
        onConfirm={erase}
        onCancel={() => setDeleting(undefined)}
      >
        {error && <Notice tone="error" alert title={say(error)} />}
        <address>
          {deleting?.lines.map((line, at) => (
            <span key={at}>{line}</span>
          ))}
        </address>
        {isDefault && (
          <p className={styles.note}>
            <Trans>
              It is preselected at checkout. Once deleted, no address will be preselected until you choose another.
            </Trans>
          </p>
        )}
        <p className={styles.note}>
          <Trans>Orders already placed to it are not affected.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
