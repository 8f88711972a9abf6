/** The anonymised copy, on which changes can be tried. */

import { Trans, useLingui } from '@lingui/react/macro';
import { asApiError } from '../../api/client';
import { STAGING_FILE, takeStaging, useRestoreCall } from '../../api/system';
import type { AnonymisedCopy } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Part } from './Part';
import { Said } from './Said';
import styles from './SystemScreen.module.css';

export function Staging({ copy }: { copy: AnonymisedCopy | null }) {
  const { t } = useLingui();
  const say = useMessageText();
  const make = useRestoreCall('staging/make');
  const isMaking = copy?.state === 'making';
  const order = () => make.mutate({}, { onError: (error) => toast(say(error)) });
  return (
    <Part
      id="staging"
      title={t`Copy to try things on`}
      lead={t`The whole shop with its orders, amounts and dates; but every name, address, message and key is replaced. Whoever tries a change on it sees nobody’s data.`}
      actions={
        !isMaking && (
          <Button icon="copies" isPending={make.isPending} onPress={order}>
            {copy?.state === 'ready' ? t`Make a new one` : t`Make an anonymised copy`}
          </Button>
        )
      }
    >
      {isMaking && <Making copy={copy} />}
      {copy?.state === 'ready' && <Ready copy={copy} />}
      {copy?.state === 'failed' && (
        <Notice tone="error" isLive title={t`The anonymised copy could not be made`}>
          <Said text={copy.failure ?? ''} />
        </Notice>
      )}
    </Part>
  );
}

function Making({ copy: { percent } }: { copy: AnonymisedCopy }) {
  const { t } = useLingui();
  return (
    <div className={styles.progress}>
      <span className={styles.stroke} aria-hidden="true" />
      <label className={styles.making}>
        <Trans>The copy is being made. You can go on working, or close this page.</Trans>
        <progress max={100} value={percent} aria-label={t`How far the copy is`}>
          {percent} %
        </progress>
      </label>
      <Delete label={t`Stop`} />
    </div>
  );
}

function Ready({ copy: { bytes, made_at, until } }: { copy: AnonymisedCopy }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const made = format.time(Date.parse(made_at ?? ''));
  const end = format.time(Date.parse(until ?? ''));
  const size = format.bytes(bytes ?? 0);
  const save = () =>
    takeStaging().then(
      () => window.location.assign(STAGING_FILE),
      (error) => toast(say(asApiError(error))),
    );
  return (
    <Notice
      tone="success"
      title={t`Ready since ${made}, ${size}`}
      actions={
        <>
          <Button small onPress={() => void save()}>{t`Save the copy`}</Button>
          <Delete label={t`Delete it`} />
        </>
      }
    >
      <Trans>
        It is deleted by itself on {end}. Put it as <code>shop.db</code> into an empty folder and open it with{' '}
        <code>shop serve</code>; nobody can sign in there without a new invitation.
      </Trans>
    </Notice>
  );
}

function Delete({ label }: { label: string }) {
  const say = useMessageText();
  const { mutate, isPending } = useRestoreCall('staging/delete');
  return (
    <Button
      small
      variant="quiet"
      isPending={isPending}
      onPress={() => mutate({}, { onError: (error) => toast(say(error)) })}
    >
      {label}
    </Button>
  );
}
