/** The bar below a list: how much of it is selected, what can be done with that, and how to clear it. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { BulkCall, BulkMatching } from '../api/types';
import { Bar } from './Bar';
import { BulkMenu } from './BulkMenu';
import { IconButton } from './Button';
import type { useSelection } from './selection';

interface Props {
  selection: ReturnType<typeof useSelection>;
  /** What stands for all that match. */
  all: BulkMatching;
  calls: BulkCall[];
  /** The number of those selected, in words. */
  children: ReactNode;
}

export function SelectionBar({ selection: { chosen, isAll, clear }, all, calls, children }: Props) {
  const { t } = useLingui();
  if (chosen.length === 0 || calls.length === 0) return null;
  return (
    <Bar label={t`Selection`} narrow="above">
      <p role="status">{isAll ? <Trans>All that match</Trans> : children}</p>
      <BulkMenu of={isAll ? all : { chosen }} calls={calls} onStarted={clear} />
      <IconButton icon="close" aria-label={t`Clear the selection`} onPress={clear} />
    </Bar>
  );
}
