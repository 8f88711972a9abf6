import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useSelf } from '../../api/queries';
import type { Duty, DutyKind } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { useJobName } from '../../parts/jobNames';
import { useOrderNames } from '../../parts/orderNames';
import { useFormat } from '../../parts/text';
import { IN_LIST, listOf, partsOf, placeOf, urgency } from './duties';
import styles from './TodayScreen.module.css';

export function Duties({ duties }: { duties: Duty[] }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`To do`} className={styles.duties}>
      {duties.map((duty) => (
        <OneDuty key={duty.kind} duty={duty} />
      ))}
    </section>
  );
}

function useKinds(): Record<DutyKind, string> {
  const { t } = useLingui();
  return {
    orders_to_pack: t`Orders to pack`,
    transfers_waiting: t`Payments awaited`,
    refunds_by_hand: t`Refunds to make by hand`,
    withdrawals: t`Withdrawals`,
    messages: t`Messages to answer`,
    chats: t`Guests waiting in the chat`,
    mails_failed: t`Emails not delivered`,
    stock_out: t`Sold out`,
    payments_uncertain: t`Payments with uncertain outcome`,
    jobs_stuck: t`Jobs that are stuck`,
    backup_old: t`Backup is too old`,
    deeds_failed: t`Actions that failed`,
  };
}

function OneDuty({ duty }: { duty: Duty }) {
  const { t } = useLingui();
  const format = useFormat();
  const kinds = useKinds();
  const { kind, count, overdue, items } = duty;
  const title = kinds[kind] ?? kind;
  const all = listOf(kind, useSelf().permissions);
  const number = format.number(count);
  const rest = count - items.length;
  const late = format.number(overdue);
  return (
    <section className={styles.duty} aria-labelledby={`duty-${kind}`}>
      <header className={styles.dutyHead}>
        <h2 id={`duty-${kind}`}>{title}</h2>
        <span className={styles.count}>{number}</span>
        {overdue > 0 && (
          <span className={styles.late}>
            <Icon name="warning" size={16} />
            {overdue === count ? t`overdue` : t`${late} overdue`}
          </span>
        )}
        {all && (
          <Link href={all} className={styles.all} aria-label={t`Show all: ${title}`}>
            {t`Show all`}
            <Icon name="arrow-right" size={16} />
          </Link>
        )}
      </header>
      <ul>
        {items.map((item) => (
          <Item key={`${item.thing} ${item.at}`} kind={kind} item={item} list={IN_LIST.has(kind) ? all : undefined} />
        ))}
      </ul>
      {rest > 0 && <p className={styles.rest}>{t`and ${rest} more`}</p>}
    </section>
  );
}

interface ItemProps {
  kind: DutyKind;
  item: Duty['items'][number];
  list: string | undefined;
}

function Item({ kind, item: { thing, label, at, due_at }, list }: ItemProps) {
  const format = useFormat();
  const due = due_at ? Date.parse(due_at) : undefined;
  const since = Date.parse(at);
  const place = list ?? placeOf(kind, thing, label);
  const words = useLabel();
  const inside = (
    <>
      <span className={styles.label}>{words(kind, label)}</span>
      {/* Nobody records since when something is sold out. */}
      {kind === 'stock_out' ? (
        <span />
      ) : (
        <time className={styles.since} dateTime={at} title={format.time(since)}>
          {format.ago(since)}
        </time>
      )}
      <Due due={due} />
    </>
  );
  return (
    <li>
      {place ? (
        <Link href={place} className={styles.item} data-row="">
          {inside}
        </Link>
      ) : (
        <div className={styles.item}>{inside}</div>
      )}
    </li>
  );
}

/** Labels are names and numbers; what is a code in them is put into words. */
function useLabel() {
  const { t } = useLingui();
  const names = useOrderNames();
  const jobName = useJobName();
  const format = useFormat();
  return (kind: DutyKind, label: string): string => {
    const parts = partsOf(label);
    const last = parts.at(-1) ?? '';
    if (kind === 'mails_failed') return [...parts.slice(0, -1), names.mail(last)].join(' · ');
    if (kind === 'jobs_stuck') {
      const [job = '', row = ''] = (parts[0] ?? '').split(' ');
      return [jobName(job), t`row ${row}`, ...parts.slice(1)].join(' · ');
    }
    if (kind === 'backup_old' && label === '') return t`There is no backup yet.`;
    if (kind === 'backup_old') {
      const day = format.day(label);
      return t`The last one is of ${day}.`;
    }
    const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(last) ?? [];
    return amount && currency ? [...parts.slice(0, -1), format.money(amount, currency)].join(' · ') : label;
  };
}

function Due({ due }: { due: number | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  if (due === undefined) return <span className={styles.due} />;
  const state = urgency(due, Date.now(), format.dayOf);
  const hour = format.hour(due);
  const day = format.dayAndMonth(due);
  const words = {
    overdue: t`overdue since ${day}`,
    today: t`due today, ${hour}`,
    later: t`due ${day}`,
    none: '',
  };
  return (
    <span className={styles.due} data-state={state}>
      {state === 'overdue' && <Icon name="warning" size={16} />}
      {state === 'today' && <Icon name="clock" size={16} />}
      <span>{words[state]}</span>
    </span>
  );
}
