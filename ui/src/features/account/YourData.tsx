/** Data export (Regulation 2016/679 art. 20) and erasure (art. 17). */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type ApiError, asApiError, call } from '../../api/client';
import type { Export, UserInfo } from '../../api/types';
import { shopDay } from '../../domain/timestamp';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Accordion } from '../../parts/Accordion';
import { Button } from '../../parts/Button';
import { LoadError, Notice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { useMessageText } from '../../state/i18n';
import { useSentForm, useSite } from '../../state/site';
import styles from './AccountScreen.module.css';
import { DeletionForm } from './Deletion';

/** Starts a download. */
function save(name: string, data: Export): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function YourData({ user, onChange }: { user: UserInfo; onChange: (user: UserInfo) => void }) {
  const { t } = useLingui();
  const site = useSite();
  const say = useMessageText();
  const sent = useSentForm('account/export');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const fetchData = () => {
    setBusy(true);
    setError(undefined);
    call('account/export', {})
      .then((data) => save(`${t`personal-data`}-${shopDay(site, data.exported_at)}.json`, data))
      .catch((reason) => setError(asApiError(reason)))
      .finally(() => setBusy(false));
  };
  return (
    <section className={styles.data} aria-labelledby="account-data">
      <h2 id="account-data" className="subheading">
        {t`Your data`}
      </h2>
      <div className={styles.row}>
        <p>
          <Trans>Everything we keep about you, in one machine-readable file (JSON).</Trans>
        </p>
        {!user.email_proved && (
          <p>
            <Trans>
              Messages and withdrawals sent without logging in are included, and deleted with the account, once your
              address is confirmed by a new password (‘Forgotten your password?’).
            </Trans>
          </p>
        )}
        {error && <LoadError error={error} onRetry={fetchData} />}
        {sent && <Notice tone="error" alert title={say(sent.error)} />}
        {/* Without scripts the answer is the file. */}
        <PostForm call="account/export" onSubmit={fetchData}>
          <Button type="submit" small variant="secondary" busy={busy} busyLabel={t`Preparing…`}>
            <Icon name="download" size={18} />
            <span>{t`Download my data`}</span>
          </Button>
        </PostForm>
      </div>
      {!user.deletion && (
        <Accordion level={3} title={t`Delete your account`} id="delete-account">
          <div className={styles.scripted}>
            <DeletionForm onChange={onChange} />
          </div>
          <p className={styles.plain}>
            <Link href={`${urls.account(site.lang)}?confirm=delete`}>{t`Delete my account`}</Link>
          </p>
        </Accordion>
      )}
    </section>
  );
}
