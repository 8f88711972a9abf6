/** One movement: a row, and below it, when it is opened, all that the bank says and everything it may belong to. */

import { Plural, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { useSetAside } from '../../api/bank';
import { asApiError } from '../../api/client';
import { ask } from '../../api/deeds';
import type { BankLine, Deed } from '../../api/types';
import { Button } from '../../parts/Button';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { ChangeMark } from '../../parts/Live';
import { RowCheck } from '../../parts/RowCheck';
import type { useSelection } from '../../parts/selection';
import type { Mark } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './BankScreen.module.css';
import { BookDialog } from './BookDialog';
import { Candidate, useFitWords } from './Candidate';
import { Details } from './Details';

interface Props {
  line: BankLine;
  mark: Mark | undefined;
  /** The deed that is about to book it. */
  pending: Deed | undefined;
}

type MovementProps = Props & {
  /** Where rows can be chosen. */
  selection: ReturnType<typeof useSelection> | undefined;
};

export function Movement({ line, mark, pending, selection }: MovementProps) {
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const { party, text, reference, booked_on } = line;
  const work = useWork(line);
  const isOpenStill = line.state === 'open' && !pending;
  const payer = party || t`Without a name`;
  return (
    <tbody data-item="" data-opened={isOpen ? '' : undefined} className={styles.item} data-mark={mark}>
      <tr
        className={`${table.row} ${styles.row}`}
        data-selected={selection?.has(String(line.id)) ? '' : undefined}
        data-check={selection ? '' : undefined}
      >
        {selection && (
          <td className={`${table.check} ${styles.check}`}>
            <RowCheck
              label={t`Select the movement of ${payer}`}
              checked={selection.has(String(line.id))}
              onChange={(reach) => selection.toggle(String(line.id), reach)}
              hasNoKey
            />
          </td>
        )}
        <td className={styles.date}>
          <time dateTime={booked_on} title={format.day(booked_on)}>
            {shortDay(booked_on, format)}
          </time>
        </td>
        <th scope="row" className={styles.party}>
          <button
            type="button"
            className={styles.toggle}
            data-row=""
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span>{payer}</span>
            <Icon name="chevron-down" size={16} />
          </button>
          <ChangeMark mark={mark} />
          <span className={styles.text}>{text || reference}</span>
        </th>
        <td className={`${table.end} ${styles.amount}`}>
          <Amount line={line} />
        </td>
        <td className={styles.belongs}>
          <Belongs line={line} pending={pending} />
        </td>
        <td className={styles.actions}>
          {isOpenStill && <OpenActions line={line} work={work} onOther={() => setChoosing(true)} />}
          {line.state === 'ignored' && (
            <Button small data-select="" isPending={work.isBusy} onPress={work.reopen}>{t`Take up again`}</Button>
          )}
        </td>
      </tr>
      {(isOpen || work.failure) && (
        <tr className={styles.details}>
          <td colSpan={selection ? 6 : 5}>
            <div id={id} className={styles.inside}>
              {work.failure && (
                <p className={styles.failure} role="alert">
                  <Icon name="error" size={16} />
                  {work.failure}
                </p>
              )}
              {isOpen && <Details line={line} />}
              {isOpen && isOpenStill && line.candidates.length > 0 && (
                <>
                  <ul className={styles.candidates} aria-label={t`What it may belong to`}>
                    {line.candidates.map((one) => (
                      <li key={one.order_number}>
                        <Candidate line={line} candidate={one} />
                        <BookButton number={one.order_number} work={work} />
                      </li>
                    ))}
                  </ul>
                  <div>
                    <Button small onPress={() => setChoosing(true)}>{t`Book on another order…`}</Button>
                  </div>
                </>
              )}
            </div>
          </td>
        </tr>
      )}
      {isChoosing && <BookDialog line={line} onClose={() => setChoosing(false)} />}
    </tbody>
  );
}

/** Without the year, as long as it is this one. */
function shortDay(iso: string, format: ReturnType<typeof useFormat>): string {
  const isThisYear = iso.slice(0, 4) === format.dayOf(Date.now()).slice(0, 4);
  return isThisYear ? format.dayAndMonth(Date.parse(`${iso}T12:00:00Z`)) : format.day(iso);
}

/** Money that left is booked by the file of its refund only, never on an order. */
const isIn = ({ amount }: BankLine) => Number(amount) > 0;

/** What is done with it; the row after it gets focus, since this one leaves. */
function useWork(line: BankLine) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ignore = useSetAside('bank/ignore');
  const reopen = useSetAside('bank/reopen');
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(say(asApiError(error)));
    } finally {
      setBusy(false);
    }
  };
  const takeBack = () => void reopen.mutateAsync(line.id).catch((error) => toast(say(asApiError(error))));
  return {
    isBusy,
    failure,
    book: (number: string) => void run(() => ask('bank/book', { id: line.id, order_number: number }, number)),
    ignore: () =>
      void run(async () => {
        const leave = nextRow();
        await ignore.mutateAsync(line.id);
        leave();
        toast(t`The movement is set aside.`, takeBack);
      }),
    reopen: () =>
      void run(async () => {
        const leave = nextRow();
        await reopen.mutateAsync(line.id);
        leave();
      }),
  };
}

/** Leads focus on from the row that has it. */
function nextRow(): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const own = document.activeElement?.closest('[data-item]')?.querySelector<HTMLElement>('[data-row]');
  const at = own ? rows.indexOf(own) : -1;
  const next = at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]);
  return () => next?.focus();
}

type Work = ReturnType<typeof useWork>;

function OpenActions({ line, work, onOther }: { line: BankLine; work: Work; onOther: () => void }) {
  const { t } = useLingui();
  const [first] = line.candidates;
  return (
    <span className={styles.buttons}>
      {isIn(line) && first && <BookButton isFirst number={first.order_number} work={work} />}
      {isIn(line) && !first && <Button small onPress={onOther}>{t`Book…`}</Button>}
      <Button small variant="quiet" data-select="" isPending={work.isBusy} onPress={work.ignore}>{t`Set aside`}</Button>
    </span>
  );
}

/** The key `b` presses that of the first candidate. */
function BookButton({ number, work, isFirst }: { number: string; work: Work; isFirst?: boolean }) {
  const { t } = useLingui();
  return (
    <Button
      small
      {...(isFirst && { 'data-book': '' })}
      aria-label={t`Book on ${number}`}
      isPending={work.isBusy}
      onPress={() => work.book(number)}
    >
      {t`Book`}
    </Button>
  );
}

/** Direction by sign, arrow and words, not by colour alone. */
function Amount({ line }: { line: BankLine }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <>
      <span className={styles.money} data-in={isIn(line) ? '' : undefined}>
        <Icon name={isIn(line) ? 'in' : 'out'} size={16} />
        <span className="visually-hidden">{isIn(line) ? t`Money in:` : t`Money out:`} </span>
        {isIn(line) ? '+' : ''}
        {format.money(line.amount, line.currency)}
      </span>
      {line.is_reversal && (
        <span className={styles.reversal}>
          <Badge tone="warning">{t`Reversal`}</Badge>
        </span>
      )}
    </>
  );
}

function Belongs({ line, pending }: Omit<Props, 'mark'>) {
  const { t } = useLingui();
  const words = useFitWords();
  const { state, order_number: number, sure, candidates } = line;
  const [first, ...others] = candidates;
  if (state === 'ignored') return <span className={styles.quiet}>{t`Nothing of the shop`}</span>;
  if (number) {
    return (
      <Link href={`/orders/${number}`} className={styles.order}>
        {number}
      </Link>
    );
  }
  if (pending) return <Badge tone="neutral">{t`Is being booked…`}</Badge>;
  if (!isIn(line) && sure) return <span className={styles.quiet}>{t`Refund of ${sure}`}</span>;
  if (!first) return <span className={styles.quiet}>{t`Nothing fits`}</span>;
  return (
    <span className={styles.first}>
      <span>
        <Link href={`/orders/${first.order_number}`} className={styles.order}>
          {first.order_number}
        </Link>{' '}
        {first.name}
      </span>
      <span className={styles.quiet}>
        {words.both(line, first)}
        {others.length > 0 && (
          <>
            {' · '}
            <Plural value={others.length} one="# more" other="# more" />
          </>
        )}
      </span>
    </span>
  );
}
