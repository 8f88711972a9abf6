/** What can be done with all that is chosen: behind one button, asked for in a dialog. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { BulkCall, BulkMatching, BulkRun } from '../api/types';
import { BulkDialog } from './BulkDialog';
import { Button } from './Button';
import { type Action, Menu } from './Menu';

interface Props {
  of: BulkMatching;
  /** What the reader may do, in the order of the menu. */
  calls: BulkCall[];
  /** Further actions, before the others. */
  also?: Action[];
  onStarted: () => void;
}

export function BulkMenu({ of, calls, also = [], onStarted }: Props) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<BulkCall>();
  const labels: Record<BulkCall, string> = {
    'order/cancel': t`Cancel…`,
    'order/complete': t`Complete…`,
    'order/note': t`Add a note…`,
    'order/ship': t`Ship without tracking numbers…`,
    'bank/ignore': t`Set aside…`,
    'bank/reopen': t`Take up again…`,
    'pack/papers': t`Print papers…`,
    'product/put_on_sale': t`Switch on…`,
    'product/take_off_sale': t`Switch off…`,
    'category/add_products': t`Put into a category…`,
    'category/remove_products': t`Take out of a category…`,
    'message/close': t`Close…`,
    'message/reopen': t`Open again…`,
  };
  const started = (run: BulkRun) => {
    setAsked(undefined);
    onStarted();
    // Files are fetched there one by one; everything else goes on by itself, and tells at the bottom of the window.
    if (run.call === 'pack/papers') go(`/bulk/${run.id}`);
  };
  const actions = [
    ...also,
    ...calls.map((call) => ({
      id: call,
      label: labels[call],
      isDanger: call === 'order/cancel',
      onAction: () => setAsked(call),
    })),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <Menu label={t`Actions`} trigger={<Button small icon="more">{t`Actions`}</Button>} actions={actions} />
      {asked && <BulkDialog call={asked} of={of} onClose={() => setAsked(undefined)} onStarted={started} />}
    </>
  );
}
