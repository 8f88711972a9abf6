/** Deletion of an address: by a dialog, or on a page of its own where there are no scripts. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { AddressBook, SavedAddress } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import { PostForm } from '../../layout/PostForm';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { useLang } from '../../state/site';
import styles from './AddressScreen.module.css';

/** Makes the call once at a time. */
export function useDeletion(onDeleted: (book: AddressBook) => void) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const erase = (id: number) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    call('address/delete', { id })
      .then((book) => {
        onDeleted(book);
        notify.success({ id: 'address.deleted' });
      })
      .catch((reason) => setError(notify.refusal(reason)))
      .finally(() => setBusy(false));
  };
  return { busy, error, erase, forget: () => setError(undefined) };
}

/** The address, and what its deletion changes. */
export function Consequences({ address, error }: { address: SavedAddress | undefined; error: ApiError | undefined }) {
  const say = useMessageText();
  return (
    <>
      {error && <Notice tone="error" alert title={say(error)} />}
      <address>
        {address?.lines.map((line, at) => (
          <span key={at}>{line}</span>
        ))}
      </address>
      {(address?.default_shipping || address?.default_billing) && (
        <p className={styles.note}>
          <Trans>
            It is preselected at checkout. Once deleted, no address will be preselected until you choose another.
          </Trans>
        </p>
      )}
      <p className={styles.note}>
        <Trans>Orders already placed to it are not affected.</Trans>
      </p>
    </>
  );
}

/** The question as a page. */
export function DeletionPage({ address, onChange }: { address: SavedAddress; onChange: (book: AddressBook) => void }) {
  const { t } = useLingui();
  const list = accountUrls.addresses(useLang());
  const { busy, error, erase } = useDeletion((book) => {
    onChange(book);
    navigate(list, { replace: true });
  });
  return (
    <PostForm
      call="address/delete"
      then={`${list}?done=deleted`}
      className={styles.form}
      onSubmit={() => erase(address.id)}
    >
      <input type="hidden" name="id" value={String(address.id)} />
      <div>
        <Consequences address={address} error={error} />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {t`Delete`}
        </Button>
        <ButtonLink variant="secondary" href={list}>{t`Cancel`}</ButtonLink>
      </div>
    </PostForm>
  );
}
