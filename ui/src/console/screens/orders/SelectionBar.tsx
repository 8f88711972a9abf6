/** What is done with the orders that are selected. */

import { Plural, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Bar } from '../../parts/Bar';
import { Button, IconButton } from '../../parts/Button';
import { useCopy } from '../../parts/Copy';

export function SelectionBar({ numbers, onClear }: { numbers: string[]; onClear: () => void }) {
  const { t } = useLingui();
  const { isDone, copy } = useCopy();
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <Bar label={t`Selection`} narrow="above">
      <p role="status">
        <Plural value={numbers.length} one="# order selected" other="# orders selected" />
      </p>
      <span ref={shown} className="visually-hidden" aria-hidden="true">
        {numbers.join('\n')}
      </span>
      <Button small icon={isDone ? 'check' : 'copy'} onPress={() => void copy(numbers.join('\n'), shown.current)}>
        {isDone ? t`Copied` : t`Copy the numbers`}
      </Button>
      <IconButton icon="close" aria-label={t`Clear the selection`} onPress={onClear} />
    </Bar>
  );
}
