/**
 * Dialogs and drawers over native `<dialog>`: focus moves in, is trapped and returns; Esc, Back and a click on the backdrop
 * close (K4). The page below is inert.
 */

import drawings from 'virtual:icons/dialog';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pushOverlay } from '../state/history';
import { Button } from './Button';
import styles from './Dialog.module.css';
import { Icon, provideDrawings } from './Icon';
import { LiveRegion } from './LiveRegion';
import { NoWrap } from './NoWrap';

// Its close button has no words.
provideDrawings(drawings);

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Accessible name; shown as heading unless `titleHidden`. */
  title: string;
  titleHidden?: boolean;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /**
   * `center` a dialog; `right` and `left` drawers; `full` full screen; `bottom` a sheet; `top` a panel, full screen when
   * narrow.
   */
  placement?: 'center' | 'right' | 'left' | 'full' | 'bottom' | 'top';
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  wide?: boolean;
  id?: string;
}

/** The browser returns focus to the opener; where that is gone, focus is at the start of the page instead of nowhere. */
function focusPage(dialog: HTMLElement): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !dialog.contains(activeElement)) return;
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Milliseconds, longer than the longest exit animation. */
const EXIT_DURATION = 360;

export function Dialog({
  open,
  onClose,
  title,
  titleHidden,
  children,
  footer,
  placement = 'center',
  role = 'dialog',
  wide,
  id,
}: DialogProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // The content stays mounted during the exit animation.
  const [present, setPresent] = useState(false);

  useEffect(() => {
    if (open) {
      setPresent(true);
      return;
    }
    const timer = setTimeout(() => setPresent(false), EXIT_DURATION);
    return () => clearTimeout(timer);
  }, [open]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !present || !dialog) return;
    if (!dialog.open) dialog.showModal();
    const release = pushOverlay(() => close.current());
    return () => {
      release();
      dialog.close();
      setTimeout(() => focusPage(dialog));
    };
  }, [open, present]);

  if (!open && !present) return null;
  return (
    // Esc arrives as `cancel`; keyboard users have the close button besides the backdrop.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      id={id}
      role={role === 'alertdialog' ? 'alertdialog' : undefined}
      className={`${styles.dialog} ${styles[placement]} ${wide ? styles.wide : ''}`}
      data-placement={placement}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <div className={styles.header}>
          <h2 className={titleHidden ? 'visually-hidden' : styles.title}>
            <NoWrap>{title}</NoWrap>
          </h2>
          <button type="button" className={styles.close} onClick={onClose} aria-label={t`Close`}>
            <Icon name="close" />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
        <LiveRegion />
      </div>
    </dialog>
  );
}

export function Drawer({ side = 'right', ...rest }: Omit<DialogProps, 'placement'> & { side?: 'left' | 'right' }) {
  return <Dialog placement={side} {...rest} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** Label of the action: "Remove all", never "OK". */
  confirmLabel: string;
  /** Label of the other button, where "Cancel" would be ambiguous. */
  keepLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms a destructive action. Initial focus is on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, keepLabel, busy, onConfirm, onCancel } = props;
  const { t } = useLingui();
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      footer={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onCancel} autoFocus>
            {keepLabel ?? t`Cancel`}
          </Button>
          <Button onClick={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      {children}
    </Dialog>
  );
}
