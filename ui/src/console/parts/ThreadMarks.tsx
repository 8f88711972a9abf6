/** How far a thread has come, and until when it is to be answered. */

import { useLingui } from '@lingui/react/macro';
import type { ThreadRow } from '../api/types';
import { Badge } from './Feedback';
import { useFormat } from './text';
import { useThreadNames } from './threadNames';

export function ThreadMark({ thread }: { thread: ThreadRow }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useThreadNames();
  if (thread.state !== 'open' || !thread.due_at) {
    return <Badge tone={thread.state === 'answered' ? 'success' : 'neutral'}>{names.state(thread.state)}</Badge>;
  }
  if (thread.kind === 'chat') return <Badge tone="warning">{t`Waits now`}</Badge>;
  const due = format.shortTime(Date.parse(thread.due_at));
  return thread.is_overdue ? (
    <Badge tone="error">{t`Overdue since ${due}`}</Badge>
  ) : (
    <Badge tone="neutral">{t`Due ${due}`}</Badge>
  );
}
