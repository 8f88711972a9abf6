/** What is done for a customer on request: each names the version that was seen, and waits its ten seconds. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/client';
import { fetchCustomer } from '../../api/customers';
import { ask } from '../../api/deeds';
import type { CustomerDetail, CustomerPasskey } from '../../api/types';
import { Button } from '../../parts/Button';
import { useChecks } from '../../parts/check';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import styles from './CustomerScreen.module.css';

interface Props {
  customer: CustomerDetail;
  onClose: () => void;
}

type Seen = Pick<CustomerDetail, 'key' | 'version'>;

interface DeedProps<V extends Record<string, string>> extends Props {
  id: string;
  title: string;
  submit: string;
  isDanger?: boolean;
  initial: V;
  check?: (values: V) => { [K in keyof V]?: string | undefined };
  run: (values: V, seen: Seen) => Promise<unknown>;
  lead: ReactNode;
  children?: (form: ReturnType<typeof useForm<V>>) => ReactNode;
}

/** Where somebody else was quicker, what is new is shown and what was typed stays. */
function DeedForm<V extends Record<string, string>>(props: DeedProps<V>) {
  const { customer, onClose, id, title, submit, isDanger, initial, check, run, lead, children } = props;
  const { t } = useLingui();
  const [seen, setSeen] = useState(customer);
  const [isOther, setOther] = useState(false);
  const form = useForm<V>({
    id,
    initial,
    check: check ?? (() => ({})),
    send: async (values) => {
      try {
        await run(values, { key: seen.key, version: seen.version });
      } catch (error) {
        if (error instanceof ApiError && error.id === 'customers.changed_meanwhile') {
          setSeen(await fetchCustomer(seen.key));
          setOther(true);
        }
        throw error;
      }
      onClose();
    },
  });
  const { email } = seen;
  return (
    <Dialog title={title} isOpen onClose={onClose} isAlert={Boolean(isDanger)} holdsInput>
      <div className={styles.lead}>{lead}</div>
      {isOther && (
        <Notice tone="warning" isLive>
          <Trans>The address is {email} now. What you typed is still here: send it again if it still holds.</Trans>
        </Notice>
      )}
      <Form form={form}>
        {children?.(form)}
        <p className={styles.quiet}>
          <Trans>You can undo this for ten seconds; nothing leaves the house before.</Trans>
        </p>
        <Actions>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : submit}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function EmailDialog({ customer, onClose }: Props) {
  const { t } = useLingui();
  const checks = useChecks();
  return (
    <DeedForm
      customer={customer}
      onClose={onClose}
      id="customer-email"
      title={t`Correct the email address of the account`}
      submit={t`Correct the address`}
      initial={{ email: customer.email }}
      check={({ email }) => ({
        email: email.trim() === customer.email ? t`This is the address that the account has.` : checks.email(email),
      })}
      run={({ email }, seen) => ask('customer/set_email', { ...seen, email: email.trim() })}
      lead={
        <p>
          <Trans>
            The former address is told. All devices are signed out, and the new address gets a link for a new password:
            once it has been followed, the address counts as the customer’s. Addresses of orders stay as they are.
          </Trans>
        </p>
      }
    >
      {(form) => (
        <Field
          {...form.field('email')}
          label={t`Email address`}
          type="email"
          autoComplete="off"
          maxLength={254}
          autoFocus
        />
      )}
    </DeedForm>
  );
}

export function PasswordLinkDialog({ customer, onClose }: Props) {
  const { t } = useLingui();
  const { email } = customer;
  return (
    <DeedForm
      customer={customer}
      onClose={onClose}
      id="customer-link"
      title={t`Send a password link`}
      submit={t`Send the link`}
      initial={{}}
      run={(_, seen) => ask('customer/send_password_link', seen)}
      lead={
        <p>
          <Trans>A link by which a new password is chosen goes to {email}. Nobody of the house sees it.</Trans>
        </p>
      }
    />
  );
}

export function PasskeyDialog({ customer, passkey, onClose }: Props & { passkey: CustomerPasskey }) {
  const { t } = useLingui();
  const { email } = customer;
  const { id, name } = passkey;
  return (
    <DeedForm
      customer={customer}
      onClose={onClose}
      id="customer-passkey"
      title={t`Remove this passkey?`}
      submit={t`Remove the passkey`}
      initial={{}}
      run={(_, seen) => ask('customer/remove_passkey', { ...seen, id })}
      lead={
        <p>
          <Trans>
            ‘{name}’ does not sign in any more. {email} is told by mail. Password and other passkeys stay, and so do the
            devices that are signed in.
          </Trans>
        </p>
      }
    />
  );
}

export function NewsletterDialog({ customer, isEnd, onClose }: Props & { isEnd?: boolean }) {
  const { t } = useLingui();
  const { email } = customer;
  return (
    <DeedForm
      customer={customer}
      onClose={onClose}
      id="customer-newsletter"
      title={isEnd ? t`End the newsletter` : t`Offer the newsletter`}
      submit={isEnd ? t`End the newsletter` : t`Send the link`}
      initial={{}}
      run={(_, seen) => ask(isEnd ? 'customer/unsubscribe' : 'customer/invite_newsletter', seen)}
      lead={
        <p>
          {isEnd ? (
            <Trans>The newsletter to {email} ends within a working day. The customer is told by mail.</Trans>
          ) : (
            <Trans>
              The law asks for the customer’s own consent: {email} gets a link, and is subscribed once it has been
              followed.
            </Trans>
          )}
        </p>
      }
    />
  );
}

export function EraseDialog({ customer, onClose }: Props) {
  const { t } = useLingui();
  const { email, account } = customer;
  return (
    <DeedForm
      customer={customer}
      onClose={onClose}
      id="customer-erase"
      isDanger
      title={account ? t`Erase this account?` : t`Erase this guest?`}
      submit={t`Erase`}
      initial={{ email: '' }}
      check={(values) => ({
        email:
          values.email.trim().toLowerCase() === email.toLowerCase()
            ? undefined
            : t`Enter the customer’s email address, as it stands above.`,
      })}
      run={(_, seen) => ask('customer/erase', seen)}
      lead={
        <>
          <p>
            <Trans>
              Names, addresses, messages, bag, wish list and newsletter of {email} are deleted. It cannot be brought
              back.
            </Trans>
          </p>
          <p>
            <Trans>
              Invoices and the names and addresses of paid orders stay for ten years, as the law requires. Orders under
              way keep what they need, and are erased once they have ended.
            </Trans>
          </p>
        </>
      }
    >
      {(form) => (
        <Field
          {...form.field('email')}
          label={t`Email address of the customer`}
          type="email"
          autoComplete="off"
          maxLength={254}
          autoFocus
        />
      )}
    </DeedForm>
  );
}
