/** A planned or running campaign gets another end. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCampaignCall } from '../../api/prices';
import type { Campaign } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CampaignScreen.module.css';
import { minute } from './draft';

export function EndDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const move = useCampaignCall('campaign/move_end');
  // What this dialog is about: another version is told, and what is typed stays.
  const [seen, setSeen] = useState(campaign);
  const form = useForm({
    id: 'campaign-end',
    initial: { ends: minute(campaign.ends) },
    check: ({ ends }) => ({ ends: ends ? undefined : t`Enter a day and a time.` }),
    send: async ({ ends }) => {
      await move.mutateAsync({ id: seen.id, version: seen.version, ends });
      toast(t`The end is moved.`);
      onClose();
    },
  });
  const isStale = campaign.version !== seen.version && !form.isBusy;
  const now = format.time(Date.parse(campaign.ends_at));
  return (
    <Dialog title={t`Move the end`} isOpen onClose={onClose} holdsInput>
      <div className={styles.words}>
        <p>
          <Trans>
            Until the new end each item costs what it costs in the campaign. The price struck through stays the lowest
            of the 30 days before it began: the law asks for that as long as the reduction is not interrupted.
          </Trans>
        </p>
      </div>
      {isStale && (
        <Notice
          tone="warning"
          isLive
          title={t`Somebody has changed this campaign`}
          actions={<Button small onPress={() => setSeen(campaign)}>{t`Keep mine`}</Button>}
        >
          <Trans>It ends {now} now. What you have typed is still here.</Trans>
        </Notice>
      )}
      <Form form={form}>
        <Field
          {...form.field('ends')}
          label={t`Ends`}
          type="datetime-local"
          hint={t`On the shop’s clocks.`}
          autoFocus
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={isStale}>
            {form.isBusy ? t`Saving…` : t`Move the end`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
