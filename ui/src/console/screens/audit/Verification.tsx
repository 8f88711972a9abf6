/** Whether the chain is whole. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { useVerify } from '../../api/queries';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './AuditScreen.module.css';

type Verify = ReturnType<typeof useVerify>;

export function VerifyButton({ verify: { mutate, isPending } }: { verify: Verify }) {
  const { t } = useLingui();
  return (
    <Button icon="shield" isPending={isPending} onPress={() => mutate()}>
      {isPending ? t`Verifying…` : t`Verify the chain`}
    </Button>
  );
}

export function Verification({ verify: { data, error } }: { verify: Verify }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const sealed = data?.sealed ?? 0;
  const unsealed = data?.unsealed ?? 0;
  const number = format.number(data?.broken?.id ?? 0);
  if (error) {
    return (
      <Notice tone="error" isLive>
        {say(error)}
      </Notice>
    );
  }
  if (!data) return null;
  if (data.broken) {
    return (
      <Notice tone="error" isLive title={t`The chain is broken at number ${number}`}>
        <p lang="en">{data.broken.why}</p>
        <p>
          <Trans>
            Somebody has changed the database by another way than the console, or a copy was restored in part. Change
            nothing, keep a copy of the database, and tell whoever runs the server.
          </Trans>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" isLive title={t`The chain is whole`}>
      <p>
        <Plural value={sealed} one="# entry is sealed and unchanged." other="# entries are sealed and unchanged." />
      </p>
      <p>
        <Plural
          value={unsealed}
          _0="None is waiting for its seal."
          one="# is waiting for its seal."
          other="# are waiting for their seal."
        />
      </p>
      {data.last_hash && (
        <span className={styles.hash}>
          <Trans>Last seal:</Trans> <code>{data.last_hash}</code>
        </span>
      )}
    </Notice>
  );
}
