/** Button that cancels an order after confirmation. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../parts/Button';
import { Scriptless } from '../../parts/Scriptless';
import { loadCancelOrder, useLazy } from '../lazy';
import type { CancelOrderProps } from './CancelOrderDialog';
import { CancelLink } from './CancelPage';
import styles from './PayAgain.module.css';

export function CancelOrder(props: CancelOrderProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const CancelOrderDialog = useLazy(isOpen, loadCancelOrder);
  return (
    <>
      <Button variant="secondary" className={styles.scripted} onClick={() => setOpen(true)}>
        {t`Cancel the order`}
      </Button>
      <Scriptless>{import.meta.env.SSR && <CancelLink order={props.order} />}</Scriptless>
      {CancelOrderDialog && <CancelOrderDialog {...props} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
