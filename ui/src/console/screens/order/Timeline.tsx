import { useLingui } from '@lingui/react/macro';
import type { Mentioned, OrderDetail } from '../../api/types';
import { Icon, type IconName } from '../../parts/Icon';
import { NoteText } from '../../parts/NoteText';
import { useOrderNames } from '../../parts/orderNames';
import { useFormat } from '../../parts/text';
import styles from './Timeline.module.css';
import { byDay, type Entry, timeline } from './timeline';

const ICONS: Record<Entry['kind'], IconName> = {
  status: 'arrow-right',
  payment: 'money',
  reversal: 'money',
  change: 'edit',
  refund: 'refund',
  ready: 'parcel',
  collected: 'check',
  parcel: 'truck',
  invoice: 'invoice',
  letter: 'mail',
  note: 'note',
};

export function Timeline({ order, marked }: { order: OrderDetail; marked: ReadonlySet<string> }) {
  const format = useFormat();
  return (
    <div className={styles.timeline}>
      {byDay(timeline(order), format.dayOf).map(([day, entries]) => (
        <section key={day} aria-label={format.day(day)}>
          <h3 className={styles.day}>{format.day(day)}</h3>
          <ol>
            {entries.map((entry) => (
              <TimelineEntry key={entry.key} entry={entry} currency={order.currency} isNew={marked.has(entry.key)} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface EntryProps {
  entry: Entry;
  currency: string;
  withDay?: boolean;
  /** Came while somebody was looking. */
  isNew?: boolean;
}

export function TimelineEntry({ entry, currency, withDay, isNew }: EntryProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { title, details, text, mentioned = [] } = useTold(entry, currency);
  return (
    <li className={styles.entry} data-kind={entry.kind} data-new={isNew ? '' : undefined}>
      <Icon name={ICONS[entry.kind]} size={16} />
      <div>
        <p className={styles.title}>
          {title}
          {isNew && <span className="visually-hidden"> {t`new`}</span>}
        </p>
        {details.length > 0 && <p className={styles.details}>{details.join(' · ')}</p>}
        {text && (
          <p className={styles.text}>
            <NoteText text={text} mentioned={mentioned} />
          </p>
        )}
      </div>
      <time dateTime={new Date(entry.at).toISOString()}>
        {withDay ? format.shortTime(entry.at) : format.hour(entry.at)}
      </time>
    </li>
  );
}

interface Told {
  title: string;
  details: string[];
  text?: string;
  /** Whom the text names. */
  mentioned?: readonly Mentioned[];
}

export function useTold(entry: Entry, currency: string): Told {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const filled = (...all: (string | false)[]) => all.filter((one): one is string => Boolean(one));
  switch (entry.kind) {
    case 'status':
      return {
        title: names.status(entry.is.status),
        details: filled(names.actor(entry.is.actor), names.reason(entry.is.reason)),
      };
    case 'payment': {
      const amount = format.money(entry.is.amount, currency);
      return {
        title: t`Payment of ${amount}`,
        details: filled(names.method(entry.is.method), entry.is.reference),
      };
    }
    case 'reversal': {
      const amount = format.money(entry.is.amount, currency);
      return { title: t`Payment of ${amount} taken back`, details: filled(entry.is.reference) };
    }
    case 'change': {
      const { kind, lines, actor, reason, total, total_now: now } = entry.is;
      const who = names.actor(actor);
      if (kind === 'addresses') return { title: t`Addresses changed`, details: [who] };
      const [before, after] = [format.money(total, currency), format.money(now, currency)];
      if (kind === 'carrier') {
        const [former, carrier] = [entry.is.carrier ?? '', entry.is.carrier_now ?? ''];
        const change = before === after ? '' : t`${before} before, ${after} after`;
        return { title: t`Carrier changed: ${carrier} instead of ${former}`, details: filled(who, change, reason) };
      }
      const pieces = format.list(lines.map(({ name, qty }) => `${format.number(qty)} × ${name}`));
      return {
        title: t`Taken out: ${pieces}`,
        details: filled(who, t`${before} before, ${after} after`, reason),
      };
    }
    case 'refund': {
      const amount = format.money(entry.is.amount, currency);
      return {
        title: t`Refund of ${amount}`,
        details: filled(names.refund(entry.is.state), names.reason(entry.is.reason), entry.is.error),
      };
    }
    case 'parcel': {
      const carrier = entry.is.carrier_label || entry.is.carrier;
      return { title: t`Parcel with ${carrier}`, details: filled(entry.is.tracking) };
    }
    case 'ready':
      return { title: t`Ready for collection`, details: [names.actor(entry.is.ready_by)] };
    case 'collected': {
      const to = entry.is.collected_to ?? '';
      return { title: t`Handed over to ${to}`, details: filled(names.actor(entry.is.collected_by ?? '')) };
    }
    case 'invoice': {
      const { number } = entry.is;
      return {
        title: entry.is.kind === 'invoice' ? t`Invoice ${number}` : t`Credit note ${number}`,
        details: [format.money(entry.is.total, currency)],
      };
    }
    case 'letter': {
      const letter = names.mail(entry.is.template);
      const states = { waiting: t`waiting to be sent`, sent: t`sent`, failed: t`not delivered` };
      return { title: t`Email: ${letter}`, details: filled(states[entry.is.state], entry.is.error) };
    }
    case 'note': {
      const name = names.actor(entry.is.actor);
      return { title: t`Note by ${name}`, details: [], text: entry.is.text, mentioned: entry.is.mentioned };
    }
  }
}
