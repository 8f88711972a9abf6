import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useMentionSeen } from '../../api/mentions';
import { useSelf } from '../../api/queries';
import type { Duty, DutyAbout, DutyItem, DutyKind } from '../../api/types';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { useJobName } from '../../parts/jobNames';
import { LANGUAGE_NAMES } from '../../parts/language';
import { announce } from '../../parts/liveRegion';
import { useOrderNames } from '../../parts/orderNames';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { listOf, placeOf, urgency } from './duties';
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
    mentions: t`Notes that name you`,
    orders_to_pack: t`Orders to pack`,
    collections_waiting: t`Orders that nobody has fetched`,
    transfers_waiting: t`Payments awaited`,
    refunds_by_hand: t`Refunds to make by hand`,
    fapiao_waiting: t`Chinese invoices to issue`,
    returns_to_inspect: t`Returns to inspect`,
    returns_to_refund: t`Returns to refund`,
    returns_overdue: t`Returns whose goods never came`,
    withdrawals: t`Withdrawals`,
    messages: t`Messages to answer`,
    chats: t`Guests waiting in the chat`,
    mails_failed: t`Emails not delivered`,
    stock_out: t`Sold out`,
    stock_low: t`Running low`,
    arrivals_late: t`Arrivals that are late`,
    payments_uncertain: t`Payments with uncertain outcome`,
    jobs_stuck: t`Jobs that are stuck`,
    backup_old: t`Backup is too old`,
    restores_failed: t`Restores that failed`,
    deeds_failed: t`Actions that failed`,
    pages_wrong: t`Pages that contradict the settings`,
    pages_late: t`Pages not published at their time`,
    settings_waiting: t`Payment details that are going to change`,
    compliance_open: t`What the law asks`,
    tokens_ending: t`Tokens of programs that end soon`,
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
          <Item key={JSON.stringify(item.about)} kind={kind} item={item} />
        ))}
      </ul>
      {rest > 0 && <p className={styles.rest}>{t`and ${rest} more`}</p>}
    </section>
  );
}

function Item({ kind, item: { about, at, due_at } }: { kind: DutyKind; item: DutyItem }) {
  const format = useFormat();
  const { permissions } = useSelf();
  const since = at ? Date.parse(at) : undefined;
  const place = placeOf(kind, about, permissions);
  const inside = (
    <>
      <About about={about} />
      {since !== undefined && (
        <time className={styles.since} dateTime={at ?? ''} title={format.time(since)}>
          {format.ago(since)}
        </time>
      )}
      <Due due={due_at ? Date.parse(due_at) : undefined} />
    </>
  );
  return (
    <li className={about.kind === 'mention' ? styles.withDone : undefined}>
      {place ? (
        <Link href={place} className={styles.item} data-row="">
          {inside}
        </Link>
      ) : (
        <div className={styles.item}>{inside}</div>
      )}
      {about.kind === 'mention' && <Seen mention={about} />}
    </li>
  );
}

function Seen({ mention: { about, note_id, name } }: { mention: Extract<DutyAbout, { kind: 'mention' }> }) {
  const { t } = useLingui();
  const say = useMessageText();
  const seen = useMentionSeen();
  return (
    <Button
      small
      isPending={seen.isPending}
      aria-label={t`Done: note by ${name}`}
      onPress={() =>
        seen.mutate(
          { about, notes: [note_id] },
          { onSuccess: () => announce(t`It is off your list.`), onError: (error) => toast(say(error)) },
        )
      }
    >
      {t({ context: 'duty', message: 'Done' })}
    </Button>
  );
}

/** What a duty is about: what it is told by first, then what else there is to say. */
function About({ about }: { about: DutyAbout }) {
  return (
    <span className={styles.label}>
      {about.kind === 'item' || about.kind === 'stock' ? <Goods item={about} /> : <Words about={about} />}
    </span>
  );
}

type Goods = Extract<DutyAbout, { kind: 'item' | 'stock' }>;

function Goods({ item }: { item: Goods }) {
  const { t } = useLingui();
  const { name, sku } = item;
  const count = item.kind === 'stock' ? item.pieces : undefined;
  return (
    <>
      {name}&nbsp;·{' '}
      <span className={styles.code} translate="no">
        {sku}
      </span>
      {count !== undefined && <> · {t`${plural(count, { one: '# piece', other: '# pieces' })}`}</>}
    </>
  );
}

function Words({ about }: { about: Exclude<DutyAbout, Goods> }) {
  return useParts(about).filter(Boolean).join(' · ');
}

function useParts(about: Exclude<DutyAbout, Goods>): string[] {
  const { t } = useLingui();
  const names = useOrderNames();
  const jobName = useJobName();
  const format = useFormat();
  switch (about.kind) {
    case 'order':
    case 'return':
      return [about.number, about.name];
    case 'money':
      return [about.order_number, format.money(about.amount, about.currency)];
    case 'withdrawal':
      return [about.order_number, about.name];
    case 'message':
      return [about.name, about.excerpt];
    case 'chat':
      return [about.excerpt];
    case 'mail': {
      const { order_number: number, customer } = about;
      const at = number ? t`Order ${number}` : customer ? t`Customer account` : '';
      return [about.recipient, names.mail(about.template), at];
    }
    case 'job': {
      const row = String(about.row_id);
      return [jobName(about.job), t`row ${row}`, about.excerpt];
    }
    case 'backup': {
      if (!about.newest) return [t`There is no backup yet.`];
      const day = format.day(about.newest);
      return [t`The last one is of ${day}.`];
    }
    case 'look':
      return [about.document === 'home' ? t`Home page` : t({ context: 'noun', message: 'Look' })];
    case 'page':
      return [about.title, LANGUAGE_NAMES[about.lang], about.word ?? ''];
    case 'token':
    case 'setting':
      return [about.name];
    case 'compliance':
      return [
        t`${plural(about.open, { one: '# entry is missing or still the demonstration’s', other: '# entries are missing or still the demonstration’s' })}`,
      ];
    case 'restore':
      return [about.copy, about.excerpt];
    case 'mention':
      return [about.about === 'order' ? about.key : '', about.name, about.excerpt];
    case 'deed':
      return [about.thing, about.name];
  }
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
