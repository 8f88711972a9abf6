/** What happens to prices: a month of campaigns and planned prices, and all campaigns. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'wouter';
import { useCalendar, useCampaigns } from '../../api/prices';
import type { Campaign, CampaignCalendar, CampaignState } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { CampaignBadge, useCampaignStates, useCampaignWords } from '../../parts/campaigns';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Page, Section } from '../../parts/Page';
import { PriceTabs } from '../../parts/PriceTabs';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { lanesOf, monthAfter, readMonth, type Span, weeksOf } from './month';
import styles from './PricesScreen.module.css';

const STATES: CampaignState[] = ['draft', 'planned', 'running', 'ended', 'called_off'];
/** Lanes of a day; what is beyond them stands in the list. */
const LANES = 3;

export default function PricesScreen() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Prices`}
      lead={t`Campaigns reduce chosen goods for a time, on the shop’s clocks. Pages, feeds and orders follow by themselves.`}
      actions={
        <Link href="/prices/campaigns/new" className={styles.create}>
          {t`New campaign`}
        </Link>
      }
    >
      <PriceTabs at="calendar" />
      <Month />
      <Campaigns />
    </Page>
  );
}

function Month() {
  const { t } = useLingui();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const today = format.dayOf(Date.now());
  const month = readMonth(params.get('month'), today);
  const weeks = weeksOf(month);
  const { data, error, refetch } = useCalendar(weeks[0]?.[0] ?? today, weeks.at(-1)?.[6] ?? today);
  const go = (to: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (to === today.slice(0, 7)) next.delete('month');
      else next.set('month', to);
      return next;
    });
  return (
    <section className={styles.calendar} aria-labelledby="price-month">
      <div className={styles.monthHead}>
        <h2 id="price-month" aria-live="polite">
          {format.month(month)}
        </h2>
        <div className={styles.steps}>
          <IconButton icon="previous" aria-label={t`Month before`} onPress={() => go(monthAfter(month, -1))} />
          <Button small variant="quiet" onPress={() => go(today.slice(0, 7))}>{t`This month`}</Button>
          <IconButton icon="next" aria-label={t`Month after`} onPress={() => go(monthAfter(month, 1))} />
        </div>
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Grid weeks={weeks} month={month} calendar={data} />}
      {data && <Agenda calendar={data} />}
    </section>
  );
}

function Grid({ weeks, month, calendar }: { weeks: string[][]; month: string; calendar: CampaignCalendar }) {
  const { t } = useLingui();
  const format = useFormat();
  const spans = lanesOf(calendar.campaigns);
  return (
    <table className={styles.grid} aria-label={format.month(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {format.weekdayOf(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const changing = calendar.changes.filter(({ local }) => local.startsWith(day));
              const items = changing.reduce((sum, change) => sum + change.items, 0);
              return (
                <td
                  key={day}
                  data-other={day.startsWith(month) ? undefined : ''}
                  aria-current={day === calendar.today ? 'date' : undefined}
                >
                  <span className={styles.day}>{Number(day.slice(8))}</span>
                  <Lanes day={day} isFirst={day === week[0]} spans={spans} />
                  {items > 0 && (
                    <Link href="/prices/items?filter=planned" className={styles.change}>
                      {t`${plural(items, { one: '# new price', other: '# new prices' })}`}
                    </Link>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lanes({ day, isFirst, spans }: { day: string; isFirst: boolean; spans: Span<Campaign>[] }) {
  const here = spans.filter(({ from, to, lane }) => from <= day && day <= to && lane < LANES);
  const most = Math.max(-1, ...here.map(({ lane }) => lane));
  return (
    <span className={styles.lanes}>
      {Array.from({ length: most + 1 }, (_, lane) => {
        const span = here.find((one) => one.lane === lane);
        if (!span) return <span key={lane} className={styles.bar} data-empty="" />;
        const { of, from, to } = span;
        const begins = day === from || isFirst;
        return begins ? (
          <Link
            key={of.id}
            href={`/prices/campaigns/${of.id}`}
            className={styles.bar}
            data-state={of.state}
            data-begins={day === from ? '' : undefined}
            data-ends={day === to ? '' : undefined}
          >
            {of.name}
          </Link>
        ) : (
          <span key={of.id} className={styles.bar} data-state={of.state} data-ends={day === to ? '' : undefined} />
        );
      })}
    </span>
  );
}

/** The same as a list: for the phone, and for whoever hears the page. */
function Agenda({ calendar: { campaigns, changes } }: { calendar: CampaignCalendar }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useCampaignWords();
  if (campaigns.length === 0 && changes.length === 0) {
    return <p className={table.quiet}>{t`No price changes in these weeks.`}</p>;
  }
  return (
    <ul className={styles.agenda} aria-label={t`In these weeks`}>
      {campaigns.map((campaign) => (
        <li key={campaign.id}>
          <Link href={`/prices/campaigns/${campaign.id}`}>{campaign.name}</Link>{' '}
          <CampaignBadge state={campaign.state} />
          <span className={table.quiet}>
            {words.when(campaign)} · {words.reduction(campaign)}
          </span>
        </li>
      ))}
      {changes.map(({ at, items }) => (
        <li key={at}>
          <Link href="/prices/items?filter=planned">
            {t`${plural(items, { one: '# new price', other: '# new prices' })}`}
          </Link>
          <span className={table.quiet}>{format.time(Date.parse(at))}</span>
        </li>
      ))}
    </ul>
  );
}

function Campaigns() {
  const { t } = useLingui();
  const format = useFormat();
  const words = useCampaignWords();
  const states = useCampaignStates();
  const [params, setParams] = useSearchParams();
  const state = STATES.find((one) => one === params.get('state')) ?? null;
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useCampaigns(state);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const choose = (chosen: CampaignState | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (chosen) next.set('state', chosen);
      else next.delete('state');
      return next;
    });
  return (
    <Section id="campaigns" title={t`All campaigns`} isOpen>
      <Chips
        label={t`Filters`}
        options={STATES.map((value) => ({ value, label: states[value] }))}
        chosen={state ? [state] : []}
        onChange={(chosen) => choose(chosen.find((one) => one !== state))}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && items.length === 0 && (
        <EmptyState
          title={state ? t`No campaign matches` : t`No campaign yet`}
          actions={state && <Button onPress={() => choose(undefined)}>{t`Show all campaigns`}</Button>}
        >
          <Trans>
            A campaign chooses goods and reduces them from one time to another. Before it is scheduled it shows each
            price, with the lowest of 30 days that shoppers see.
          </Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Campaign`}</th>
              <th scope="col">{t`Status`}</th>
              <th scope="col">{t`When`}</th>
              <th scope="col">{t`Reduction`}</th>
              <th scope="col" className={table.end}>{t`Goods`}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((campaign) => (
              <tr key={campaign.id}>
                <th scope="row">
                  <Link href={`/prices/campaigns/${campaign.id}`}>{campaign.name}</Link>
                </th>
                <td data-label={t`Status`}>
                  <CampaignBadge state={campaign.state} />
                </td>
                <td data-label={t`When`}>{words.when(campaign)}</td>
                <td data-label={t`Reduction`}>{words.reduction(campaign)}</td>
                <td data-label={t`Goods`} className={styles.count}>
                  {format.number(campaign.items)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <div>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {isFetchingNextPage ? t`Loading…` : t`Show more`}
          </Button>
        </div>
      )}
    </Section>
  );
}
