/** Refunds that wait for a transfer, written into one SEPA file for the bank. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useRefunds, useSepaFile } from '../../api/bank';
import { asApiError } from '../../api/client';
import { addressOf, save } from '../../api/files';
import type { BankRefund } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';
import { Bar } from '../../parts/Bar';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { AllCheck } from '../../parts/RowCheck';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './BankScreen.module.css';
import { groupedIban, isIban, plainIban } from './iban';
import { Refund } from './Refund';

export interface Payee {
  name: string;
  iban: string;
}

export function Refunds() {
  const { t } = useLingui();
  const { data, error, refetch } = useRefunds();
  if (!data && error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={5} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={t`No refund waits to be transferred`}>
        <Trans>
          Refunds of orders that were paid by bank transfer or cheque stand here. One file takes them all to your bank.
        </Trans>
      </EmptyState>
    );
  }
  return <List refunds={data.items} />;
}

function List({ refunds }: { refunds: BankRefund[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const [edited, setEdited] = useState<Record<number, Payee>>({});
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  // One that stands in a file already is chosen only by hand: it would be paid twice.
  const [again, setAgain] = useState<ReadonlySet<number>>(new Set());
  const work = useFile();

  const payeeOf = ({ id, name, iban }: BankRefund): Payee => edited[id] ?? { name, iban: groupedIban(iban) };
  const isPossible = ({ currency }: BankRefund) => currency === 'EUR';
  const isChosen = (refund: BankRefund) =>
    isPossible(refund) && (refund.written_at ? again.has(refund.id) : !excluded.has(refund.id));
  const possible = refunds.filter((refund) => isPossible(refund) && !refund.written_at);
  const chosen = refunds.filter(isChosen);
  const toggle = ({ id, written_at }: BankRefund) => {
    const flip = (now: ReadonlySet<number>) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    };
    if (written_at) setAgain(flip);
    else setExcluded(flip);
  };
  const isAll = possible.length > 0 && possible.every(isChosen);
  const sum = format.money(amountOf(chosen.reduce((all, { amount }) => all + cents(amount), 0)), 'EUR');
  const write = () =>
    void work.write(
      chosen.map((refund) => ({
        id: refund.id,
        number: refund.order_number,
        again: Boolean(refund.written_at),
        ...payeeOf(refund),
      })),
      () => setAgain(new Set()),
    );

  return (
    <section className={styles.list} aria-label={t`Refunds to transfer`}>
      <Outcome work={work} />
      <table className={`${table.table} ${styles.refunds}`}>
        <thead>
          <tr>
            <th scope="col" className={styles.checkCell}>
              <AllCheck
                label={t`Select all refunds`}
                chosen={possible.filter(isChosen).length}
                of={possible.length}
                onChange={() => setExcluded(new Set(isAll ? possible.map(({ id }) => id) : []))}
              />
            </th>
            <th scope="col" className={styles.refundOrder}>{t`Order`}</th>
            <th scope="col" className={styles.holder}>{t`Account holder`}</th>
            <th scope="col" className={styles.ibanCell}>{t`IBAN`}</th>
            <th scope="col" className={`${table.end} ${styles.refundAmount}`}>{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {refunds.map((refund) => (
            <Refund
              key={refund.id}
              refund={refund}
              payee={payeeOf(refund)}
              errors={work.errors}
              isChosen={isChosen(refund)}
              isPossible={isPossible(refund)}
              onToggle={() => toggle(refund)}
              onEdit={(payee) => {
                setEdited((all) => ({ ...all, [refund.id]: payee }));
                work.clear(refund.id);
              }}
              onBlur={(field) => work.checkField(refund, payeeOf(refund), field)}
            />
          ))}
        </tbody>
      </table>
      <Bar narrow="only">
        <p role="status">
          <Plural value={chosen.length} _0="No refund chosen" one="# refund" other="# refunds" />
          {chosen.length > 0 && ` · ${sum}`}
        </p>
        <Button
          variant="primary"
          icon="download"
          isDisabled={chosen.length === 0}
          isPending={work.isBusy}
          onPress={write}
        >
          {work.isBusy ? t`Writing…` : t`Write the SEPA file`}
        </Button>
      </Bar>
    </section>
  );
}

type Errors = Record<string, string | undefined>;
type Asked = Payee & { id: number; number: string; again: boolean };
type Work = ReturnType<typeof useFile>;

/** Checks names and accounts, has the file written, and saves it. Fields are called as the server calls them: `iban.ID`. */
function useFile() {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutateAsync, isPending } = useSepaFile();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [attempts, setAttempts] = useState(0);
  const [file, setFile] = useState<{ name: string; address: string; count: number }>();

  const check = ({ id, number, name, iban }: Omit<Asked, 'again'>): Errors => {
    const found: Errors = {};
    if (!name.trim()) found[`name.${id}`] = t`${number}: enter the name of the account’s owner.`;
    if (!iban.trim()) found[`iban.${id}`] = t`${number}: enter the IBAN as your customer has given it.`;
    else if (!isIban(iban))
      found[`iban.${id}`] = t`${number}: this IBAN has a wrong or missing digit. Compare it again.`;
    return found;
  };
  return {
    isBusy: isPending,
    errors,
    failure,
    attempts,
    file,
    clear: (id: number) => setErrors(({ [`name.${id}`]: _, [`iban.${id}`]: __, ...others }) => others),
    /** On leaving a field; an empty one may be filled later. */
    checkField({ id, order_number: number }: BankRefund, payee: Payee, field: keyof Payee) {
      if (!payee[field].trim()) return;
      const found = check({ id, number, ...payee });
      setErrors((all) => ({ ...all, [`${field}.${id}`]: found[`${field}.${id}`] }));
    },
    async write(asked: Asked[], onDone: () => void) {
      const found: Errors = Object.assign({}, ...asked.map(check));
      setFailure(undefined);
      setErrors(found);
      if (Object.keys(found).length > 0) {
        setAttempts((count) => count + 1);
        return;
      }
      try {
        const refunds = asked.map(({ id, name, iban, again }) => ({
          id,
          name: name.trim(),
          iban: plainIban(iban),
          again,
        }));
        const document = await mutateAsync({ refunds });
        const address = addressOf(document);
        save(document, address);
        setFile({ name: document.name, address, count: asked.length });
        onDone();
      } catch (reason) {
        const error = asApiError(reason);
        const fields = Object.entries(error.fields).map(([name, message]) => [name, say(message)]);
        setErrors(Object.fromEntries(fields));
        if (fields.length === 0 && error.id !== 'staff.proof_required') setFailure(say(error));
        setAttempts((count) => count + 1);
      }
    },
  };
}

function Outcome({ work: { errors, failure, attempts, file } }: { work: Work }) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) ref.current?.focus();
  }, [attempts]);
  const lines = Object.entries(errors).filter(([, message]) => message);
  const name = file?.name;
  // What was checked on leaving a field stands beside it; the summary comes with an attempt.
  if (attempts > 0 && (failure || lines.length > 0)) {
    return (
      <div ref={ref} tabIndex={-1}>
        <Notice tone="error" isLive title={failure ?? t`There is a problem`}>
          {lines.length > 0 && (
            <ul className={styles.problems}>
              {lines.map(([field, message]) => (
                <li key={field}>
                  <a
                    href={`#refund-${field}`}
                    onClick={(event) => {
                      event.preventDefault();
                      document.getElementById(`refund-${field}`)?.focus();
                    }}
                  >
                    {message}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      </div>
    );
  }
  if (!file) return null;
  return (
    <Notice
      tone="success"
      isLive
      title={t`${name} is saved`}
      actions={
        <a className={styles.again} href={file.address} download={file.name}>
          {t`Save it again`}
        </a>
      }
    >
      <ol className={styles.next}>
        <li>
          <Trans>Upload it in your online banking, under ‘SEPA file’, ‘Collective transfer’ or ‘Upload orders’.</Trans>
        </li>
        <li>
          <Trans>Release it there. Compare the sum before you do.</Trans>
        </li>
        <li>
          <Trans>Import the next statement here: it closes the refunds, and the customers are told.</Trans>
        </li>
      </ol>
    </Notice>
  );
}
