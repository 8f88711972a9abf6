/** What has become of the files that were dropped. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MOST_BYTES } from '../../api/bank';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './BankScreen.module.css';
import { groupedIban } from './iban';
import type { Import } from './useImports';

const MEGABYTE = 1_000_000;

export function Imports({ imports, onClose }: { imports: Import[]; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <section className={styles.imports} aria-label={t`Imported statements`}>
      {imports.map((one) => (
        <Outcome key={one.key} one={one} />
      ))}
      {imports.every(({ state }) => state !== 'waiting') && (
        <div>
          <Button small variant="quiet" onPress={onClose}>{t`Close these notices`}</Button>
        </div>
      )}
    </section>
  );
}

function Outcome({ one }: { one: Import }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { name, state, imported, error } = one;
  const size = format.number(Math.round((10 * one.size) / MEGABYTE) / 10);
  const most = format.number(MOST_BYTES / MEGABYTE);
  if (state === 'waiting') return <Notice isLive title={t`${name} is being read…`} />;
  if (state === 'too_large') {
    return (
      <Notice tone="error" isLive title={t`${name} has ${size} MB, which is too much`}>
        <Trans>A statement may have {most} MB. Export fewer days at a time.</Trans>
      </Notice>
    );
  }
  if (!imported) {
    return (
      <Notice tone="error" isLive title={t`${name} was not imported`}>
        {error && <p>{say(error)}</p>}
      </Notice>
    );
  }
  return (
    <>
      {imported.is_own_account === false && <OtherAccount account={imported.account} />}
      <Notice tone={imported.added > 0 ? 'success' : 'info'} isLive title={name}>
        <p className={styles.counts}>
          <span>
            <Plural value={imported.added} _0="No new movement" one="# new movement" other="# new movements" />
          </span>
          {imported.known > 0 && (
            <span>
              <Plural value={imported.known} one="# known already" other="# known already" />
            </span>
          )}
          {imported.added > 0 && (
            <span>
              <Plural value={imported.sure} _0="none is sure" one="# is sure" other="# are sure" />
            </span>
          )}
        </p>
        {imported.sure > 0 && !one.notBooked && (
          <p>
            <Trans>
              What is sure names one order and brings exactly what it waits for. It is booked in ten seconds; until then
              you can undo it.
            </Trans>
          </p>
        )}
        {one.notBooked && <p>{say(one.notBooked)}</p>}
      </Notice>
    </>
  );
}

function OtherAccount({ account }: { account: string }) {
  const { t } = useLingui();
  const iban = groupedIban(account);
  return (
    <Notice tone="warning" isLive title={t`This is not the account on the shop’s bills`}>
      <Trans>
        The statement is of <span className={styles.iban}>{iban}</span>. If that is a second account of the house,
        everything is in order; else look at what was booked.
      </Trans>
    </Notice>
  );
}
