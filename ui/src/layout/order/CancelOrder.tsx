/** Button that cancels an order after confirmation. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../parts/Button';
import { loadCancelOrder, useLazy } from '../lazy';
import type { CancelOrderProps } from './CancelOrderDialog';

export function CancelOrder(props: CancelOrderProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const CancelOrderDialog = useLazy(isOpen, loadCancelOrder);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>{t`Cancel the order`}</Button>
      {CancelOrderDialog && <CancelOrderDialog {...props} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
