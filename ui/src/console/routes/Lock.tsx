/** The lock over everything: its person opens it with passkey or password, or somebody else signs in and goes on where it stood. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useLocation } from 'wouter';
import { asApiError, call } from '../api/client';
import { open, useOtherTabs } from '../api/lock';
import { unlockByPasskey, usePasskeyPlace } from '../api/passkeys';
import { signOut, useSession } from '../api/queries';
import type { StaffSelf } from '../api/types';
import { Button } from '../parts/Button';
import { useChecks } from '../parts/check';
import { PasswordField } from '../parts/Field';
import { Actions, Form, useForm } from '../parts/Form';
import { Icon } from '../parts/Icon';
import { PasskeyButton } from '../parts/PasskeyButton';
import { SignInForm } from '../parts/SignInForm';
import { useMessageText } from '../parts/text';
import { NoPasskeys, Ways } from '../parts/Ways';
import { Wordmark } from '../parts/Wordmark';
import styles from './Lock.module.css';

export function Lock() {
  const { signed_in: self } = useSession();
  const isLocked = self?.is_locked ?? false;
  useOtherTabs();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-locked', isLocked);
  }, [isLocked]);
  return self && isLocked ? <Curtain self={self} /> : null;
}

function Curtain({ self }: { self: StaffSelf }) {
  const { t } = useLingui();
  const { brand } = useSession();
  const say = useMessageText();
  const [, go] = useLocation();
  const [isOther, setOther] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { name } = self;
  const leave = () =>
    signOut().then(
      () => go('/'),
      (error) => setFailure(say(asApiError(error))),
    );
  return (
    <ModalOverlay className={`curtain ${styles.curtain}`} isOpen isKeyboardDismissDisabled>
      <Modal className={styles.modal ?? ''}>
        <main className={styles.main}>
          <Dialog className={styles.dialog ?? ''}>
            <p className={styles.brand}>
              <Wordmark brand={brand} />
            </p>
            <div className={styles.head}>
              <Icon name="lock" size={24} />
              <Heading slot="title" level={1}>
                {isOther ? t`Go on as somebody else` : t`Locked`}
              </Heading>
              <p className={styles.lead}>
                {isOther ? (
                  <Trans>What {name} has begun stays as it is, and goes on in your name.</Trans>
                ) : (
                  <Trans>{name} is signed in. What is half typed is still there.</Trans>
                )}
              </p>
            </div>
            {isOther ? <SignInForm id="lock-sign-in" autoFocus onDone={open} /> : <Unlock self={self} />}
            {failure && <p role="alert">{failure}</p>}
            <div className={styles.ways}>
              <Button variant="quiet" onPress={() => setOther(!isOther)}>
                {isOther ? t`Unlock as ${name}` : t`Go on as somebody else…`}
              </Button>
              <Button variant="quiet" icon="sign-out" onPress={() => void leave()}>{t`Sign out`}</Button>
            </div>
          </Dialog>
        </main>
      </Modal>
    </ModalOverlay>
  );
}

function Unlock({ self: { email, has_password: hasPassword, passkeys } }: { self: StaffSelf }) {
  const { t } = useLingui();
  const check = useChecks();
  const hasPasskey = usePasskeyPlace() === 'here' && passkeys > 0;
  const form = useForm({
    id: 'unlock',
    initial: { password: '' },
    check: ({ password }) => ({ password: check.filled(password) }),
    send: async ({ password }) => open(await call('staff/unlock', { password })),
  });
  const byPasskey = async () => {
    const opened = await unlockByPasskey();
    if (opened) open(opened);
  };
  const passkey = hasPasskey && (
    <PasskeyButton
      label={t`Unlock with your passkey`}
      busyLabel={t`Waiting for your passkey…`}
      autoFocus
      onUse={byPasskey}
    />
  );
  const password = hasPassword && (
    <Form form={form}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={t`Password`}
        autoComplete="current-password"
        autoFocus={!hasPasskey}
      />
      <Actions>
        <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} block isPending={form.isBusy}>
          {form.isBusy ? t`Unlocking…` : t`Unlock`}
        </Button>
      </Actions>
    </Form>
  );
  return passkey || password ? <Ways passkey={passkey} password={password} /> : <NoPasskeys />;
}
