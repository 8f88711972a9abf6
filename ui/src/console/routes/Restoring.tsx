/** Over everything while a copy of the database is put back; leads to sign-in once that is done. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { reloadOnceOpen, restoring } from '../api/restoring';
import { useStore } from '../api/store';
import { Icon } from '../parts/Icon';
import styles from './Lock.module.css';

export function Restoring() {
  return useStore(restoring) ? <Curtain /> : null;
}

function Curtain() {
  const { t } = useLingui();
  useEffect(reloadOnceOpen, []);
  return (
    <ModalOverlay className={`curtain ${styles.curtain}`} isOpen isKeyboardDismissDisabled>
      <Modal className={styles.modal ?? ''}>
        <main className={styles.main}>
          <Dialog className={styles.dialog ?? ''}>
            <div className={styles.head}>
              <Icon name="copies" size={24} />
              <Heading slot="title" level={1}>{t`A copy is being put back`}</Heading>
              <p className={styles.lead} role="status">
                <Trans>
                  The shop is closed for a few minutes, and shoppers are told so. This page opens by itself once it is
                  done; then sign in again.
                </Trans>
              </p>
            </div>
          </Dialog>
        </main>
      </Modal>
    </ModalOverlay>
  );
}
