/** Beside the order: customer, addresses, parcels, letters. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../api/client';
import { ask } from '../../api/deeds';
import { useMay } from '../../api/queries';
import type { MailItem, OrderDetail } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { useCopy } from '../../parts/Copy';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { useOrderNames } from '../../parts/orderNames';
import { Section } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { CorrectEmail } from './EmailDialog';
import styles from './Side.module.css';

interface Props {
  order: OrderDetail;
  /** A deed waits on it. */
  isLocked: boolean;
}

export function Customer({ order, isLocked }: Props) {
  const { t } = useLingui();
  const { email, lang, member_card: card, shipping_lines: shipping, billing_lines: billing } = order;
  const names = useOrderNames();
  const { telephone } = order.shipping_address;
  const isCollected = order.shipping_method === 'pickup';
  const isSame = shipping.join('\n') === billing.join('\n');
  // A long address breaks before its domain.
  const [local, domain] = email.split('@');
  const isGuest = order.customer_id === null;
  const mayOpen = useMay('customers_read') && (!isGuest || email !== '');
  return (
    <Section id="order-customer" title={t`Customer`}>
      {email && (
        <Copyable label={t`Email address`} text={email} below={<CorrectEmail order={order} isLocked={isLocked} />}>
          <a href={`mailto:${email}`}>
            {local}
            <wbr />@{domain}
          </a>
        </Copyable>
      )}
      {telephone && (
        <Copyable label={t`Phone`} text={telephone}>
          <a href={`tel:${telephone.replaceAll(/[^\d+]/g, '')}`}>{telephone}</a>
        </Copyable>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t`Account`}</dt>
          <dd>
            {mayOpen ? (
              <Link href={`/customers/${order.customer_id ?? order.number}`}>
                {isGuest ? t`Guest` : t`Has an account`}
              </Link>
            ) : isGuest ? (
              t`Guest`
            ) : (
              t`Has an account`
            )}
          </dd>
        </div>
        <div>
          <dt>{t`Writes in`}</dt>
          <dd lang={LOCALES[lang]}>{LANGUAGE_NAMES[lang] ?? lang}</dd>
        </div>
        {order.channel === 'telephone' && (
          <div>
            <dt>{t`Taken by telephone by`}</dt>
            <dd translate="no">{names.actor(order.taken_by)}</dd>
          </div>
        )}
        {card && (
          <div>
            <dt>{t`Member card`}</dt>
            <dd translate="no">{card}</dd>
          </div>
        )}
      </dl>
      <Copyable
        label={isCollected ? t`Collection at` : isSame ? t`Delivery and invoice to` : t`Delivery to`}
        text={shipping.join('\n')}
      >
        <Lines of={shipping} />
      </Copyable>
      {!isSame && (
        <Copyable label={t`Invoice to`} text={billing.join('\n')}>
          <Lines of={billing} />
        </Copyable>
      )}
    </Section>
  );
}

function Lines({ of }: { of: string[] }) {
  return (
    <address className={styles.address} translate="no">
      {of.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

interface CopyableProps {
  label: string;
  text: string;
  children: React.ReactNode;
  below?: React.ReactNode;
}

function Copyable({ label, text, children, below }: CopyableProps) {
  const { t } = useLingui();
  const { isDone, copy } = useCopy();
  const shown = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.copyable}>
      <h3>{label}</h3>
      <div>
        <div ref={shown}>{children}</div>
        {below}
      </div>
      <IconButton
        icon={isDone ? 'check' : 'copy'}
        aria-label={`${isDone ? t`Copied` : t`Copy`}: ${label}`}
        onPress={() => void copy(text, shown.current)}
      />
    </div>
  );
}

/** How far the collection at the house has come. */
function Collection({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const { collection } = order;
  const days = format.days(order.delivery.from, order.delivery.to).replace(/ /g, '\u00a0');
  const step = (label: string, at: string, by: string) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>
        {format.time(Date.parse(at))} · <span translate="no">{names.actor(by)}</span>
      </dd>
    </div>
  );
  return (
    <Section id="order-parcels" title={t`Collection`}>
      <p className={styles.quiet}>
        {order.carrier_label} · <Trans>promised for {days}</Trans>
      </p>
      {!collection && (
        <p className={styles.quiet}>
          <Trans>Not ready yet.</Trans>
        </p>
      )}
      {collection && (
        <dl className={styles.facts}>
          {step(t`Ready since`, collection.ready_at, collection.ready_by)}
          {collection.collected_at && step(t`Handed over`, collection.collected_at, collection.collected_by ?? '')}
          {collection.collected_to && (
            <div>
              <dt>{t`Collected by`}</dt>
              <dd translate="no">{collection.collected_to}</dd>
            </div>
          )}
        </dl>
      )}
    </Section>
  );
}

export function Parcels({ order }: { order: OrderDetail }) {
  return order.shipping_method === 'pickup' ? <Collection order={order} /> : <Sent order={order} />;
}

function Sent({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  // On one line: a range that is broken within a date is read wrongly.
  const days = format.days(order.delivery.from, order.delivery.to).replace(/ /g, '\u00a0');
  return (
    <Section id="order-parcels" title={t`Parcels`}>
      <p className={styles.quiet}>
        {order.carrier_label} · <Trans>promised for {days}</Trans>
      </p>
      {order.shipments.length === 0 && (
        <p className={styles.quiet}>
          <Trans>Nothing has been shipped yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {order.shipments.map(({ id, at, carrier, carrier_label: label, tracking, tracking_url: url, lines }) => (
          <li key={id}>
            <p className={styles.title}>{label || carrier}</p>
            <p className={styles.quiet}>{format.time(Date.parse(at))}</p>
            {tracking && (
              <p className={styles.tracking} translate="no">
                {url ? (
                  <a className={styles.tracked} href={url} target="_blank" rel="noreferrer">
                    {tracking}
                    <Icon name="external" size={16} />
                    <span className="visually-hidden">{t`opens in a new window`}</span>
                  </a>
                ) : (
                  tracking
                )}
              </p>
            )}
            <p className={styles.quiet}>
              {format.list(lines.map(({ name, qty }) => `${format.number(qty)} × ${name}`))}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Letters({ order, isLocked }: Props) {
  const { t } = useLingui();
  const { mails } = order;
  return (
    <Section id="order-letters" title={t`Emails`}>
      {mails.length === 0 && (
        <p className={styles.quiet}>
          <Trans>No email has been written yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {mails.map((mail) => (
          <Letter key={mail.id} order={order} mail={mail} isLocked={isLocked} />
        ))}
      </ul>
    </Section>
  );
}

function Letter({ order, mail, isLocked }: Props & { mail: MailItem }) {
  const { t } = useLingui();
  const { number } = order;
  const names = useOrderNames();
  const format = useFormat();
  const say = useMessageText();
  const may = useMay('orders_change');
  const [isAsking, setAsking] = useState(false);
  const name = names.mail(mail.template);
  const send = async () => {
    setAsking(true);
    await ask('order/resend', { number, mail_id: mail.id }).catch((error) => toast(say(asApiError(error))));
    setAsking(false);
  };
  return (
    <li className={styles.letter}>
      <div>
        <p className={styles.title}>{name}</p>
        <p className={styles.quiet}>{format.time(Date.parse(mail.sent_at ?? mail.at))}</p>
        <p className={styles.quiet}>{mail.recipient}</p>
        {mail.state === 'waiting' && <Badge tone="neutral">{t`Waiting to be sent`}</Badge>}
        {mail.state === 'failed' && <Badge tone="error">{t`Not delivered`}</Badge>}
        {mail.error && <p className={styles.error}>{mail.error}</p>}
        {mail.state === 'failed' && mail.recipient === order.email && (
          <CorrectEmail order={order} isLocked={isLocked} />
        )}
      </div>
      {may && mail.state !== 'waiting' && (
        <Button
          small
          variant="quiet"
          // Not disabled, which would take the focus from it.
          isPending={isAsking || isLocked}
          aria-label={t`Send again: ${name}`}
          onPress={() => void send()}
        >
          {t`Send again`}
        </Button>
      )}
    </li>
  );
}
