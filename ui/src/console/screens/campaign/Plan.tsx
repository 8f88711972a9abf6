/** The dry run of a draft: each price as it would be and as shoppers see it, what is left out and why; and the way to schedule it. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCampaignCall, useCampaignPlan } from '../../api/prices';
import type { CampaignDetail, CampaignPlan, LeftOut, PlannedItem, PlannedPrice } from '../../api/types';
import { Button } from '../../parts/Button';
import { useCampaignWords } from '../../parts/campaigns';
import { Dialog } from '../../parts/Dialog';
import { Badge, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Actions } from '../../parts/Form';
import { Section } from '../../parts/Page';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './CampaignScreen.module.css';

export function Plan({ detail }: { detail: CampaignDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { id, version } = detail.campaign;
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useCampaignPlan(id, version);
  const [currency, setCurrency] = useState('EUR');
  const [isAsked, setAsked] = useState(false);
  const first = data?.pages[0];
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const currencies = [...new Set(items.flatMap(({ prices }) => prices.map((price) => price.currency)))];
  return (
    <Section
      id="campaign-plan"
      title={t`What it does`}
      lead={t`As the saved draft would do it, with all that is planned by now.`}
      isOpen
      actions={
        first && first.reduced > 0 ? (
          <Button variant="primary" onPress={() => setAsked(true)}>
            {t`Schedule…`}
          </Button>
        ) : undefined
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {first && <Told plan={first} />}
      {first && first.reduced === 0 && first.left_out.length === 0 && (
        <p className={styles.words}>
          <Trans>Choose goods and save the draft: here stands what each of them will cost.</Trans>
        </p>
      )}
      {items.length > 0 && (
        <>
          {currencies.length > 1 && (
            <SelectField
              id="plan-currency"
              label={t`Currency`}
              value={currency}
              onChange={setCurrency}
              options={currencies.map((value) => ({ value: value as string, label: value }))}
            />
          )}
          <Card item={items[0] as PlannedItem} currency={currency} />
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t`Item`}</th>
                <th scope="col" className={table.end}>{t`Before`}</th>
                <th scope="col" className={table.end}>{t`Lowest of 30 days`}</th>
                <th scope="col" className={table.end}>{t`Campaign price`}</th>
                <th scope="col">{t`Shoppers see`}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={item.sku} item={item} currency={currency} />
              ))}
            </tbody>
          </table>
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
        </>
      )}
      {first && first.left_out.length > 0 && (
        <div className={styles.left}>
          <h3>{t`${plural(first.left_out.length, { one: '# item is left out', other: '# items are left out' })}`}</h3>
          <ul>
            {first.left_out.map((item) => (
              <li key={item.sku}>
                {item.name} <span translate="no">{item.sku}</span>
                <span className={table.quiet}>
                  <Why item={item} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {first && isAsked && <Schedule detail={detail} plan={first} onClose={() => setAsked(false)} />}
      <p className="visually-hidden" role="status">
        {first && t`${format.number(first.reduced)} items would be reduced`}
      </p>
    </Section>
  );
}

/** What is odd about its times. */
function Told({ plan }: { plan: CampaignPlan }) {
  const { t } = useLingui();
  if (!plan.begins_twice && !plan.ends_twice) return null;
  return (
    <Notice tone="info" title={t`Clocks go back that night`}>
      {plan.begins_twice ? (
        <Trans>The time of the begin is shown twice. The first is meant.</Trans>
      ) : (
        <Trans>The time of the end is shown twice. The first is meant.</Trans>
      )}
    </Notice>
  );
}

const of = (item: PlannedItem, currency: string): PlannedPrice | undefined =>
  item.prices.find((price) => price.currency === currency);

function Row({ item, currency }: { item: PlannedItem; currency: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const price = of(item, currency);
  const money = (amount: string) => format.money(amount, currency);
  return (
    <tr>
      <th scope="row">
        {item.name}
        <span className={table.quiet} translate="no">
          {item.sku}
        </span>
      </th>
      {price ? (
        <>
          <td className={styles.number} data-label={t`Before`}>
            {money(price.before)}
          </td>
          <td className={styles.number} data-label={t`Lowest of 30 days`}>
            {money(price.lowest_30d)}
          </td>
          <td className={styles.number} data-label={t`Campaign price`}>
            {money(price.price)}
          </td>
          <td data-label={t`Shoppers see`}>
            <span>
              {price.percent === null ? (
                <Badge tone="warning">{t`No reduction`}</Badge>
              ) : (
                <span>
                  {price.percent === 0 ? `< ${format.percent('1')}` : `−${format.percent(String(price.percent))}`}
                </span>
              )}
              <span className={table.quiet}>
                <Note price={price} />
              </span>
            </span>
          </td>
        </>
      ) : (
        <td className={table.quiet} colSpan={4}>
          {t`Not reduced in this currency`}
        </td>
      )}
    </tr>
  );
}

function Note({ price }: { price: PlannedPrice }) {
  const { t } = useLingui();
  const format = useFormat();
  if (price.planned) {
    const [amount, at] = [
      format.money(price.planned.amount, price.currency),
      format.time(Date.parse(price.planned.at)),
    ];
    return price.planned.is_lower
      ? t`From ${at} the planned price of ${amount} is lower and counts`
      : t`From ${at} it costs ${amount} without the campaign`;
  }
  return price.percent === null ? t`It cost as little within the last 30 days` : null;
}

/** How the first item will look in a list of the shop. */
function Card({ item, currency }: { item: PlannedItem; currency: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const price = of(item, currency);
  if (!price) return null;
  const before = format.money(price.lowest_30d, currency);
  return (
    <figure className={styles.preview}>
      <figcaption className={table.quiet}>{t`As shoppers will see it`}</figcaption>
      <div className={styles.card}>
        <p>{item.name}</p>
        <p className={styles.cardPrice}>
          <span data-reduced={price.percent === null ? undefined : ''}>{format.money(price.price, currency)}</span>
          {price.percent !== null && (
            <>
              {' '}
              <s>{before}</s>
            </>
          )}
        </p>
        {price.percent !== null && <p className={table.quiet}>{t`Lowest price in the last 30 days: ${before}`}</p>}
      </div>
    </figure>
  );
}

function Why({ item: { why, campaign } }: { item: LeftOut }) {
  const { t } = useLingui();
  const name = campaign?.name ?? '';
  return {
    no_price: t`It has no price at that time.`,
    not_below: t`The campaign would not make it cheaper.`,
    in_campaign: t`The campaign ‘${name}’ reduces it in that time.`,
    no_own_price: t`It has no campaign price yet.`,
  }[why];
}

function Schedule({ detail, plan, onClose }: { detail: CampaignDetail; plan: CampaignPlan; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useCampaignWords();
  const schedule = useCampaignCall('campaign/schedule');
  const { id, version, name, ends_at } = detail.campaign;
  const { reduced, left_out: leftOut } = plan;
  const when = words.when({ begins_at: plan.begins_at, ends_at });
  return (
    <Dialog title={t`Schedule ${name}?`} isOpen isAlert onClose={onClose}>
      <p className={styles.words}>
        {t`${plural(reduced, { one: 'It reduces # item', other: 'It reduces # items' })}, ${when}.`}{' '}
        {leftOut.length > 0 &&
          t`${plural(leftOut.length, { one: '# chosen item is left out.', other: '# chosen items are left out.' })}`}
      </p>
      <Actions>
        <Button
          variant="primary"
          isPending={schedule.isPending}
          onPress={() =>
            schedule.mutate(
              { id, version, seen: plan.seen },
              {
                onSuccess: () => {
                  toast(t`The campaign is scheduled.`);
                  onClose();
                },
                onError: (error) => {
                  toast(say(error));
                  onClose();
                },
              },
            )
          }
        >
          {t`Schedule`}
        </Button>
        <Button onPress={onClose}>{t`Not yet`}</Button>
      </Actions>
    </Dialog>
  );
}
