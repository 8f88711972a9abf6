/** What is changed and not saved yet: how much, why it cannot be saved, and both ways on. */

import { Plural, useLingui } from '@lingui/react/macro';
import { Bar } from './Bar';
import { Button } from './Button';
import styles from './SaveBar.module.css';

interface Props {
  /** Fields that are changed. */
  fields: number;
  problem: string | undefined;
  isPending: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

export function SaveBar({ fields, problem, isPending, onSave, onDiscard }: Props) {
  const { t } = useLingui();
  return (
    <Bar label={t`Changes`} narrow="above">
      <p>
        <Plural value={fields} one="# field changed, not saved yet" other="# fields changed, not saved yet" />
        {problem && (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        )}
      </p>
      <Button variant="primary" isPending={isPending} onPress={onSave}>
        {isPending ? t`Saving…` : t`Save`}
      </Button>
      <Button variant="quiet" onPress={onDiscard}>
        {t`Discard`}
      </Button>
    </Bar>
  );
}
