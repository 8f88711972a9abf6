/** What the house sets itself: the parts, what waits, and the way to the history. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useMay } from '../../api/queries';
import { useSettings } from '../../api/settings';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { Page } from '../../parts/Page';
import { GROUPS } from '../../parts/settingGroups';
import styles from './SettingsScreen.module.css';
import { Waiting } from './Waiting';

export default function SettingsScreen() {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useSettings();
  const mayAnswer = useMay('messages_answer');
  const more = [
    {
      path: '/settings/shipping',
      title: t`Carriers and rates`,
      lead: t`What carriers take where, by weight, how many days it takes, and to which countries.`,
    },
    { path: '/settings/vat', title: t`VAT`, lead: t`The rates of each country, and what is planned.` },
    {
      path: '/settings/currencies',
      title: t`Currencies`,
      lead: t`Which are offered, at which rates, and how their prices are rounded.`,
    },
    {
      path: '/settings/languages',
      title: t`Languages`,
      lead: t`Which are offered, in which order, the default, and where and in what each begins.`,
    },
    {
      path: '/settings/credentials',
      title: t`Access to mail and payment`,
      lead: t`The server by which letters leave, and the account that cards are charged for.`,
    },
    {
      path: '/settings/compliance',
      title: t`What the law asks`,
      lead: t`Every duty with its law and where it is met, and what is still missing or the demonstration’s.`,
    },
    { path: '/settings/closing-days', title: t`Closing days`, lead: t`Days on which the house does not work.` },
    ...(mayAnswer
      ? [
          {
            path: '/messages?chat=hours',
            title: t`Chat hours`,
            lead: t`The hours at which shoppers are offered the chat.`,
          },
        ]
      : []),
  ];
  return (
    <Page
      title={t({ context: 'screen', message: 'Settings' })}
      lead={t`What your house is and on which terms it sells. What you save is in force at once, in the shop, in letters and on invoices.`}
      actions={<Link href="/settings/history">{t`What was changed`}</Link>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Waiting list={data} />}
      {data && (
        <ul className={styles.groups}>
          {data.sections.map(({ group }) => (
            <li key={group}>
              <Link href={`/settings/${group}`} className={styles.group}>
                {i18n._(GROUPS[group].title)}
              </Link>
              <p>{i18n._(GROUPS[group].lead)}</p>
            </li>
          ))}
          {more.map(({ path, title, lead }) => (
            <li key={path}>
              <Link href={path} className={styles.group}>
                {title}
              </Link>
              <p>{lead}</p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
