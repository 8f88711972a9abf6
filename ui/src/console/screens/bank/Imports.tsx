/** What has become of the files that were dropped. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MOST_BYTES } from '../../api/bank';
import type { BankImportedStatement, Message } from '../../api/types';
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
  return imported.items.map((statement) => (
    <Brought
      key={statement.account}
      title={imported.items.length > 1 ? `${name} · ${groupedIban(statement.account)}` : name}
      statement={statement}
      notBooked={one.notBooked}
    />
  ));
}

/** What a file has brought of one account. */
function Brought({
  title,
  statement,
  notBooked,
}: {
  title: string;
  statement: BankImportedStatement;
  notBooked: Message | undefined;
}) {
  const say = useMessageText();
  const { added, known, sure } = statement;
  const isOther = statement.is_own_account === false;
  return (
    <>
      {isOther && <OtherAccount account={statement.account} />}
      <Notice tone={added > 0 ? 'success' : 'info'} isLive title={title}>
        <p className={styles.counts}>
          <span>
            <Plural value={added} _0="No new movement" one="# new movement" other="# new movements" />
          </span>
          {known > 0 && (
            <span>
              <Plural value={known} one="# known already" other="# known already" />
            </span>
          )}
          {added > 0 && (
            <span>
              <Plural value={sure} _0="none is sure" one="# is sure" other="# are sure" />
            </span>
          )}
        </p>
        {sure > 0 && !isOther && !notBooked && (
          <p>
            <Trans>
              What is sure names one order and brings exactly what it waits for. It is booked in ten seconds; until then
              you can undo it.
            </Trans>
          </p>
        )}
        {sure > 0 && !isOther && notBooked && <p>{say(notBooked)}</p>}
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
        The statement is of <span className={styles.iban}>{iban}</span>, so nothing of it is booked by itself. If that
        is a second account of the house, book its movements one by one.
      </Trans>
    </Notice>
  );
}
