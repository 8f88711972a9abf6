/** What belongs to a customer, part by part. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useMay } from '../../api/queries';
import type { CustomerDetail, CustomerMessage, CustomerNewsletter, CustomerPasskey } from '../../api/types';
import { Button } from '../../parts/Button';
import { Badge } from '../../parts/Feedback';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { OrderStatus } from '../../parts/OrderStatus';
import { useOrderNames } from '../../parts/orderNames';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './CustomerScreen.module.css';
import { useNewsletterWords } from './words';

interface Props {
  customer: CustomerDetail;
}

export function Stand({ customer }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { order_count: count, points_due: due, points_pending: pending, member_card: card, lang } = customer;
  return (
    <dl className={styles.stand}>
      <div>
        <dt>{t`Orders`}</dt>
        <dd>{format.number(count)}</dd>
      </div>
      <div>
        <dt>{t`Points`}</dt>
        <dd>{format.number(due)}</dd>
      </div>
      <div>
        <dt>{t`Points to come`}</dt>
        <dd>{format.number(pending)}</dd>
      </div>
      <div>
        <dt>{t`Member card`}</dt>
        <dd translate="no">{card ?? '–'}</dd>
      </div>
      <div>
        <dt>{t`Writes in`}</dt>
        <dd lang={LOCALES[lang]}>{LANGUAGE_NAMES[lang] ?? lang}</dd>
      </div>
    </dl>
  );
}

export function Orders({ customer: { orders, order_count: count, account } }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  if (orders === null) return null;
  const shown = orders.length;
  return (
    <Section id="customer-orders" title={t`Orders`}>
      {shown === 0 && (
        <p className={styles.quiet}>
          <Trans>No order yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order.number} className={styles.order}>
            <span>
              <Link href={`/orders/${order.number}`} translate="no">
                {order.number}
              </Link>
              <span className={styles.quiet}>{format.date(Date.parse(order.placed_at))}</span>
            </span>
            <span className={styles.marks}>
              <OrderStatus status={order.status} />
              {order.is_guest && account && <Badge tone="neutral">{t`Without the account`}</Badge>}
            </span>
            <span className={styles.amount}>{format.money(order.total, order.currency)}</span>
          </li>
        ))}
      </ul>
      {count > shown && (
        <p className={styles.quiet}>
          <Trans>The latest {shown} are shown. The list of orders finds the others by the email address.</Trans>
        </p>
      )}
    </Section>
  );
}

export function Account({ customer, onRemove }: Props & { onRemove: (passkey: CustomerPasskey) => void }) {
  const { account, can } = customer;
  const { t } = useLingui();
  const format = useFormat();
  const time = (at: string) => format.time(Date.parse(at));
  return (
    <Section id="customer-account" title={t`Account`}>
      {!account && (
        <p className={styles.quiet}>
          <Trans>Ordered as a guest. Whoever wants an account registers in the shop.</Trans>
        </p>
      )}
      {account && (
        <>
          <p className={styles.marks}>
            {!account.email_verified_at && <Badge tone="warning">{t`Address not confirmed`}</Badge>}
            {!account.has_password && <Badge tone="warning">{t`No password yet`}</Badge>}
            {account.is_throttled && <Badge tone="error">{t`Too many wrong passwords`}</Badge>}
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>{t`Since`}</dt>
              <dd>{format.date(Date.parse(account.created_at))}</dd>
            </div>
            <div>
              <dt>{t`Last sign-in`}</dt>
              <dd>{account.logged_in_at ? time(account.logged_in_at) : t`never`}</dd>
            </div>
            <div>
              <dt>{t`Address confirmed`}</dt>
              <dd>{account.email_verified_at ? format.date(Date.parse(account.email_verified_at)) : t`not yet`}</dd>
            </div>
            <div>
              <dt>{t`Signed in on devices`}</dt>
              <dd>{format.number(account.sessions)}</dd>
            </div>
            {account.passkeys === 0 && (
              <div>
                <dt>{t`Passkeys`}</dt>
                <dd>{t({ context: 'passkeys', message: 'none' })}</dd>
              </div>
            )}
            {account.link_until && (
              <div>
                <dt>{t`Password link holds until`}</dt>
                <dd>{time(account.link_until)}</dd>
              </div>
            )}
          </dl>
          {account.passkeys > 0 && (
            <>
              <h3 className={styles.title} id="customer-passkeys">{t`Passkeys`}</h3>
              <ul className={styles.list} aria-labelledby="customer-passkeys">
                {account.passkey_list.map((passkey) => (
                  <Passkey key={passkey.id} passkey={passkey} onRemove={can.change ? onRemove : undefined} />
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Section>
  );
}

interface PasskeyProps {
  passkey: CustomerPasskey;
  onRemove: ((passkey: CustomerPasskey) => void) | undefined;
}

function Passkey({ passkey, onRemove }: PasskeyProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, added_at: added, used_at: used } = passkey;
  const since = format.date(Date.parse(added));
  const last = used && format.date(Date.parse(used));
  return (
    <li className={styles.passkey}>
      <span>
        <span translate="no">{name}</span>
        <span className={styles.quiet}>
          {last ? t`Since ${since}, last used ${last}` : t`Since ${since}, not used yet`}
        </span>
      </span>
      {onRemove && (
        <Button
          small
          variant="quiet"
          aria-label={t`Remove the passkey ${name}`}
          onPress={() => onRemove(passkey)}
        >{t`Remove…`}</Button>
      )}
    </li>
  );
}

export function Addresses({ customer: { addresses } }: Props) {
  const { t } = useLingui();
  if (addresses.length === 0) return null;
  return (
    <Section id="customer-addresses" title={t`Addresses`}>
      <ul className={styles.list}>
        {addresses.map(({ lines, address }) => (
          <li key={lines.join('\n')}>
            <address className={styles.address} translate="no">
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
              {address.telephone && <a href={`tel:${address.telephone}`}>{address.telephone}</a>}
            </address>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Newsletter({ customer: { newsletter } }: Props) {
  const { t } = useLingui();
  return (
    <Section id="customer-newsletter-state" title={t`Newsletter`}>
      {newsletter ? (
        <Consent newsletter={newsletter} />
      ) : (
        <p className={styles.quiet}>
          <Trans>Never asked for.</Trans>
        </p>
      )}
    </Section>
  );
}

function Consent({ newsletter }: { newsletter: CustomerNewsletter }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useNewsletterWords();
  const { state, events, ends_at: ends } = newsletter;
  const until = ends && format.time(Date.parse(ends));
  return (
    <>
      <p className={styles.marks}>
        <Badge tone={state === 'subscribed' ? 'success' : 'neutral'}>{words.state(state)}</Badge>
        {until && <span className={styles.quiet}>{t`until ${until}`}</span>}
      </p>
      <ul className={styles.list} aria-label={t`Proof of consent`}>
        {events.map(({ at, what, source }) => (
          <li key={at + what} className={styles.event}>
            <span>{words.event(what)}</span>
            <span className={styles.quiet}>
              {format.time(Date.parse(at))} · {words.source(source)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Messages({ customer: { messages } }: Props) {
  const { t } = useLingui();
  if (messages === null) return null;
  return (
    <Section id="customer-messages" title={t`Messages`}>
      {messages.length === 0 && (
        <p className={styles.quiet}>
          <Trans>Nothing has been written.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {messages.map((message) => (
          <Written key={message.kind + message.reference} message={message} />
        ))}
      </ul>
    </Section>
  );
}

function Written({ message }: { message: CustomerMessage }) {
  const { t } = useLingui();
  const mayOpen = useMay('messages_answer');
  const format = useFormat();
  const { kind, reference, at, text, order_number: order, is_open: isOpen } = message;
  const kinds = { contact: t`Message`, chat: t`Chat`, withdrawal: t`Withdrawal` };
  return (
    <li className={styles.message}>
      <p className={styles.marks}>
        <span className={styles.title}>{kinds[kind]}</span>
        {mayOpen ? (
          <Link href={`/messages/${encodeURIComponent(reference)}`} translate="no">
            {reference}
          </Link>
        ) : (
          <span className={styles.quiet} translate="no">
            {reference}
          </span>
        )}
        <span className={styles.quiet}>{format.time(Date.parse(at))}</span>
        {isOpen && <Badge tone="warning">{t`Open`}</Badge>}
      </p>
      {text && <p className={styles.text}>{text}</p>}
      {order && (
        <p>
          <Link href={`/orders/${order}`} translate="no">
            {order}
          </Link>
        </p>
      )}
    </li>
  );
}

export function Letters({ customer: { mails } }: Props) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const words = useNewsletterWords();
  const states = { waiting: t`Waiting`, sent: t`Sent`, failed: t`Failed` };
  return (
    <Section id="customer-letters" title={t`Emails`}>
      {mails.length === 0 && (
        <p className={styles.quiet}>
          <Trans>None in the last 30 days.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {mails.map(({ id, at, template, state, error }) => (
          <li key={id} className={styles.event}>
            <span>{words.mail(template) ?? names.mail(template)}</span>
            <span className={styles.quiet}>
              {format.time(Date.parse(at))} · {states[state]}
            </span>
            {state === 'failed' && error && <span className={styles.error}>{error}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
