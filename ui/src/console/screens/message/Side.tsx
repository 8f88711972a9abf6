/** Beside a thread: the order, what the law asks for, and what else this customer has written. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useMay } from '../../api/queries';
import type { ThreadDetail } from '../../api/types';
import { Badge, Notice } from '../../parts/Feedback';
import { OrderStatus } from '../../parts/OrderStatus';
import { Section } from '../../parts/Page';
import { RETURN_TONES, useReturnSteps } from '../../parts/returnNames';
import { ThreadMark } from '../../parts/ThreadMarks';
import { useFormat } from '../../parts/text';
import { useThreadNames } from '../../parts/threadNames';
import styles from './MessageScreen.module.css';

export function Side({ detail }: { detail: ThreadDetail }) {
  return (
    <div className={styles.side}>
      <Withdrawal detail={detail} />
      <Customer detail={detail} />
      <Order detail={detail} />
      <Related detail={detail} />
    </div>
  );
}

function Withdrawal({ detail: { withdrawal, order } }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const steps = useReturnSteps();
  if (!withdrawal) return null;
  const { items, is_known: isKnown, refund_by: by, handled_at: handled, note, order_number: number } = withdrawal;
  const { returns, waits_for_answer: waits } = withdrawal;
  const until = format.time(Date.parse(by));
  const at = handled && format.time(Date.parse(handled));
  return (
    <Section id="thread-withdrawal" title={t`Withdrawal`}>
      <div className={styles.facts}>
        {at ? (
          <>
            <p>
              <Trans>Dealt with {at}:</Trans> <span className={styles.text}>{note}</span>
            </p>
            {waits && (
              <Notice tone="warning" title={t`Waits for an answer`}>
                <Trans>
                  The statement is dealt with. This stays open because nobody has answered what the customer wrote; it
                  closes with the answer.
                </Trans>
              </Notice>
            )}
          </>
        ) : (
          <>
            <p>
              <Trans>
                All payments, the cheapest delivery among them, go back until {until}, or once the goods are back or
                their dispatch is proved, if that is later.
              </Trans>
            </p>
            {order && (
              <p>
                {returns.length > 0 ? (
                  <Trans>With the refund of its last return it is dealt with, and this is noted here by itself.</Trans>
                ) : (
                  <Trans>Return and refund are booked on the order; then note here how it was dealt with.</Trans>
                )}
              </p>
            )}
          </>
        )}
        {returns.length > 0 && (
          <>
            <p className={styles.term}>{t`Returns`}</p>
            <ul>
              {returns.map(({ number: of, step, refund, currency }) => (
                <li key={of} className={styles.line}>
                  <Link href={`/orders/returns/${of}`} translate="no">
                    {of}
                  </Link>
                  <span className={styles.outcome}>
                    {refund !== null && <span>{format.money(refund, currency)}</span>}
                    <Badge tone={RETURN_TONES[step]}>{steps[step]}</Badge>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        {!isKnown && (
          <p className={styles.warning}>
            {number ? (
              <Trans>Order {number} and the address do not belong together. The statement counts all the same.</Trans>
            ) : (
              <Trans>No order is named. The statement counts all the same.</Trans>
            )}
          </p>
        )}
        <p className={styles.term}>{t`Withdrawn from`}</p>
        {items.length === 0 ? (
          <p>{t`The whole order`}</p>
        ) : (
          <ul>
            {items.map(({ sku, name, qty }) => (
              <li key={`${sku} ${name}`}>
                {format.number(qty)} × {name || sku}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function Customer({ detail: { customer, thread, email } }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  if (customer === null) return null;
  return (
    <Section id="thread-customer" title={t`Customer`}>
      <p className={styles.facts}>
        <Link href={`/customers/${encodeURIComponent(customer)}`}>{thread.name || email || t`Customer`}</Link>
      </p>
    </Section>
  );
}

function Order({ detail: { order, can, withdrawal } }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayOpen = useMay('orders_read');
  if (!order) return null;
  const { number, facts } = order;
  return (
    <Section id="thread-order" title={t`Order`}>
      <div className={styles.facts}>
        <p className={styles.line}>
          {mayOpen ? <Link href={`/orders/${number}`}>{number}</Link> : <span>{number}</span>}
          {facts && <OrderStatus status={facts.status} />}
        </p>
        {facts && (
          <>
            <p className={styles.line}>
              <span>{format.money(facts.total, facts.currency)}</span>
              <time dateTime={facts.placed_at}>{format.day(format.dayOf(Date.parse(facts.placed_at)))}</time>
            </p>
            <ul>
              {facts.items.map(({ sku, name, qty }) => (
                <li key={sku}>
                  {format.number(qty)} × {name}
                </li>
              ))}
            </ul>
            {withdrawal?.handled_at === null && can.close && (
              <p>
                <Link href={`/orders/${number}`}>{t`To return and refund`}</Link>
              </p>
            )}
          </>
        )}
      </div>
    </Section>
  );
}

function Related({ detail: { related } }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useThreadNames();
  if (related.length === 0) return null;
  return (
    <Section id="thread-related" title={t`From the same customer`}>
      <ul className={styles.related}>
        {related.map((thread) => (
          <li key={thread.reference}>
            <p className={styles.line}>
              <Link href={`/messages/${thread.reference}`}>
                {names.kind(thread.kind)} {thread.reference}
              </Link>
              <ThreadMark thread={thread} />
            </p>
            <p className={styles.quiet}>
              {format.ago(Date.parse(thread.at))} · {thread.excerpt}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
