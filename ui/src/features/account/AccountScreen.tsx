/** Account overview with orders (boutique.md §2): details, addresses, points, newsletter, data and deletion. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { UserInfo } from '../../api/types';
import { useCall } from '../../api/useCall';
import { accountUrls } from '../../domain/accountUrls';
import { parseList } from '../../domain/listQuery';
import { fullName, salutation } from '../../domain/personName';
import { queryValue, urls } from '../../domain/urls';
import { printedCard } from '../../domain/validate';
import { AccountFrame } from '../../layout/AccountFrame';
import { OrderList } from '../../layout/OrderList';
import { PointsLink } from '../../layout/Points';
import { LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { useFormat } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import { useUser } from '../../state/user';
import styles from './AccountScreen.module.css';
import { Card } from './Card';
import { DeletionForm, DeletionNotice } from './Deletion';
import { NewsletterPreferences } from './NewsletterPreferences';
import { YourData } from './YourData';

export default function AccountScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { data: user, error, loading, slow, retry, cancel, update } = useUser();
  // Where scripts show a dialog.
  const isAsking = queryValue(search, 'confirm') === 'delete' && user !== undefined && !user.deletion;
  const change = (now: UserInfo) => {
    update(now);
    // The address asks no more.
    if (queryValue(search, 'confirm')) navigate(urls.account(lang), { replace: true });
  };
  usePage({ title: isAsking ? t`Delete your account?` : t`Your account`, noindex: true });
  const firstName = salutation(user?.first_name, user?.last_name);
  const isDeletionPending = Boolean(user?.deletion);
  const wasDeletionPending = useRef<boolean>(undefined);
  // After requesting or withdrawing a deletion, the form is gone and the notice is at the top.
  useEffect(() => {
    if (!user) return;
    if (wasDeletionPending.current !== undefined && wasDeletionPending.current !== isDeletionPending) focusHeading();
    wasDeletionPending.current = isDeletionPending;
  }, [user, isDeletionPending]);
  if (isAsking) {
    return (
      <AccountFrame part="account" title={t`Delete your account?`}>
        <DeletionForm onChange={change} />
        <p className={styles.more}>
          <Link href={urls.account(lang)}>{t`Keep my account`}</Link>
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame part="account" title={firstName ? t`Good day, ${firstName}` : t`Your account`}>
      {user?.deletion && <DeletionNotice deletion={user.deletion} onChange={change} />}
      <section className={styles.section} aria-labelledby="account-orders">
        <h2 id="account-orders">{t`Your orders`}</h2>
        <OrderList page={parseList(search, 'position').page} label={t`Your orders`} compact />
      </section>
      <Region busy={loading}>
        {error && !user && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {!user && loading && <Skeleton lines={6} />}
      </Region>
      {user && (
        <div className={styles.cards}>
          <Details user={user} />
          <Addresses />
          <LatestInvoices />
          <Points />
          <NewsletterPreferences user={user} onChange={update} />
        </div>
      )}
      {user && <YourData user={user} onChange={update} />}
    </AccountFrame>
  );
}

function Details({ user }: { user: UserInfo }) {
  const { t } = useLingui();
  const lang = useLang();
  return (
    <Card
      id="account-details"
      title={t`Your details`}
      link={{ href: accountUrls.edit(lang), name: t`Change details or password` }}
    >
      <p>{fullName(user.first_name, user.last_name)}</p>
      <p className={styles.long}>{user.email}</p>
    </Card>
  );
}

function Addresses() {
  const { t } = useLingui();
  const lang = useLang();
  const { data, error, loading, retry } = useCall('address/index', {});
  const shipping = data?.items.find((address) => address.default_shipping);
  const billing = data?.items.find((address) => address.default_billing);
  const shown = [
    ...(shipping
      ? [{ name: billing?.id === shipping.id ? t`For delivery and invoices` : t`For delivery`, of: shipping }]
      : []),
    ...(billing && billing.id !== shipping?.id ? [{ name: t`For invoices`, of: billing }] : []),
  ];
  const count = data?.items.length ?? 0;
  return (
    <Card
      id="account-addresses"
      title={t`Your addresses`}
      link={{
        href: accountUrls.addresses(lang),
        name: data && count === 0 ? t`Add your first address` : t`All addresses`,
      }}
    >
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {!data && loading && <Skeleton lines={4} />}
      {data && count === 0 && <p>{t`None saved yet.`}</p>}
      {data && count > 0 && shown.length === 0 && <p>{t`None of them is preselected at checkout.`}</p>}
      {shown.map(({ name, of }) => (
        <div key={name}>
          <p className="legal">{name}</p>
          <address>
            {of.lines.map((line, at) => (
              <span key={at}>{line}</span>
            ))}
          </address>
        </div>
      ))}
    </Card>
  );
}

/** The newest few; all orders have a screen of their own. */
function LatestInvoices() {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  const { data, error, loading, retry } = useCall('invoice/index', {});
  const latest = data?.items.slice(0, 3) ?? [];
  return (
    <Card
      id="account-invoices"
      title={t`Your invoices`}
      link={latest.length > 0 ? { href: accountUrls.invoices(lang), name: t`All invoices` } : undefined}
    >
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {!data && loading && <Skeleton lines={3} />}
      {data && latest.length === 0 && <p>{t`As soon as an order is paid, its invoice is kept here for you.`}</p>}
      {latest.length > 0 && (
        <ul className={styles.invoices}>
          {latest.map(({ number, kind, issued_at, currency, total, url }) => (
            <li key={number}>
              <a className={styles.number} href={url} type="application/pdf" aria-label={t`${number}, PDF`}>
                {number}
              </a>
              <span className={styles.number}>{format.money(total, currency)}</span>
              <span className={`legal ${styles.facts}`}>
                <span>{kind === 'invoice' ? t`Invoice` : t`Credit note`}</span>
                <time dateTime={issued_at}>{timestamps.momentDate(issued_at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Points() {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const { data, error, loading, retry } = useCall('membercard/index', {});
  const card = data?.member_card ?? '';
  return (
    <Card
      id="account-points"
      title={t`Member card`}
      link={
        error && !data
          ? undefined
          : { href: accountUrls.edit(lang), name: card ? t`Change the number` : t`Add a member card` }
      }
    >
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {!data && loading && <Skeleton lines={3} />}
      {data && !card && <p>{t`With your card number, every order earns one point per whole euro.`}</p>}
      {card && <p className={styles.number}>{printedCard(card)}</p>}
      <p>
        <PointsLink />
      </p>
      {data && (card || data.points_due > 0 || data.points_pending > 0) && (
        <dl className={styles.points}>
          <div>
            <dt>{t`Points credited`}</dt>
            <dd>{format.number(data.points_due)}</dd>
          </div>
          <div>
            <dt>{t`Pending until orders are complete`}</dt>
            <dd>{format.number(data.points_pending)}</dd>
          </div>
        </dl>
      )}
    </Card>
  );
}
