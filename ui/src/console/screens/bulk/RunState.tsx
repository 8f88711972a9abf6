/** The state of a bulk action in words. */

import { useLingui } from '@lingui/react/macro';
import type { BulkRun } from '../../api/types';
import { Badge } from '../../parts/Feedback';

export function RunState({ run: { state, failed } }: { run: BulkRun }) {
  const { t } = useLingui();
  if (state === 'running') return <Badge tone="neutral">{t({ context: 'bulk', message: 'Running' })}</Badge>;
  if (state === 'stopped') return <Badge tone="warning">{t({ context: 'bulk', message: 'Stopped' })}</Badge>;
  if (failed > 0) return <Badge tone="error">{t({ context: 'bulk', message: 'Ended, some failed' })}</Badge>;
  return <Badge tone="success">{t({ context: 'bulk', message: 'Ended' })}</Badge>;
}
