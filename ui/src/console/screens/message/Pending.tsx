/** A letter that waits for its moment, to everybody who looks at the thread. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useSecondsUntil } from '../../api/deedClock';
import { isOwn, momentOf, undo } from '../../api/deeds';
import { useSelf } from '../../api/queries';
import type { Deed } from '../../api/types';
import { Button } from '../../parts/Button';
import { useDeedWords } from '../../parts/deedWords';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function Pending({ deed }: { deed: Deed }) {
  const { t } = useLingui();
  const words = useDeedWords();
  const say = useMessageText();
  const seconds = useSecondsUntil(momentOf(deed));
  const isMine = isOwn(deed.by, useSelf().id);
  const { name } = deed.by;
  return (
    <Notice
      tone="info"
      title={seconds > 0 ? words.waiting(deed, seconds) : words.working(deed)}
      // One's own is at the bottom, on every screen.
      actions={
        seconds > 0 &&
        !isMine && <Button small onPress={() => void undo(deed).catch((error) => toast(say(error)))}>{t`Undo`}</Button>
      }
    >
      {isMine ? <Trans>What you wrote comes back if you undo it.</Trans> : <Trans>Written by {name}.</Trans>}
    </Notice>
  );
}
