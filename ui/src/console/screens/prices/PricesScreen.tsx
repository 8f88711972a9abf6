/** What happens to prices: a month or a week of campaigns and planned prices, and all campaigns. */

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
import { readPages, useShowMore, writePages } from '../../parts/pages';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { daysOfWeek, lanesOf, mondayOf, monthAfter, readMonth, readWeek, type Span, weekAfter, weeksOf } from './month';
import styles from './PricesScreen.module.css';
import { Week } from './Week';

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
      <Calendar />
      <Campaigns />
    </Page>
  );
}

/** The address names the month, or a day of the week. */
function Calendar() {
  const [params] = useSearchParams();
  const today = useFormat().dayOf(Date.now());
  const isWeek = params.has('week');
  return isWeek ? <WeekView monday={readWeek(params.get('week'), today)} /> : <Month />;
}

function useGo() {
  const [, setParams] = useSearchParams();
  return (name: 'month' | 'week', to: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('month');
      next.delete('week');
      if (to) next.set(name, to);
      return next;
    });
}

interface HeadProps {
  title: string;
  /** What the other view shows. */
  other: string;
  isWeek?: boolean;
  labels: [before: string, now: string, after: string];
  onStep: (steps: -1 | 0 | 1) => void;
}

function Head({ title, other, isWeek, labels: [before, now, after], onStep }: HeadProps) {
  const { t } = useLingui();
  const go = useGo();
  const today = useFormat().dayOf(Date.now());
  return (
    <div className={styles.monthHead}>
      <h2 id="price-calendar" aria-live="polite">
        {title}
      </h2>
      <div className={styles.steps}>
        <Chips
          label={t`Month or week`}
          options={[
            { value: 'month', label: t`Month` },
            { value: 'week', label: t`Week` },
          ]}
          chosen={[isWeek ? 'week' : 'month']}
          onChange={(chosen) => {
            const wanted = isWeek ? 'month' : 'week';
            if (!chosen.includes(wanted)) return;
            go(wanted, wanted === 'month' && other === today.slice(0, 7) ? null : other);
          }}
        />
        <IconButton icon="previous" aria-label={before} onPress={() => onStep(-1)} />
        <Button small variant="quiet" onPress={() => onStep(0)}>
          {now}
        </Button>
        <IconButton icon="next" aria-label={after} onPress={() => onStep(1)} />
      </div>
    </div>
  );
}

function WeekView({ monday }: { monday: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const go = useGo();
  const today = format.dayOf(Date.now());
  const sunday = daysOfWeek(monday)[6] ?? monday;
  const { data, error, refetch } = useCalendar(monday, sunday);
  return (
    <section className={styles.calendar} aria-labelledby="price-calendar">
      <Head
        title={format.days(monday, sunday)}
        other={monday.slice(0, 7)}
        isWeek
        labels={[t`Week before`, t`This week`, t`Week after`]}
        onStep={(steps) => go('week', steps === 0 ? mondayOf(today) : weekAfter(monday, steps))}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Week monday={monday} calendar={data} />}
    </section>
  );
}

function Month() {
  const { t } = useLingui();
  const format = useFormat();
  const [params] = useSearchParams();
  const show = useGo();
  const today = format.dayOf(Date.now());
  const month = readMonth(params.get('month'), today);
  const weeks = weeksOf(month);
  const { data, error, refetch } = useCalendar(weeks[0]?.[0] ?? today, weeks.at(-1)?.[6] ?? today);
  const go = (to: string) => show('month', to === today.slice(0, 7) ? null : to);
  return (
    <section className={styles.calendar} aria-labelledby="price-calendar">
      <Head
        title={format.month(month)}
        other={mondayOf(today.startsWith(month) ? today : `${month}-01`)}
        labels={[t`Month before`, t`This month`, t`Month after`]}
        onStep={(steps) => go(steps === 0 ? today.slice(0, 7) : monthAfter(month, steps))}
      />
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
  const pages = useCampaigns(state);
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = pages;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const change = (name: 'state' | 'pages', value: string, options?: { replace: boolean }) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('pages');
      next.delete(name);
      if (value) next.set(name, value);
      return next;
    }, options);
  const choose = (chosen: CampaignState | undefined) => change('state', chosen ?? '');
  const showMore = useShowMore(readPages(params), pages, (wanted) =>
    change('pages', writePages(wanted), { replace: true }),
  );
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
                  <Link href={`/prices/campaigns/${campaign.id}`} data-row="">
                    {campaign.name}
                  </Link>
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
      {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
    </Section>
  );
}
