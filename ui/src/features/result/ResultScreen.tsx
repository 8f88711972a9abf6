/**
 * What became of an order and its payment. Six addresses lead here; what is shown is how the order stands, whichever it was
 * (decisions.md §7). The token in the address is the key, so the page may be reloaded, kept and opened from a mail.
 */

import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PaymentResult } from '../../api/types';
import { queryValue, urls } from '../../domain/urls';
import { Button, ButtonLink } from '../../parts/Button';
import { Fapiao } from '../../parts/Fapiao';
import { LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { Instructions } from '../../parts/Instructions';
import { Invoices } from '../../parts/Invoices';
import { OrderDetails } from '../../parts/OrderDetails';
import { resetBag } from '../../state/bag';
import { announce } from '../../state/notice';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang } from '../../state/site';
import { AccountOffer } from './AccountOffer';
import { Contact } from './Contact';
import { LostOrder } from './LostOrder';
import { NextSteps } from './NextSteps';
import { tellPurchase } from './purchase';
import styles from './ResultScreen.module.css';
import { Survey } from './Survey';
import { useOrder } from './useOrder';
import { useVerdict } from './useVerdict';

export default function ResultScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const order = useOrder(queryValue(search, 'token'));
  const { data, error, loading, slow, retry, cancel } = order;
  const verdict = useVerdict(data, order.confirming);
  const isLost = error?.id === 'order.not_found';
  const title = isLost ? t`We cannot find this order` : verdict.title;
  usePage({ title, noindex: true });

  if (isLost) return <LostOrder title={title} />;
  return (
    <div class={`wrap ${styles.screen}`}>
      <header class={styles.head} data-tone={verdict.tone}>
        {data && (
          <span class={styles.sign}>
            <Icon name={verdict.icon} size={32} />
          </span>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {data && (
          <>
            {verdict.text && (
              <p class={styles.text}>
                {verdict.text.split(data.email).map((part, at) => (
                  <Fragment key={at}>
                    {at > 0 && <span class={styles.email}>{data.email}</span>}
                    {part}
                  </Fragment>
                ))}
              </p>
            )}
            <p class={styles.number}>
              <span>{t`Order number`}</span> <strong>{data.order_number}</strong>
            </p>
          </>
        )}
      </header>
      <Region busy={loading}>
        {error && !data && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {!data && loading && <Skeleton lines={8} />}
      </Region>
      {data && <Result order={data} confirming={order.confirming} askAgain={order.askAgain} title={title} />}
    </div>
  );
}

interface ResultProps {
  order: PaymentResult;
  confirming: boolean;
  askAgain: () => void;
  title: string;
}

function Result({ order, confirming, askAgain, title }: ResultProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { outcome, instructions } = order;
  const isPlaced = outcome === 'success' || outcome === 'pending_bank_transfer' || outcome === 'pending_cheque';

  useEffect(() => {
    tellPurchase(order, lang);
  }, [order, lang]);

  // The bag went with the order; what this browser remembers of it is over.
  useEffect(() => {
    if (isPlaced) resetBag();
  }, [isPlaced]);

  // What a payment came to is said when it is known, not at the first sight of the page.
  useEffect(() => {
    if (!confirming) return;
    return () => announce(document.querySelector('main h1')?.textContent ?? '');
  }, [confirming]);

  return (
    <>
      {confirming && <progress class={styles.progress} aria-label={title} />}
      {instructions && <Instructions instructions={instructions} />}
      <NextSteps order={order} />
      {isPlaced && <AccountOffer order={order} />}
      {outcome === 'uncertain' && <Contact orderNumber={order.order_number} />}
      {outcome === 'pending' && !confirming && <Contact orderNumber={order.order_number} />}
      <div class={styles.actions}>
        <Actions order={order} confirming={confirming} askAgain={askAgain} />
        <Invoices invoices={order.invoices} />
        {(isPlaced || outcome === 'canceled') && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon name="print" size={18} />
            <span>{t`Print`}</span>
          </Button>
        )}
      </div>
      <OrderDetails order={order} />
      {isPlaced && <Fapiao orderNumber={order.order_number} />}
      {isPlaced && <Survey token={order.token} />}
    </>
  );
}

/** What can be done next. Where a payment may have been taken, nothing that would take it twice. */
function Actions({ order, confirming, askAgain }: Omit<ResultProps, 'title'>) {
  const { t } = useLingui();
  const lang = useLang();
  const shop = (
    <ButtonLink href={urls.home(lang)} variant="secondary">
      {t`Continue shopping`}
    </ButtonLink>
  );
  switch (order.outcome) {
    case 'failed':
      return (
        <>
          <ButtonLink href={urls.checkout(lang)}>{t`Try again`}</ButtonLink>
          <ButtonLink href={`${urls.checkout(lang)}#checkout-payment`} variant="secondary">
            {t`Change payment method`}
          </ButtonLink>
        </>
      );
    case 'canceled':
      // A transfer or a cheque had emptied the bag: there is nothing to check out.
      return order.method === 'card' || order.method === 'wechat' ? (
        <ButtonLink href={urls.checkout(lang)}>{t`Return to checkout`}</ButtonLink>
      ) : (
        shop
      );
    case 'pending':
      return confirming ? null : (
        <Button variant="secondary" onClick={askAgain}>
          {t`Check again`}
        </Button>
      );
    case 'uncertain':
      return null;
    default:
      return shop;
  }
}
