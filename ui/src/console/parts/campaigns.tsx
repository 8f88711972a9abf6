/** Words for campaigns: where they stand, when they run, how they reduce. */

import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignState } from '../api/types';
import { Badge } from './Feedback';
import { useFormat } from './text';

export function useCampaignStates(): Record<CampaignState, string> {
  const { t } = useLingui();
  return {
    draft: t({ context: 'campaign', message: 'Draft' }),
    planned: t({ context: 'campaign', message: 'Planned' }),
    running: t({ context: 'campaign', message: 'Running' }),
    ended: t({ context: 'campaign', message: 'Ended' }),
    called_off: t({ context: 'campaign', message: 'Called off' }),
  };
}

const TONES = {
  draft: 'neutral',
  planned: 'warning',
  running: 'success',
  ended: 'neutral',
  called_off: 'error',
} as const;

export function CampaignBadge({ state }: { state: CampaignState }) {
  return <Badge tone={TONES[state]}>{useCampaignStates()[state]}</Badge>;
}

export function useCampaignWords() {
  const { t } = useLingui();
  const format = useFormat();
  return {
    when: ({ begins_at: begins, ends_at: ends }: Pick<Campaign, 'begins_at' | 'ends_at'>) => {
      const [from, to] = [format.time(Date.parse(begins)), format.time(Date.parse(ends))];
      return t`${from} to ${to}`;
    },
    reduction: ({ kind, percent, amount }: Pick<Campaign, 'kind' | 'percent' | 'amount'>) => {
      if (kind === 'price') return t`A price for each item`;
      return `−${kind === 'percent' ? format.percent(percent) : format.money(amount, 'EUR')}`;
    },
  };
}
