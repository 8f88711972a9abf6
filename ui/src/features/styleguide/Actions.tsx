/** Buttons, links, dialogs and toasts. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, ButtonLink } from '../../parts/Button';
import { CopyRow } from '../../parts/CopyRow';
import { ConfirmDialog, Dialog, Drawer } from '../../parts/Dialog';
import { Icon } from '../../parts/Icon';
import { showToast } from '../../state/toast';
import styles from './Actions.module.css';
import { Group, Sample } from './Group';

type Open = 'dialog' | 'drawer' | 'sheet' | 'confirm' | null;

export function Actions({ sentence, label }: { sentence: string; label: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Group title={t`Buttons and dialogs`}>
      {(['primary', 'secondary', 'quiet'] as const).map((variant) => (
        <Sample key={variant} name={`Button ${variant}: default, small, busy, disabled`}>
          <div className={styles.row}>
            <Button variant={variant}>{label}</Button>
            <Button variant={variant} small>
              {label}
            </Button>
            <Button variant={variant} busy busyLabel={t`Loading…`}>
              {label}
            </Button>
            <Button variant={variant} disabled>
              {label}
            </Button>
          </div>
        </Sample>
      ))}
      <Sample name="Button block">
        <div className={styles.narrow}>
          <Button block>
            <Icon name="bag" />
            {label}
          </Button>
        </div>
      </Sample>
      <Sample name="ButtonLink">
        <div className={styles.row}>
          <ButtonLink href="#guide-open">{label}</ButtonLink>
        </div>
      </Sample>
      <Sample name="Dialog, Drawer, sheet, ConfirmDialog">
        <div className={styles.row}>
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('drawer')}>
            Drawer
          </Button>
          <Button variant="secondary" onClick={() => setOpen('sheet')}>
            Sheet
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            ConfirmDialog
          </Button>
        </div>
        <Dialog open={open === 'dialog'} onClose={close} title={label}>
          <p>{sentence}</p>
        </Dialog>
        <Drawer open={open === 'drawer'} onClose={close} title={label}>
          <p>{sentence}</p>
        </Drawer>
        <Dialog open={open === 'sheet'} onClose={close} title={label} placement="bottom">
          <p>{sentence}</p>
        </Dialog>
        <ConfirmDialog
          open={open === 'confirm'}
          title={label}
          confirmLabel={t`Remove all`}
          onConfirm={close}
          onCancel={close}
        >
          <p>{sentence}</p>
        </ConfirmDialog>
      </Sample>
      <Sample name="Toast success, error, info">
        <div className={styles.row}>
          {(['success', 'error', 'info'] as const).map((tone) => (
            <Button key={tone} small variant="secondary" onClick={() => showToast(sentence, tone)}>
              {tone}
            </Button>
          ))}
        </div>
      </Sample>
      <Sample name="CopyRow">
        <dl>
          <CopyRow name="IBAN" value="FR76 3000 6000 0112 3456 7890 189" isCode />
        </dl>
      </Sample>
    </Group>
  );
}
