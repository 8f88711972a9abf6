/** Whether the chain is whole, and holds the seal of a letter. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { useVerify } from '../../api/queries';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './AuditScreen.module.css';

type Verify = ReturnType<typeof useVerify>;

export function VerifyButton({ verify: { mutate, isPending } }: { verify: Verify }) {
  const { t } = useLingui();
  return (
    <Button icon="shield" isPending={isPending} onPress={() => mutate(undefined)}>
      {isPending ? t`Verifying…` : t`Verify the chain`}
    </Button>
  );
}

export function Verification({ verify }: { verify: Verify }) {
  if (verify.isIdle) return null;
  return (
    <div className={styles.verification}>
      <Outcome verify={verify} />
      <Comparison verify={verify} />
    </div>
  );
}

/** Owners are mailed the newest seal each day: what they keep cannot be changed with the database. */
function Comparison({ verify: { mutate, isPending, data } }: { verify: Verify }) {
  const { t } = useLingui();
  const [seal, setSeal] = useState('');
  return (
    <>
      <form
        className={styles.comparison}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(seal);
        }}
      >
        <Field
          id="audit-seal"
          label={t`Seal from a letter`}
          hint={t`Owners get the newest seal by email each day. It begins with a number and a colon.`}
          isFilter
          value={seal}
          onChange={setSeal}
        />
        <Button type="submit" isPending={isPending}>{t`Compare`}</Button>
      </form>
      {data?.holds_seal === true && (
        <Notice tone="success" isLive>
          <Trans>The chain holds this seal: nothing before it has been rewritten since the letter.</Trans>
        </Notice>
      )}
      {data?.holds_seal === false && (
        <Notice tone="error" isLive title={t`The chain does not hold this seal`}>
          <Trans>
            The audit was rewritten after the letter, or a copy from before it was restored. Keep the letter and a copy
            of the database, and tell whoever runs the server.
          </Trans>
        </Notice>
      )}
    </>
  );
}

function Outcome({ verify: { data, error } }: { verify: Verify }) {
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
