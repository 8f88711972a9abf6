/** Deeds that could not be carried out when their moment came: nothing of them has left the house. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { dismiss } from '../../api/deeds';
import type { Deed } from '../../api/types';
import { Button } from '../../parts/Button';
import { useDeedWords } from '../../parts/deedWords';
import { Notice } from '../../parts/Feedback';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './TodayScreen.module.css';

export function FailedDeeds({ deeds }: { deeds: Deed[] }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Actions that failed`} className={styles.failed}>
      {deeds.map((deed) => (
        <Failed key={deed.id} deed={deed} />
      ))}
    </section>
  );
}

function Failed({ deed }: { deed: Deed }) {
  const { t } = useLingui();
  const words = useDeedWords();
  const format = useFormat();
  const say = useMessageText();
  const what = words.what(deed);
  const { failure } = deed;
  const number = words.subject(deed);
  const { name } = deed.by;
  const moment = format.time(Date.parse(deed.due_at));
  return (
    <Notice
      tone="error"
      title={t`${what} failed: ${number}`}
      actions={
        <>
          <Link href={words.place(deed)} className={styles.open}>
            {deed.noun === 'order' ? t`Open the order` : t`To the bank account`}
          </Link>
          <Button
            small
            aria-label={t`Dismiss: ${number}`}
            onPress={() => void dismiss(deed).catch((error) => toast(say(error)))}
          >
            {t`Dismiss`}
          </Button>
        </>
      }
    >
      {failure && <p>{say(failure)}</p>}
      <p className={styles.by}>
        <Trans>
          Asked for by {name}, {moment}. Nothing was changed.
        </Trans>
      </p>
    </Notice>
  );
}
