/** One campaign: a draft is written and tried out, a scheduled one shown as it is. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useCampaign, useCampaignCall, useRemoveCampaign } from '../../api/prices';
import type { CampaignDetail } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { CampaignBadge, useCampaignWords } from '../../parts/campaigns';
import { Dialog } from '../../parts/Dialog';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { Menu } from '../../parts/Menu';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { CampaignForm } from './CampaignForm';
import styles from './CampaignScreen.module.css';
import { EndDialog } from './EndDialog';
import { Plan } from './Plan';

export default function CampaignScreen() {
  const { id } = useParams<{ id: string }>();
  return id === 'new' ? <NewCampaign /> : <OneCampaign key={id} id={Number(id)} />;
}

function NewCampaign() {
  const { t } = useLingui();
  const [, go] = useLocation();
  return (
    <Page
      title={t`New campaign`}
      above={<Back to="/prices">{t`Prices`}</Back>}
      lead={t`It is a draft until it is scheduled, and reduces nothing before.`}
    >
      <CampaignForm onSaved={({ campaign }) => go(`/prices/campaigns/${campaign.id}`, { replace: true })} />
    </Page>
  );
}

type Question = 'call_off' | 'move_end' | 'remove' | undefined;

function OneCampaign({ id }: { id: number }) {
  const { t } = useLingui();
  const words = useCampaignWords();
  const { data, error, refetch } = useCampaign(Number.isInteger(id) ? id : 0);
  const [question, setQuestion] = useState<Question>();
  const isUnknown = error?.id === 'campaign.not_found';
  const campaign = data?.campaign;
  const isLive = campaign?.state === 'planned' || campaign?.state === 'running';
  return (
    <Page
      title={campaign?.name ?? t`Campaign`}
      above={<Back to="/prices">{t`Prices`}</Back>}
      mark={campaign && <CampaignBadge state={campaign.state} />}
      lead={campaign && `${words.when(campaign)} · ${words.reduction(campaign)}`}
      actions={
        data && (
          <CampaignActions
            detail={data}
            onCallOff={() => setQuestion('call_off')}
            onMoveEnd={() => setQuestion('move_end')}
            onRemove={() => setQuestion('remove')}
          />
        )
      }
    >
      {isUnknown && (
        <EmptyState title={t`There is no such campaign`}>
          <Trans>Somebody may have removed its draft.</Trans>
        </EmptyState>
      )}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && isLive && data.reduces < data.campaign.items && <Fewer detail={data} />}
      {data && campaign?.state === 'draft' && <CampaignForm detail={data} />}
      {data && campaign?.state === 'draft' && <Plan detail={data} />}
      {data && campaign?.state !== 'draft' && <Goods detail={data} />}
      {data && question === 'move_end' && <EndDialog campaign={data.campaign} onClose={() => setQuestion(undefined)} />}
      {data && question && question !== 'move_end' && (
        <Question question={question} detail={data} onClose={() => setQuestion(undefined)} />
      )}
    </Page>
  );
}

interface ActionsProps {
  detail: CampaignDetail;
  onCallOff: () => void;
  onMoveEnd: () => void;
  onRemove: () => void;
}

function CampaignActions({ detail: { campaign }, onCallOff, onMoveEnd, onRemove }: ActionsProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const unschedule = useCampaignCall('campaign/unschedule');
  const { id, version, state } = campaign;
  if (state === 'draft') {
    return (
      <Menu
        label={t`More actions`}
        trigger={<Button icon="more">{t`More actions`}</Button>}
        actions={[{ id: 'remove', label: t`Remove the draft…`, onAction: onRemove }]}
      />
    );
  }
  return (
    <>
      {state === 'planned' && (
        <Button
          isPending={unschedule.isPending}
          onPress={() =>
            unschedule.mutate(
              { id, version },
              { onSuccess: () => toast(t`It is a draft again.`), onError: (error) => toast(say(error)) },
            )
          }
        >
          {t`Make it a draft again`}
        </Button>
      )}
      {(state === 'planned' || state === 'running') && (
        <>
          <Button onPress={onMoveEnd}>{t`Move the end…`}</Button>
          <Button onPress={onCallOff}>{t`Call off…`}</Button>
        </>
      )}
    </>
  );
}

function Fewer({ detail: { campaign, reduces } }: { detail: CampaignDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const [now, chosen] = [format.number(reduces), format.number(campaign.items)];
  return (
    <Notice tone="warning" title={t`It reduces ${now} of ${chosen} items`}>
      <Trans>
        The others were left out when it was scheduled, cost less by themselves, or a price sheet has taken them away.
        To bring them back, make it a draft again or plan another campaign.
      </Trans>
    </Notice>
  );
}

function Question({
  question,
  detail: { campaign },
  onClose,
}: {
  question: 'call_off' | 'remove';
  detail: CampaignDetail;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const say = useMessageText();
  const [, go] = useLocation();
  const callOff = useCampaignCall('campaign/call_off');
  const remove = useRemoveCampaign();
  const { id, version, name, state } = campaign;
  const onError = (error: { id: string }) => {
    toast(say(error));
    onClose();
  };
  return question === 'call_off' ? (
    <Dialog title={t`Call off ${name}?`} isOpen isAlert onClose={onClose}>
      <p className={styles.words}>
        {state === 'running' ? (
          <Trans>It ends now. Each item costs again what it would cost without the campaign.</Trans>
        ) : (
          <Trans>It does not begin. Each item costs what it would cost without the campaign.</Trans>
        )}
      </p>
      <Actions>
        <Button
          variant="primary"
          isPending={callOff.isPending}
          onPress={() =>
            callOff.mutate(
              { id, version },
              {
                onSuccess: () => {
                  toast(t`The campaign is called off.`);
                  onClose();
                },
                onError,
              },
            )
          }
        >
          {t`Call off`}
        </Button>
        <Button onPress={onClose}>{t`Keep it`}</Button>
      </Actions>
    </Dialog>
  ) : (
    <Dialog title={t`Remove the draft ${name}?`} isOpen isAlert onClose={onClose}>
      <p className={styles.words}>
        <Trans>Its goods and terms are gone. No price changes.</Trans>
      </p>
      <Actions>
        <Button
          variant="primary"
          isPending={remove.isPending}
          onPress={() => remove.mutate({ id, version }, { onSuccess: () => go('/prices'), onError })}
        >
          {t`Remove`}
        </Button>
        <Button onPress={onClose}>{t`Keep it`}</Button>
      </Actions>
    </Dialog>
  );
}

function Goods({ detail: { items, campaign } }: { detail: CampaignDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <Section id="campaign-goods" title={t`Goods`} isOpen>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Item`}</th>
            {campaign.kind === 'price' && <th scope="col" className={table.end}>{t`Campaign price`}</th>}
            <th scope="col" className={table.end}>{t`Price now`}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ sku, name, amount, price }) => (
            <tr key={sku}>
              <th scope="row">
                {name}
                <span className={table.quiet} translate="no">
                  {sku}
                </span>
              </th>
              {campaign.kind === 'price' && (
                <td className={styles.number} data-label={t`Campaign price`}>
                  {price === null ? '–' : format.money(price, 'EUR')}
                </td>
              )}
              <td className={styles.number} data-label={t`Price now`}>
                {amount === null ? '–' : format.money(amount, 'EUR')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
