/** Seven days beside each other, on a phone below each other: which campaigns run when, and which prices change. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Campaign, CampaignCalendar } from '../../api/types';
import { CampaignBadge } from '../../parts/campaigns';
import { useFormat } from '../../parts/text';
import { daysOfWeek, hoursOn } from './month';
import styles from './PricesScreen.module.css';

export function Week({ monday, calendar }: { monday: string; calendar: CampaignCalendar }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <ol className={styles.week} aria-labelledby="price-calendar">
      {daysOfWeek(monday).map((day) => {
        const campaigns = calendar.campaigns.filter((campaign) => hoursOn(day, campaign));
        const changes = calendar.changes.filter(({ local }) => local.startsWith(day));
        const isQuiet = campaigns.length === 0 && changes.length === 0;
        return (
          <li key={day} aria-current={day === calendar.today ? 'date' : undefined}>
            <h3>{format.weekdayAndDay(day)}</h3>
            {isQuiet && (
              <p className={styles.none}>
                <span aria-hidden="true">–</span>
                <span className="visually-hidden">{t`No price changes.`}</span>
              </p>
            )}
            {!isQuiet && (
              <ul>
                {campaigns.map((campaign) => (
                  <Running key={campaign.id} day={day} campaign={campaign} />
                ))}
                {changes.map(({ at, local, items }) => (
                  <li key={at} className={styles.moment}>
                    <span className={styles.clock}>{local.slice(11, 16)}</span>
                    <Link href="/prices/items?filter=planned">
                      {t`${plural(items, { one: '# new price', other: '# new prices' })}`}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Running({ day, campaign }: { day: string; campaign: Campaign }) {
  const { t } = useLingui();
  const { from = null, to = null } = hoursOn(day, campaign) ?? {};
  const when =
    from && to
      ? `${from}–${to}`
      : from
        ? t`from ${from}`
        : to
          ? t`until ${to}`
          : t({ context: 'day', message: 'all day' });
  return (
    <li className={styles.moment} data-state={campaign.state}>
      <span className={styles.clock}>{when}</span>
      <Link href={`/prices/campaigns/${campaign.id}`}>{campaign.name}</Link>
      <CampaignBadge state={campaign.state} />
    </li>
  );
}
