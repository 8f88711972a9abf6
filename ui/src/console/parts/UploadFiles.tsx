/** Files that are put in: what is on its way, or was not taken and why. */

import { useLingui } from '@lingui/react/macro';
import { IconButton } from './Button';
import { useMessageText } from './text';
import styles from './UploadFiles.module.css';
import type { Uploading } from './uploading';

export function UploadFiles({ files, onDrop }: { files: Uploading[]; onDrop: (key: number) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t`On their way`}>
      {files.map(({ key, name, state, error }) => (
        <li key={key}>
          <span className={styles.name} translate="no">
            {name}
          </span>
          {state === 'waiting' && <span>{t`Waits`}</span>}
          {state === 'sending' && <span role="status">{t`Being sent…`}</span>}
          {state === 'too_large' && (
            <span className={styles.problem} role="alert">{t`It has more than 30 MB. Save it smaller.`}</span>
          )}
          {state === 'failed' && error && (
            <span className={styles.problem} role="alert">
              {say(error)}
            </span>
          )}
          {(state === 'too_large' || state === 'failed') && (
            <IconButton icon="close" aria-label={t`Remove ${name} from the list`} onPress={() => onDrop(key)} />
          )}
        </li>
      ))}
    </ul>
  );
}
