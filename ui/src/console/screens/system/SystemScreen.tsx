/** How the shop itself is: copies, emails that do not leave, jobs, configuration. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useSystem } from '../../api/system';
import type { SystemState } from '../../api/types';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { useFragment } from '../../parts/fragment';
import { Page } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import { Configuration } from './Configuration';
import { Copies } from './Copies';
import { Emails } from './Emails';
import { Jobs } from './Jobs';
import { Overview } from './Overview';
import { Staging } from './Staging';
import styles from './SystemScreen.module.css';

export default function SystemScreen() {
  const { t } = useLingui();
  const { data: state, error, refetch } = useSystem();
  useFragment(state !== undefined);
  return (
    <Page title={t`System`} lead={state && <Lead state={state} />}>
      {!state && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!state && !error && <Skeleton rows={8} />}
      {state && (
        <>
          {error && (
            <Notice tone="warning" isLive>
              <Trans>This page could not be read again. What you see may be out of date.</Trans>
            </Notice>
          )}
          <Overview state={state} />
          <Copies state={state} />
          <Staging copy={state.anonymised} />
          <Emails mails={state.mails} />
          <Jobs jobs={state.jobs} stuck={state.stuck} />
          <Configuration state={state} />
        </>
      )}
    </Page>
  );
}

function Lead({ state }: { state: SystemState }) {
  const { t } = useLingui();
  const format = useFormat();
  const { version } = state;
  const schema = format.number(state.schema);
  const size = format.bytes(state.database_bytes);
  return (
    <p className={styles.lead}>
      <span>{t`Version ${version}`}</span>
      <span>{t`Schema ${schema}`}</span>
      <span>{t`Database ${size}`}</span>
    </p>
  );
}
