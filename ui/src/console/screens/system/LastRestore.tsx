/** The restore that is scheduled, or how the last one has ended. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRestoreCall } from '../../api/system';
import type { Restore } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Said } from './Said';

export function LastRestore({ restore }: { restore: Restore }) {
  switch (restore.state) {
    case 'scheduled':
    case 'running':
      return <Scheduled restore={restore} />;
    case 'failed':
      return <Failed restore={restore} />;
    default:
      return <Done restore={restore} />;
  }
}

function Scheduled({ restore: { id, copy, by, due_at } }: { restore: Restore }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { mutate, isPending } = useRestoreCall('restore/call_off');
  const callOff = () =>
    mutate(
      { id },
      {
        onSuccess: () => toast(t`The restore is called off. Everything stays as it is.`),
        onError: (error) => toast(say(error)),
      },
    );
  const at = format.time(Date.parse(due_at));
  return (
    <Notice
      tone="warning"
      isLive
      title={t`${copy} is put back on ${at}`}
      actions={<Button small isPending={isPending} onPress={callOff}>{t`Call it off`}</Button>}
    >
      <Trans>Asked for by {by}. The shop closes for a few minutes then. Until it begins, it can be called off.</Trans>
    </Notice>
  );
}

function Failed({ restore }: { restore: Restore }) {
  const { t } = useLingui();
  const { copy } = restore;
  return (
    <Notice tone="error" isLive title={t`${copy} could not be put back`} actions={<Understood id={restore.id} />}>
      <p>
        <Trans>The shop has gone on with the database that it had, and nothing is lost. This is why:</Trans>
      </p>
      <Said text={restore.failure ?? ''} />
    </Notice>
  );
}

function Done({ restore }: { restore: Restore }) {
  const { t } = useLingui();
  const format = useFormat();
  const { copy, kept, missing_pictures: missing } = restore;
  const at = format.time(Date.parse(restore.ended_at ?? restore.due_at));
  return (
    <Notice tone="success" title={t`${copy} was put back on ${at}`} actions={<Understood id={restore.id} />}>
      {kept && (
        <p>
          <Trans>
            What was there before is in <code>{kept}</code>, the orders placed since the copy among it.
          </Trans>
        </p>
      )}
      {missing > 0 && (
        <p>
          <Plural
            value={missing}
            one="# picture of the copy was missing: import it again with the catalogue."
            other="# pictures of the copy were missing: import them again with the catalogue."
          />
        </p>
      )}
    </Notice>
  );
}

function Understood({ id }: { id: number }) {
  const { t } = useLingui();
  const { mutate, isPending } = useRestoreCall('restore/dismiss');
  return <Button small isPending={isPending} onPress={() => mutate({ id })}>{t`Understood`}</Button>;
}
