/** Movements of the account: what waits to be booked, what was booked, what was set aside. */

import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useBankLines, useStatements } from '../../api/bank';
import { asApiError } from '../../api/client';
import { ask, useDeeds } from '../../api/deeds';
import { isOwn } from '../../api/own';
import type { BankLine, BulkCall, Deed } from '../../api/types';
import { AllMatching } from '../../parts/AllMatching';
import { Button } from '../../parts/Button';
import { LoadError, Notice, OutOfDate, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Changing } from '../../parts/Live';
import { useShowMore } from '../../parts/pages';
import { AllCheck } from '../../parts/RowCheck';
import { SelectionBar } from '../../parts/SelectionBar';
import { ShowMore } from '../../parts/ShowMore';
import { useSelection } from '../../parts/selection';
import { useSteady } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './BankScreen.module.css';
import { Empty } from './Empty';
import { Movement } from './Movement';
import { TakeBack } from './TakeBack';
import { filtersOf, type View } from './view';

interface Props {
  view: View;
  onChange: (part: Partial<View>, options?: { replace: boolean }) => void;
}

const keyOf = ({ id }: BankLine) => String(id);
const isFromHere = ({ id, statement_id: statement }: BankLine) =>
  isOwn('bank_line', id) || isOwn('bank_statement', statement);

export function Movements({ view, onChange }: Props) {
  const { t } = useLingui();
  const filters = useMemo(() => filtersOf(view), [view]);
  const pages = useBankLines(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const deeds = useDeeds();
  const showMore = useShowMore(view.pages, pages, (wanted) => onChange({ pages: wanted }, { replace: true }));

  const read = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const list = JSON.stringify(filters);
  const { rows: lines, ...live } = useSteady({
    rows: read,
    keyOf,
    isOwn: isFromHere,
    list,
    isPlaceholder: isPlaceholderData,
  });
  const pendingOf = (line: BankLine) => deeds.find((deed) => isAbout(deed, line));
  const ids = useMemo(() => lines.map(({ id }) => String(id)), [lines]);
  const selection = useSelection(ids, JSON.stringify(filters));
  const calls: BulkCall[] = view.tab === 'open' ? ['bank/ignore'] : view.tab === 'ignored' ? ['bank/reopen'] : [];
  const sure = read.filter((line) => line.sure !== null && line.state === 'open' && !pendingOf(line));
  return (
    <>
      <StatementFilter value={view.statement} onChange={(statement) => onChange({ statement })} />
      {view.tab === 'booked' && view.statement !== undefined && lines.length > 0 && (
        <TakeBack key={view.statement} statement={view.statement} />
      )}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && lines.length === 0 && <Empty view={view} onAll={() => onChange({ statement: undefined })} />}
      {lines.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Movements`}>
          {sure.length > 0 && <Sure lines={sure} />}
          {calls.length > 0 && (
            <div className={styles.selectAll}>
              <Button small variant="quiet" onPress={selection.all}>
                {t`Select all`}
              </Button>
            </div>
          )}
          {selection.isWhole && hasNextPage && calls.length > 0 && (
            <AllMatching
              shown={t`${plural(lines.length, { one: 'The only movement shown is selected.', other: 'All # movements shown are selected.' })}`}
              all={t`All movements that match are selected.`}
              isAll={selection.isAll}
              onAll={selection.takeAll}
              onClear={selection.clear}
            />
          )}
          <Changing count={live.waiting} onShow={live.show}>
            <table className={`${table.table} ${table.wide} ${styles.table}`}>
              <thead>
                <tr>
                  {calls.length > 0 && (
                    <th scope="col" className={table.check}>
                      <AllCheck
                        label={t`Select all rows`}
                        chosen={selection.chosen.length}
                        of={lines.length}
                        onChange={selection.all}
                      />
                    </th>
                  )}
                  <th scope="col">{t`Booked on`}</th>
                  <th scope="col">{t`Payer and text`}</th>
                  <th scope="col" className={table.end}>{t`Amount`}</th>
                  <th scope="col">{t`Belongs to`}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t`Actions`}</span>
                  </th>
                </tr>
              </thead>
              {lines.map((line) => (
                <Movement
                  key={line.id}
                  line={line}
                  mark={live.markOf(keyOf(line))}
                  pending={pendingOf(line)}
                  selection={calls.length > 0 ? selection : undefined}
                />
              ))}
            </table>
          </Changing>
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
          <SelectionBar selection={selection} all={{ movements: filters }} calls={calls}>
            <Plural value={selection.chosen.length} one="# movement selected" other="# movements selected" />
          </SelectionBar>
        </section>
      )}
    </>
  );
}

/** Whether a deed is about to book a movement: by itself, or as one of those of its statement that are sure. */
function isAbout(deed: Deed, { id, statement_id, sure }: BankLine): boolean {
  if (deed.failure) return false;
  if (deed.noun === 'bank_line') return deed.thing === String(id);
  return deed.noun === 'bank_statement' && deed.thing === String(statement_id) && sure !== null;
}

function StatementFilter({
  value,
  onChange,
}: {
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { data } = useStatements();
  if (!data || data.items.length === 0) return null;
  const options = data.items.map(({ id, name, imported_at, imported_by }) => ({
    value: String(id),
    label: [format.shortTime(Date.parse(imported_at)), name, imported_by].filter(Boolean).join(' · '),
  }));
  // An older one, by an address that was kept.
  const known = value === undefined || options.some((one) => one.value === String(value));
  const number = value ?? 0;
  return (
    <div className={styles.filter}>
      <SelectField
        id="bank-statement"
        label={t`Statement`}
        value={value === undefined ? '' : String(value)}
        onChange={(id) => onChange(id ? Number(id) : undefined)}
        options={[
          { value: '', label: t`All statements` },
          ...(known ? [] : [{ value: String(value), label: t`Statement no. ${number}` }]),
          ...options,
        ]}
      />
    </div>
  );
}

/** What is certain, of a statement whose booking was undone perhaps. */
function Sure({ lines }: { lines: BankLine[] }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const book = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      for (const statement_id of new Set(lines.map((line) => line.statement_id))) {
        await ask('bank/book_sure', { statement_id });
      }
    } catch (error) {
      setFailure(say(asApiError(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="info"
      actions={
        <Button small isPending={isBusy} onPress={() => void book()}>
          {isBusy ? t`Booking…` : t`Book what is sure`}
        </Button>
      }
    >
      <p>
        <Plural
          value={lines.length}
          one="# movement below certainly belongs to an order or a refund."
          other="# movements below certainly belong to an order or a refund."
        />
      </p>
      {failure && <p role="alert">{failure}</p>}
    </Notice>
  );
}
