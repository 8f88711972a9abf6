import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './Button';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** A question that ends something. */
  isAlert?: boolean;
  wide?: boolean;
  /** Closed by its own button only: what it shows is not shown again. */
  isPersistent?: boolean;
  /** A click beside it does not close it: what was typed would be lost. */
  holdsInput?: boolean;
}

export function Dialog({ title, isOpen, onClose, children, isAlert, wide, isPersistent, holdsInput }: DialogProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert && !isPersistent && !holdsInput}
      isKeyboardDismissDisabled={Boolean(isPersistent)}
    >
      <Modal className={`${styles.modal} ${wide ? styles.wide : ''}`}>
        <AriaDialog className={styles.dialog ?? ''} role={isAlert ? 'alertdialog' : 'dialog'}>
          <div className={styles.header}>
            <Heading slot="title" className={styles.title ?? ''} level={2}>
              {title}
            </Heading>
            {!isPersistent && <IconButton icon="close" aria-label={t`Close`} onPress={onClose} />}
          </div>
          <div className={styles.body}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
