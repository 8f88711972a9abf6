/** Short confirmations, with undo where it is harmless. They stay ten seconds, longer under the pointer or with focus. */

import { useLingui } from '@lingui/react/macro';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { IconButton } from './Button';
import { toastsPart } from './notices';
import styles from './toasts.module.css';

interface Note {
  text: string;
  undo?: () => void;
}

const queue = new ToastQueue<Note>({ maxVisibleToasts: 3 });
const SECONDS = 10;

/** Keys of those that stand there, by what they say. */
const said = new Map<string, string>();

/** A confirmation; one that says the same takes the place of the earlier one, unless each has something of its own to undo. */
export function toast(text: string, undo?: () => void): void {
  const timeout = SECONDS * 1000;
  if (undo) {
    queue.add({ text, undo }, { timeout });
    return;
  }
  const before = said.get(text);
  if (before !== undefined) queue.close(before);
  const key = queue.add({ text }, { timeout, onClose: () => said.get(text) === key && said.delete(text) });
  said.set(text, key);
}

export function Toasts() {
  const { t } = useLingui();
  return (
    <ToastRegion ref={toastsPart} queue={queue} className={styles.region ?? ''} aria-label={t`Confirmations`}>
      {({ toast: one }) => (
        <Toast toast={one} className={styles.toast ?? ''} data-on="primary">
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title">{one.content.text}</Text>
          </ToastContent>
          {one.content.undo && (
            <Button
              className={styles.undo ?? ''}
              onPress={() => {
                queue.close(one.key);
                one.content.undo?.();
              }}
            >
              {t`Undo`}
            </Button>
          )}
          <IconButton slot="close" icon="close" aria-label={t`Close`} />
        </Toast>
      )}
    </ToastRegion>
  );
}
