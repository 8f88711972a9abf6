/** What is done with the orders that are selected. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useMay } from '../../api/queries';
import type { BulkCall, BulkMatching } from '../../api/types';
import { Bar } from '../../parts/Bar';
import { BulkMenu } from '../../parts/BulkMenu';
import { Button, IconButton } from '../../parts/Button';
import { useCopy } from '../../parts/Copy';
import { useFormat } from '../../parts/text';

interface Props {
  numbers: string[];
  /** All that match, also those that are not shown. */
  all: BulkMatching | undefined;
  /** How many those are, where they have been counted. */
  count: number | undefined;
  onClear: () => void;
}

export function SelectionBar({ numbers, all, count, onClear }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { isDone, copy } = useCopy();
  const shown = useRef<HTMLSpanElement>(null);
  const [mayChange, mayPack] = [useMay('orders_change'), useMay('packing')];
  const calls: BulkCall[] = [
    ...(mayPack ? (['order/ship', 'pack/papers'] as const) : []),
    ...(mayChange ? (['order/note', 'order/complete', 'order/cancel'] as const) : []),
  ];
  const many = format.number(count ?? 0);
  const text = numbers.join('\n');
  const take = () => void copy(text, shown.current);
  return (
    <Bar label={t`Selection`} narrow="above">
      <p role="status">
        {all === undefined && <Plural value={numbers.length} one="# order selected" other="# orders selected" />}
        {all !== undefined &&
          (count === undefined ? <Trans>All that match</Trans> : <Trans>All {many} that match</Trans>)}
      </p>
      {all === undefined && (
        <span ref={shown} className="visually-hidden" aria-hidden="true">
          {text}
        </span>
      )}
      {all === undefined && calls.length === 0 && (
        <Button small icon={isDone ? 'check' : 'copy'} onPress={take}>
          {isDone ? t`Copied` : t`Copy the numbers`}
        </Button>
      )}
      {calls.length > 0 && (
        <BulkMenu
          of={all ?? { chosen: numbers }}
          calls={calls}
          also={
            all ? [] : [{ id: 'copy', label: isDone ? t`Copied` : t`Copy the numbers`, icon: 'copy', onAction: take }]
          }
          onStarted={onClear}
        />
      )}
      <IconButton icon="close" aria-label={t`Clear the selection`} onPress={onClear} />
    </Bar>
  );
}
