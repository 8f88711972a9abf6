/** One customer: an account, or a guest, with what belongs to them and what they may ask for. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { call } from '../../api/client';
import { useCustomer, useCustomerCall } from '../../api/customers';
import { meet, useDeeds } from '../../api/deeds';
import type { CustomerDetail, CustomerPasskey } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { useDocument } from '../../parts/documents';
import { Badge, EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import type { Action } from '../../parts/Menu';
import { Menu } from '../../parts/Menu';
import { Page } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CustomerScreen.module.css';
import { EmailDialog, EraseDialog, NewsletterDialog, PasskeyDialog, PasswordLinkDialog } from './Dialogs';
import { Notes } from './Notes';
import { Account, Addresses, Letters, Messages, Newsletter, Orders, Stand } from './Sections';

type Open = 'email' | 'link' | 'invite' | 'unsubscribe' | 'erase' | undefined;

export default function CustomerScreen() {
  const { t } = useLingui();
  const key = decodeURIComponent(useParams<{ key: string }>().key);
  const { data, error, refetch } = useCustomer(key);
  const isUnknown = error?.id === 'customers.not_found' || error?.id === 'order.not_found';
  const name = data && [data.first_name, data.last_name].filter(Boolean).join(' ');
  return (
    <Page
      title={name || data?.email || t`Customer`}
      above={<Back to="/customers">{t({ context: 'screen', message: 'Customers' })}</Back>}
      mark={data && !data.account && <Badge tone="neutral">{t`Guest`}</Badge>}
      lead={
        data && (
          <a className={styles.email} href={`mailto:${data.email}`} translate="no">
            {data.email}
          </a>
        )
      }
      actions={data && <CustomerActions customer={data} />}
    >
      {isUnknown && (
        <EmptyState title={t`There is no such customer`}>
          <Trans>The account was deleted, or nothing is kept of this guest any more.</Trans>
        </EmptyState>
      )}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Found customer={data} />}
    </Page>
  );
}

function Found({ customer }: { customer: CustomerDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const deletion = customer.account?.deletion;
  const due = deletion && format.time(Date.parse(deletion.due_at));
  const { account_id: account } = customer;
  const [passkey, setPasskey] = useState<CustomerPasskey>();
  return (
    <>
      {deletion && (
        <Notice tone="warning" title={t`Deletion asked for`} actions={<CallOff customer={customer} />}>
          <Trans>The account will be deleted on {due}. Paid orders are kept, as the law requires.</Trans>
        </Notice>
      )}
      {account !== null && (
        <Notice tone="info">
          <Trans>An account has this email address. The orders here were placed without it.</Trans>{' '}
          <Link href={`/customers/${account}`}>{t`Open the account`}</Link>
        </Notice>
      )}
      <Stand customer={customer} />
      <div className={styles.columns}>
        <div>
          <Orders customer={customer} />
          <Notes customer={customer} />
          <Messages customer={customer} />
          <Letters customer={customer} />
        </div>
        <div>
          <Account customer={customer} onRemove={setPasskey} />
          <Addresses customer={customer} />
          <Newsletter customer={customer} />
        </div>
      </div>
      {passkey && <PasskeyDialog customer={customer} passkey={passkey} onClose={() => setPasskey(undefined)} />}
    </>
  );
}

function CallOff({ customer: { key, version, can } }: { customer: CustomerDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const callOff = useCustomerCall('customer/call_off_deletion');
  if (!can.change) return null;
  return (
    <Button
      small
      isPending={callOff.isPending}
      onPress={() =>
        callOff.mutate(
          { key, version },
          { onSuccess: () => toast(t`The account is kept.`), onError: (error) => toast(say(error)) },
        )
      }
    >
      {t`Keep the account`}
    </Button>
  );
}

function CustomerActions({ customer }: { customer: CustomerDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [, go] = useLocation();
  const [open, setOpen] = useState<Open>();
  const { key, version, account, can, newsletter, pending } = customer;
  useEffect(() => {
    if (pending) meet(pending);
  }, [pending]);
  const deeds = useDeeds();
  const isLocked = deeds.some((deed) => !deed.failure && deed.noun === 'customer' && deed.thing === key);
  const endSessions = useCustomerCall('customer/end_sessions');
  const file = useDocument(() => call('customer/export', { key }));
  const isSubscribed = newsletter?.state === 'subscribed' || newsletter?.state === 'pending';
  const close = () => setOpen(undefined);
  const actions: Action[] = [];
  if (can.change && account) {
    actions.push(
      { id: 'link', label: t`Send a password link…`, icon: 'mail', onAction: () => setOpen('link') },
      { id: 'email', label: t`Correct the email address…`, icon: 'edit', onAction: () => setOpen('email') },
    );
    if (account.sessions > 0) {
      actions.push({
        id: 'sessions',
        label: t`Sign out everywhere`,
        icon: 'sign-out',
        onAction: () =>
          endSessions.mutate(
            { key, version },
            { onSuccess: () => toast(t`Signed out on all devices.`), onError: (error) => toast(say(error)) },
          ),
      });
    }
  }
  if (can.change) {
    actions.push(
      isSubscribed
        ? { id: 'unsubscribe', label: t`End the newsletter…`, icon: 'canceled', onAction: () => setOpen('unsubscribe') }
        : { id: 'invite', label: t`Offer the newsletter…`, icon: 'mail', onAction: () => setOpen('invite') },
    );
  }
  if (can.erase) actions.push({ id: 'erase', label: t`Erase…`, icon: 'warning', onAction: () => setOpen('erase') });
  return (
    <>
      {can.order && (
        <Button icon="plus" onPress={() => go(`/orders/new?${new URLSearchParams({ customer: key })}`)}>
          {t`Order by telephone`}
        </Button>
      )}
      <Button icon="download" isPending={file.isBusy} onPress={() => void file.open()}>
        {file.isBusy ? t`Exporting…` : t`Export`}
      </Button>
      {file.ready && (
        <a className={styles.file} href={file.ready.address} download={file.ready.name}>
          {t`Save ${file.ready.name}`}
        </a>
      )}
      {actions.length > 0 && (
        <Menu
          label={t`More actions`}
          trigger={
            <Button icon="more" isDisabled={isLocked}>
              {t`More actions`}
            </Button>
          }
          actions={actions}
        />
      )}
      {open === 'email' && <EmailDialog customer={customer} onClose={close} />}
      {open === 'link' && <PasswordLinkDialog customer={customer} onClose={close} />}
      {open === 'invite' && <NewsletterDialog customer={customer} onClose={close} />}
      {open === 'unsubscribe' && <NewsletterDialog customer={customer} isEnd onClose={close} />}
      {open === 'erase' && <EraseDialog customer={customer} onClose={close} />}
    </>
  );
}
