/** Emails that were given up, and those that wait for their next try. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useMay } from '../../api/queries';
import { useSystemCall } from '../../api/system';
import type { SystemMails, UnsentMail } from '../../api/types';
import { Button } from '../../parts/Button';
import { useOrderNames } from '../../parts/orderNames';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { AllWell, Part } from './Part';
import { Said } from './Said';
import styles from './SystemScreen.module.css';

/** So many of each state are told. */
const MOST = 50;

export function Emails({ mails: { failed, waiting } }: { mails: SystemMails }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutate, isPending } = useSystemCall('system/retry_mails');
  const all = () =>
    mutate({}, { onSuccess: () => toast(t`All of them are tried again.`), onError: (error) => toast(say(error)) });
  return (
    <Part
      id="emails"
      title={t`Emails that have not left`}
      {...(failed.length > 0 && {
        lead: t`Those that were given up stay here until they are sent. Where an address is wrong, correct it on its order or on the page of its customer: the email is then sent to the right one.`,
      })}
      actions={
        failed.length > 0 && (
          <Button isPending={isPending} onPress={all}>
            {isPending ? t`Sending…` : t`Send all failed again`}
          </Button>
        )
      }
    >
      {failed.length + waiting.length === 0 && (
        <AllWell>
          <Trans>Every email has left.</Trans>
        </AllWell>
      )}
      {failed.length > 0 && <List title={t`Not delivered`} mails={failed} isFailed />}
      {waiting.length > 0 && <List title={t`Waiting to be sent`} mails={waiting} isFailed={false} />}
    </Part>
  );
}

function List({ title, mails, isFailed }: { title: string; mails: UnsentMail[]; isFailed: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const most = format.number(MOST);
  const id = isFailed ? 'emails-failed' : 'emails-waiting';
  return (
    <div className={styles.group}>
      <h3 id={id}>
        {title} <span className={styles.count}>{mails.length < MOST ? format.number(mails.length) : `${most}+`}</span>
      </h3>
      <table className={`${table.table} ${styles.emails}`} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t`Email`}</th>
            <th scope="col">{t({ context: 'email', message: 'To' })}</th>
            <th scope="col">{t`What the mail server said`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} isFailed={isFailed} />
          ))}
        </tbody>
      </table>
      {mails.length >= MOST && (
        <p className={styles.quiet}>
          <Trans>The newest {most} are listed.</Trans>
        </p>
      )}
    </div>
  );
}

function Row({ mail, isFailed }: { mail: UnsentMail; isFailed: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useOrderNames();
  const say = useMessageText();
  const mayOpen = useMay('orders_read');
  const mayOpenCustomer = useMay('customers_read');
  const { mutate, isPending } = useSystemCall('system/retry_mail');
  const { id, at, template, recipient, attempts, error, order_number: number, customer } = mail;
  const name = names.mail(template);
  const send = () =>
    mutate(
      { id },
      {
        onSuccess: () => toast(t`‘${name}’ is on its way to ${recipient} again.`),
        onError: (failure) => toast(say(failure)),
      },
    );
  const label = isFailed ? t`Send again` : t`Send now`;
  return (
    <tr>
      <th scope="row">
        {name}
        <time className={table.quiet} dateTime={at}>
          {format.time(Date.parse(at))}
        </time>
      </th>
      <td>
        <span className={styles.recipient} translate="no">
          {recipient}
        </span>
        {number && (
          <span className={styles.order}>
            {mayOpen ? <Link href={`/orders/${number}`}>{t`Order ${number}`}</Link> : t`Order ${number}`}
          </span>
        )}
        {customer && !number && (
          <span className={styles.order}>
            {mayOpenCustomer ? <Link href={`/customers/${customer}`}>{t`Customer account`}</Link> : t`Customer account`}
          </span>
        )}
      </td>
      <td>
        {error ? <Said text={error} /> : <span className={styles.quiet}>{t`Nothing yet`}</span>}
        {attempts > 0 && (
          <span className={table.quiet}>
            <Plural value={attempts} one="Tried once" other="Tried # times" />
          </span>
        )}
      </td>
      <td className={table.end}>
        {/* What has not been tried yet leaves within seconds. */}
        {(isFailed || attempts > 0) && (
          <Button small data-row="" isPending={isPending} aria-label={`${label}: ${name}, ${recipient}`} onPress={send}>
            {label}
          </Button>
        )}
      </td>
    </tr>
  );
}
