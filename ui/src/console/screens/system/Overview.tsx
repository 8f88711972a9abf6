/** The four parts of the page at a glance, each a way to it. */

import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SystemState } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { useFormat } from '../../parts/text';
import { configurationState, copiesState, emailsState } from './health';
import styles from './SystemScreen.module.css';

type Tone = 'info' | 'success' | 'warning' | 'error';

export function Overview({ state }: { state: SystemState }) {
  const { t } = useLingui();
  return (
    <nav className={styles.overview} aria-label={t`At a glance`}>
      <ul>
        <CopiesGlance state={state} />
        <EmailsGlance state={state} />
        <JobsGlance state={state} />
        <ConfigurationGlance state={state} />
      </ul>
    </nav>
  );
}

function Glance({ to, name, tone, children }: { to: string; name: string; tone: Tone; children: ReactNode }) {
  return (
    <li>
      <a href={`#${to}`} className={styles.glance}>
        <span className={styles.what}>{name}</span>
        <span className={styles.how} data-tone={tone}>
          <Icon name={tone} size={20} />
          <span>{children}</span>
        </span>
      </a>
    </li>
  );
}

function CopiesGlance({ state: { backups } }: { state: SystemState }) {
  const { t } = useLingui();
  const format = useFormat();
  const is = copiesState(backups, Date.now());
  const newest = backups.items[0];
  const passed = newest && format.ago(Date.parse(newest.made_at));
  return (
    <Glance to="copies" name={t`Last copy`} tone={is === 'fresh' ? 'success' : 'warning'}>
      {passed ?? t`None yet`}
    </Glance>
  );
}

function EmailsGlance({ state: { mails } }: { state: SystemState }) {
  const { t } = useLingui();
  const is = emailsState(mails);
  const count = is === 'failed' ? mails.failed.length : mails.waiting.length;
  const tones = { failed: 'error', waiting: 'warning', sent: 'success' } as const;
  return (
    <Glance to="emails" name={t`Emails`} tone={tones[is]}>
      {is === 'sent' && t`All have left`}
      {is === 'waiting' && <Plural value={count} one="# is waiting" other="# are waiting" />}
      {is === 'failed' && <Plural value={count} one="# not delivered" other="# not delivered" />}
    </Glance>
  );
}

function JobsGlance({ state: { stuck } }: { state: SystemState }) {
  const { t } = useLingui();
  return (
    <Glance to="jobs" name={t`Jobs`} tone={stuck.length > 0 ? 'error' : 'success'}>
      {stuck.length > 0 ? (
        <Plural value={stuck.length} one="# row is stuck" other="# rows are stuck" />
      ) : (
        t`None is stuck`
      )}
    </Glance>
  );
}

function ConfigurationGlance({ state }: { state: SystemState }) {
  const { t } = useLingui();
  const is = configurationState(state);
  const tones = { warned: 'warning', unchecked: 'info', in_order: 'success' } as const;
  return (
    <Glance to="configuration" name={t`Configuration`} tone={tones[is]}>
      {is === 'warned' && <Plural value={state.warnings.length} one="# warning" other="# warnings" />}
      {is === 'unchecked' && t`Not checked`}
      {is === 'in_order' && t`In order`}
    </Glance>
  );
}
