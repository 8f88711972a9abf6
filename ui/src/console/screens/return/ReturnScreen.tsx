/** One return: what comes back, how far it is, what is to be done next, and its money. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useSecondsUntil } from '../../api/deedClock';
import { isOwn, momentOf, undo, useDeeds } from '../../api/deeds';
import { useMay, useSelf } from '../../api/queries';
import { useReturn, useReturnCall } from '../../api/returns';
import type { Deed, ReturnDetail } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { useDeedWords } from '../../parts/deedWords';
import { Badge, EmptyState, LoadError, Notice, OutOfDate, Skeleton } from '../../parts/Feedback';
import { useOrderNames } from '../../parts/orderNames';
import { Page, Section } from '../../parts/Page';
import { toneOf, useReturnOrigins, useReturnReasons, useReturnSteps } from '../../parts/returnNames';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Inspect } from './Inspect';
import { Receive } from './Receive';
import { Refund } from './Refund';
import styles from './ReturnScreen.module.css';

export default function ReturnScreen() {
  const { t } = useLingui();
  const { number = '' } = useParams<{ number: string }>();
  const { data: of, error, refetch } = useReturn(number);
  const steps = useReturnSteps();
  const isMissing = error?.id === 'return.not_found' || error?.status === 404;
  return (
    <Page
      title={number}
      above={<Back to="/orders/returns">{t`Returns`}</Back>}
      mark={of && <Badge tone={toneOf(of)}>{of.never_came ? t`Never came` : steps[of.step]}</Badge>}
      lead={of && <Lead of={of} />}
      actions={of && <More of={of} />}
    >
      {!of && !error && <Skeleton rows={6} />}
      {!of && error && isMissing && (
        <EmptyState
          title={t`There is no return ${number}`}
          actions={<Link href="/orders/returns">{t`To the returns`}</Link>}
        >
          <Trans>Check the number, or search for the customer’s name.</Trans>
        </EmptyState>
      )}
      {!of && error && !isMissing && <LoadError error={error} onRetry={() => void refetch()} />}
      {of && (
        <>
          {error && <OutOfDate />}
          <Deadline of={of} />
          <Overdue of={of} />
          <Rest of={of} />
          <div className={styles.columns}>
            <div className={styles.column}>
              {/* Another version is another form: what was typed for what is no more does not stay. */}
              <Next key={of.version} of={of} />
              <Lines of={of} />
            </div>
            <div className={styles.column}>
              <Progress of={of} />
              <Money of={of} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

function Lead({ of }: { of: ReturnDetail }) {
  const mayAnswer = useMay('messages_answer');
  const origins = useReturnOrigins();
  return (
    <p className={styles.lead}>
      <span translate="no">{of.name}</span>
      <Link href={`/orders/${of.order_number}`}>
        <Trans>Order {of.order_number}</Trans>
      </Link>
      <span>{origins[of.origin]}</span>
      {of.withdrawal &&
        (mayAnswer ? (
          <Link href={`/messages/${of.withdrawal}`} translate="no">
            {of.withdrawal}
          </Link>
        ) : (
          <span translate="no">{of.withdrawal}</span>
        ))}
    </p>
  );
}

/** Until when the law wants the money of a withdrawal to be back. */
function Deadline({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  if (!of.due_at) return null;
  const day = format.date(Date.parse(of.due_at));
  if (of.is_overdue) {
    return (
      <Notice tone="error" title={t`The refund has been overdue since ${day}`}>
        <Trans>The customer has withdrawn. The money goes back within fourteen days of that.</Trans>
      </Notice>
    );
  }
  return (
    <Notice tone={of.may_withhold ? 'info' : 'warning'} title={t`The refund is due by ${day}`}>
      {of.may_withhold ? (
        <Trans>It may be withheld until the goods are here, or the customer has shown that they were sent.</Trans>
      ) : (
        <Trans>The customer has withdrawn. The money goes back within fourteen days of that.</Trans>
      )}
    </Notice>
  );
}

/** Goods whose money has gone back, and which have not come for weeks, or were given up. */
function Overdue({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  if (of.never_came) {
    return (
      <Notice title={t`The goods never came`}>
        <Trans>
          Their money has gone back. Should they come after all, count them here: nothing is refunded again.
        </Trans>
      </Notice>
    );
  }
  if (!of.overdue_since) return null;
  const day = format.date(Date.parse(of.overdue_since));
  return (
    <Notice tone="warning" title={t`The goods have been overdue since ${day}`}>
      <Trans>
        Their money has gone back on proof of sending. Ask the carrier for a search, and close the return if they are
        lost.
      </Trans>
    </Notice>
  );
}

/** What did not come with the others and where that stands, and of such a rest what it was announced with. */
function Rest({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const { missing, rest, follows } = of;
  return (
    <>
      {missing > 0 && (
        <Notice title={t`${plural(missing, { one: '# piece did not come', other: '# pieces did not come' })}`}>
          {rest ? (
            <Trans>
              Announced as <Link href={`/orders/returns/${rest}`}>{rest}</Link>.
            </Trans>
          ) : (
            <Trans>Nothing more is expected. What comes after all is a return of its own.</Trans>
          )}
        </Notice>
      )}
      {follows && (
        <Notice title={t`The rest of an announced return`}>
          {of.refunded_at !== null && of.refund === null ? (
            <Trans>
              These pieces did not come with <Link href={`/orders/returns/${follows}`}>{follows}</Link>. Their money has
              gone back with that one.
            </Trans>
          ) : (
            <Trans>
              These pieces did not come with <Link href={`/orders/returns/${follows}`}>{follows}</Link>.
            </Trans>
          )}
        </Notice>
      )}
    </>
  );
}

/** A step that waits for its moment, to everybody who looks at the return. */
function Pending({ deed }: { deed: Deed }) {
  const { t } = useLingui();
  const words = useDeedWords();
  const say = useMessageText();
  const self = useSelf();
  const seconds = useSecondsUntil(momentOf(deed));
  const { name } = deed.by;
  return (
    <Notice
      title={seconds > 0 ? words.waiting(deed, seconds) : words.working(deed)}
      // One's own is at the bottom, on every screen.
      actions={
        seconds > 0 &&
        !isOwn(deed.by, self.id) && (
          <Button small onPress={() => void undo(deed).catch((error) => toast(say(error)))}>{t`Undo`}</Button>
        )
      }
    >
      <Trans>By {name}. Until then nothing else can be done with this return.</Trans>
    </Notice>
  );
}

/** What is to be done now, for those who may. */
function Next({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const pending = useDeeds().find(({ noun, thing, failure }) => noun === 'return' && thing === of.number && !failure);
  if (pending) return <Pending deed={pending} />;
  if (of.can.receive) return <Receive of={of} />;
  if (of.can.inspect) return <Inspect of={of} />;
  if (of.can.refund) return <Refund of={of} />;
  const waits = {
    announced: t`The goods are expected. Whoever packs counts them when they are here.`,
    received: t`The goods lie in the house. Whoever packs inspects them.`,
    inspected: t`The goods are inspected. Whoever may refund decides on the money.`,
    closed: '',
    called_off: '',
  }[of.step];
  return waits ? <Notice>{waits}</Notice> : null;
}

/** Beside the next step: what else can be done with a return that is still expected. */
function More({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isEnding, setEnding] = useState(false);
  const sent = useReturnCall('return/note_sent');
  const ended = useReturnCall('return/call_off');
  const [isLosing, setLosing] = useState(false);
  const lost = useReturnCall('return/never_came');
  const seen = { number: of.number, version: of.version };
  const number = of.number;
  return (
    <>
      {of.can.note_sent && (
        <Button
          isPending={sent.isPending}
          onPress={() =>
            sent.mutate(seen, {
              onSuccess: () => toast(t`Noted: the refund is due.`),
              onError: (error) => toast(say(error)),
            })
          }
        >
          {t`Proof of sending is here`}
        </Button>
      )}
      {of.can.call_off && <Button onPress={() => setEnding(true)}>{t`Call off…`}</Button>}
      {of.can.never_came && <Button onPress={() => setLosing(true)}>{t`The goods never came…`}</Button>}
      {isLosing && (
        <ConfirmDialog
          title={t`Close ${number} without its goods?`}
          action={t`Yes, they never came`}
          call={lost}
          onConfirm={() =>
            lost.mutate(seen, {
              onSuccess: () => {
                toast(t`${number} is closed: its goods never came.`);
                setLosing(false);
              },
            })
          }
          onClose={() => setLosing(false)}
        >
          <Trans>
            Its money has gone back already, and stock stays as it is. Should the goods come after all, they are counted
            here.
          </Trans>
        </ConfirmDialog>
      )}
      {isEnding && (
        <ConfirmDialog
          title={t`Call off ${number}?`}
          action={t`Yes, it does not come`}
          call={ended}
          onConfirm={() =>
            ended.mutate(seen, {
              onSuccess: () => {
                toast(t`${number} is called off.`);
                setEnding(false);
              },
            })
          }
          onClose={() => setEnding(false)}
        >
          <Trans>
            Its pieces can be announced again. Nobody is written to. A customer who has withdrawn still may send them.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function Lines({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const reasons = useReturnReasons();
  const lines = of.lines.filter(({ announced, received }) => announced > 0 || (received ?? 0) > 0);
  const count = (pieces: number | null) =>
    pieces === null ? <span aria-hidden="true">–</span> : format.number(pieces);
  return (
    <Section id="return-lines" title={t`Goods`}>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{t`Product`}</th>
            <th scope="col">{t`Reason`}</th>
            <th scope="col" className={table.end}>
              {t({ context: 'return pieces', message: 'Announced' })}
            </th>
            <th scope="col" className={table.end}>
              {t({ context: 'return pieces', message: 'Received' })}
            </th>
            <th scope="col" className={table.end}>{t`Fit for sale`}</th>
            <th scope="col" className={table.end}>{t`Paid`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const less = line.deduction !== '0.00' && format.money(line.deduction, of.currency);
            return (
              <tr key={line.position}>
                <th scope="row">
                  {line.name}
                  <span className={table.quiet} translate="no">
                    {line.sku}
                  </span>
                  {less && <span className={styles.less}>{t`${less} deducted: ${line.deduction_reason}`}</span>}
                </th>
                <td data-label={t`Reason`}>{reasons[line.reason]}</td>
                <td data-label={t({ context: 'return pieces', message: 'Announced' })} className={table.end}>
                  {count(line.announced)}
                </td>
                <td data-label={t({ context: 'return pieces', message: 'Received' })} className={table.end}>
                  {count(line.received)}
                </td>
                <td data-label={t`Fit for sale`} className={table.end}>
                  {count(line.fit)}
                </td>
                <td data-label={t`Paid`} className={table.end}>
                  <span className={styles.amount}>{format.money(line.value, of.currency)}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {of.note && <p className={styles.note}>{of.note}</p>}
    </Section>
  );
}

/** How far it has come, with days. */
function Progress({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const steps = useReturnSteps();
  const course: [string, string | null][] = [
    [t`Withdrawal received`, of.notice_at],
    [steps.announced, of.origin === 'unasked' ? null : of.opened_at],
    [t`Shown to be sent`, of.sent_at],
    [steps.received, of.received_at],
    [steps.inspected, of.inspected_at],
    [t({ context: 'return', message: 'Refunded' }), of.refunded_at],
    [of.never_came ? t`Given up` : steps[of.step === 'called_off' ? 'called_off' : 'closed'], of.ended_at],
  ];
  return (
    <Section id="return-progress" title={t`Progress`}>
      <dl className={styles.facts}>
        {course.map(
          ([name, at]) =>
            at && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <time dateTime={at}>{format.time(Date.parse(at))}</time>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Section>
  );
}

function Money({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useOrderNames();
  const isOpen = of.refunded_at === null && of.ended_at === null;
  if (!isOpen && of.refund === null) return null;
  const money = (amount: string) => format.money(amount, of.currency);
  const more = Number(of.owed) > Number(of.owed_goods);
  return (
    <Section id="return-money" title={t`Money`}>
      <dl className={styles.facts}>
        {isOpen && (
          <div>
            <dt>{t`For these goods`}</dt>
            <dd>{money(of.owed_goods)}</dd>
          </div>
        )}
        {isOpen && (
          <div>
            <dt>{t`To be refunded`}</dt>
            <dd>{money(of.owed)}</dd>
          </div>
        )}
        {of.refund !== null && (
          <div>
            <dt>{t({ context: 'return', message: 'Refunded' })}</dt>
            <dd>{money(of.refund)}</dd>
          </div>
        )}
        {of.refunds.map((refund) => (
          <div key={refund.id}>
            <dt>{names.refund(refund.state)}</dt>
            <dd>{money(refund.amount)}</dd>
          </div>
        ))}
      </dl>
      {isOpen && more && (
        <p className={styles.quiet}>
          <Trans>With the last goods of an order all that is left of it goes back, shipping included.</Trans>
        </p>
      )}
    </Section>
  );
}
