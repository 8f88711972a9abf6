/** A deed that waits for its moment, to everybody who looks at the order. */

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
  const self = useSelf();
  const seconds = useSecondsUntil(momentOf(deed));
  const { name } = deed.by;
  const takeBack = () => undo(deed).catch((error) => toast(say(error)));
  return (
    <Notice
      tone="info"
      title={seconds > 0 ? words.waiting(deed, seconds) : words.working(deed)}
      // One's own is at the bottom, on every screen.
      actions={
        seconds > 0 && !isOwn(deed.by, self.id) && <Button small onPress={() => void takeBack()}>{t`Undo`}</Button>
      }
    >
      {isOwn(deed.by, self.id) ? (
        <Trans>Until then nothing else can be done with this order.</Trans>
      ) : (
        <Trans>By {name}. Until then nothing else can be done with this order.</Trans>
      )}
    </Notice>
  );
}
