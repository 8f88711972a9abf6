/** Where a colleague is signed in, for owners: what nobody recognises is ended, one session or all. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEndSessionOf, useSessionsOf } from '../../api/queries';
import type { PersonItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { announce } from '../../parts/liveRegion';
import { SessionTable } from '../../parts/SessionTable';
import { useMessageText } from '../../parts/text';

interface Props {
  person: PersonItem;
  onEndAll: () => void;
  onClose: () => void;
}

export function SessionsDialog({ person: { id, name, version }, onEndAll, onClose }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const { data, error, refetch } = useSessionsOf(id);
  const end = useEndSessionOf();
  return (
    <Dialog title={t`Where ${name} is signed in`} isOpen onClose={onClose} wide>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {end.error && (
        <Notice tone="error" isLive>
          {say(end.error)}
        </Notice>
      )}
      {data?.items.length === 0 && (
        <p>
          <Trans>{name} is signed in nowhere.</Trans>
        </p>
      )}
      {data && data.items.length > 0 && (
        <SessionTable
          items={data.items}
          isPending={(session) => end.isPending && end.variables.session_id === session}
          onEnd={({ id: session_id, browser }) =>
            end.mutate(
              { id, version, session_id },
              { onSuccess: () => announce(t`The session on ${browser} has ended.`) },
            )
          }
        />
      )}
      <Actions>
        {data && data.items.length > 1 && <Button variant="danger" onPress={onEndAll}>{t`End all sessions…`}</Button>}
        <Button onPress={onClose}>{t`Close`}</Button>
      </Actions>
    </Dialog>
  );
}
