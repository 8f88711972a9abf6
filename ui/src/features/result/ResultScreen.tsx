/**
 * Outcome of an order and its payment. Eight URLs lead here; the content depends on the order's state alone (decisions.md
 * §7). The URL's token grants access, so the page can be reloaded and opened from a mail.
 */

import { useLingui } from '@lingui/react/macro';
import { Fragment, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import { addressClass } from '../../domain/addressClass';
import { queryValue, urls } from '../../domain/urls';
import { DoneNotice } from '../../layout/DoneNotice';
import { later } from '../../layout/Later';
import { loadTaxReceipt, useLazy } from '../../layout/lazy';
import { CancelOrder } from '../../layout/order/CancelOrder';
import { CancelForm } from '../../layout/order/CancelPage';
import type { OrderAgainProps } from '../../layout/order/OrderAgain';
import { PayAgain } from '../../layout/order/PayAgain';
import { PostForm } from '../../layout/PostForm';
import { Button, ButtonLink } from '../../parts/Button';
import { LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { Instructions } from '../../parts/Instructions';
import { Invoices } from '../../parts/Invoices';
import { NoWrap } from '../../parts/NoWrap';
import { OrderDetails } from '../../parts/OrderDetails';
import { Scriptless } from '../../parts/Scriptless';
import { Shipments } from '../../parts/Shipments';
import { resetCart } from '../../state/cart';
import { deleteCheckoutDraft } from '../../state/formDraft';
import { announce } from '../../state/liveRegion';
import { navigate } from '../../state/navigation';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, usePageInfo, useSite } from '../../state/site';
import { AccountOffer } from './AccountOffer';
import { ConfirmOrder } from './ConfirmOrder';
import { Contact } from './Contact';
import { LostOrder } from './LostOrder';
import { NextSteps } from './NextSteps';
import styles from './ResultScreen.module.css';
import { Scan } from './Scan';
import { Survey } from './Survey';
import { Unreachable } from './Unreachable';
import { type OrderState, useOrder } from './useOrder';
import { useOutcomeText } from './useOutcomeText';

const OrderAgain = later<OrderAgainProps>('OrderAgain');

export default function ResultScreen({ path, search }: ScreenProps) {
  const { t } = useLingui();
  const kind = path.split('/')[2] ?? '';
  const token = queryValue(search, 'token');
  const isUnnamed = kind === 'payerror' && token === '';
  const order = useOrder(token, kind, { skip: isUnnamed });
  const { data, error, loading, slow, retry, cancel } = order;
  const outcomeText = useOutcomeText(data, order, kind);
  const isLost = error?.id === 'order.not_found';
  const isNowhere = isUnnamed || (isLost && kind === 'payerror');
  const title = isNowhere
    ? t`The payment page cannot be reached`
    : isLost
      ? t`We cannot find this order`
      : outcomeText.title;
  const [hasErrors, setErrors] = useState(Boolean(usePageInfo().form));
  usePage({ title, noindex: true, hasErrors });

  // The outcome is announced when it changes, not on load.
  const said = useRef(data && title);
  useEffect(() => {
    if (!data) return;
    if (said.current && said.current !== title) announce(title);
    said.current = title;
  }, [data, title]);

  if (isNowhere) return <Unreachable title={title} />;
  if (isLost) return <LostOrder title={title} onErrors={setErrors} />;
  return (
    <div className={`wrap ${styles.screen}`}>
      <header className={styles.head} data-tone={outcomeText.tone}>
        {data && (
          <span className={styles.sign}>
            <Icon name={outcomeText.icon} size={32} />
          </span>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {data && (
          <>
            {[outcomeText.text, outcomeText.more].filter(Boolean).map((text) => (
              <p key={text} className={styles.text}>
                {text.split(data.email).map((part, at) => (
                  <Fragment key={at}>
                    {at > 0 && <span className={addressClass(data.email)}>{data.email}</span>}
                    <NoWrap>{part}</NoWrap>
                  </Fragment>
                ))}
              </p>
            ))}
            <p className={styles.number}>
              <span>{t`Order number`}</span> <strong>{data.order_number}</strong>
            </p>
          </>
        )}
      </header>
      <Region busy={loading}>
        {error && !data && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {!data && loading && (
          <div className={styles.waiting}>
            <Skeleton lines={3} />
            <Skeleton shape="block" />
          </div>
        )}
      </Region>
      {data && (
        <Result order={data} of={order} kind={kind} title={title} isRated={queryValue(search, 'done') === 'rated'} />
      )}
    </div>
  );
}

/** Messages about forms that were sent without scripts. */
const RATED = { rated: 'contact.survey_thanks' };
const CANCELED = { canceled: 'order.canceled' };

interface ResultProps {
  order: PaymentResult;
  of: OrderState;
  /** The route. */
  kind: string;
  title: string;
  /** The survey was answered without scripts. */
  isRated: boolean;
}

function Result({ order, of, kind, title, isRated }: ResultProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { languages } = useSite();
  const { outcome, instructions, token } = order;
  // By transfer, cheque, or otherwise with money that takes days.
  const isPlaced = outcome === 'success' || outcome.startsWith('pending_') || order.is_delayed;
  const isConfirmed = isPlaced && !order.awaiting_confirmation;
  const TaxReceipt = useLazy(isConfirmed && languages.some(({ lang }) => lang === 'zh'), loadTaxReceipt);
  const hasCode = instructions?.kind === 'wechat';
  const isConfirming = of.waiting === 'confirming';
  // What was ordered a moment ago is not ordered again: neither pending nor processing.
  const isPast = !/^p/.test(order.status) && !order.added_to;
  // Not while a payment is on its way or may have been taken.
  const canCancel = order.status.startsWith('pending') && (isPlaced || order.payment_methods.length > 0);
  const { take, checkNow } = of;
  const reload = () =>
    void call('payment/index', { token })
      .then(take, checkNow)
      .then(() => focusHeading());

  useEffect(() => {
    if (order.awaiting_confirmation) return;
    // Not essential: what only counts is not of the first view.
    void import('./purchase').then(({ reportPurchase }) => reportPurchase(order, lang)).catch(() => {});
  }, [order, lang]);

  // The order took the cart: clear the client's state.
  useEffect(() => {
    if (!isPlaced) return;
    resetCart();
    deleteCheckoutDraft();
  }, [isPlaced]);

  // A WeChat code's URL ends with the code: its outcome has another URL.
  const isPaid = kind === 'wechatpay' && outcome === 'success';
  useEffect(() => {
    if (isPaid) navigate(urls.result(lang, 'paysuccess', token), { replace: true });
  }, [isPaid, lang, token]);

  return (
    <>
      <DoneNotice of={order.status === 'canceled' ? CANCELED : RATED} />
      <Scriptless>
        {import.meta.env.SSR && <CancelForm number={order.order_number} order={{ token }} isOffered={canCancel} />}
      </Scriptless>
      {isConfirming && <progress className={styles.progress} aria-label={title} />}
      {hasCode && <Scan of={instructions} token={token} take={of.take} />}
      {order.can_confirm && <ConfirmOrder order={order} take={of.take} />}
      {instructions && !hasCode && (
        <Instructions instructions={instructions} isSurcharge={Boolean(order.added_to?.carrier)} />
      )}
      {!isPlaced && <Actions order={order} of={of} />}
      {!order.awaiting_confirmation && <NextSteps order={order} />}
      {isConfirmed && <AccountOffer order={order} />}
      {(outcome === 'uncertain' || (of.awaited === 'confirming' && !isConfirming)) && (
        <Contact orderNumber={order.order_number} />
      )}
      {isPlaced && <Actions order={order} of={of} />}
      <Shipments order={order} />
      <OrderDetails order={order} />
      {(isPlaced || outcome === 'canceled' || canCancel) && (
        <div className={styles.actions}>
          {canCancel && <CancelOrder number={order.order_number} order={{ token }} onCanceled={reload} />}
          {isPast && <OrderAgain order={{ token }} />}
          <Invoices invoices={order.invoices} />
          <Button variant="secondary" className={styles.scripted} onClick={() => window.print()}>
            <Icon name="print" size={18} />
            <span>{t`Print`}</span>
          </Button>
        </div>
      )}
      {isConfirmed && TaxReceipt && <TaxReceipt orderNumber={order.order_number} />}
      {isConfirmed && !isRated && <Survey token={token} />}
    </>
  );
}

/** Next steps. When a payment may have been taken, none that could charge twice. */
function Actions({ order, of }: Pick<ResultProps, 'order' | 'of'>) {
  const { t } = useLingui();
  const lang = useLang();
  const { outcome } = order;
  const isOpen = order.payment_methods.length > 0;
  const shop = (
    <ButtonLink href={urls.home(lang)} variant="secondary">
      {t`Continue shopping`}
    </ButtonLink>
  );
  // What was taken by telephone never was in the bag.
  const checkout =
    order.channel === 'telephone' ? (
      shop
    ) : (
      <ButtonLink href={urls.checkout(lang)} variant="secondary">
        {t`Return to checkout`}
      </ButtonLink>
    );
  const check = (
    <PostForm call="payment/refresh" onSubmit={of.checkNow}>
      <input type="hidden" name="token" value={order.token} />
      <Button type="submit" variant="secondary" block busy={of.asking} busyLabel={t`One moment…`}>
        {t`Check again`}
      </Button>
    </PostForm>
  );
  let row = shop;
  if (order.is_delayed) {
    // Nothing is left to do.
  } else if ((outcome === 'failed' || outcome === 'uncertain') && isOpen) {
    row = (
      <PayAgain order={order} again={t`Try again`} onChanged={of.checkNow}>
        {checkout}
      </PayAgain>
    );
  } else if (outcome === 'canceled' && isOpen) {
    row = (
      <PayAgain order={order} again={t`Pay now`} onChanged={of.checkNow}>
        {checkout}
      </PayAgain>
    );
  } else if (outcome === 'canceled') {
    // Transfer and cheque have emptied the cart: nothing to check out.
    row = order.method === 'card' || order.method === 'wechat' ? checkout : shop;
  } else if (outcome === 'pending' && order.status === 'pending_offline' && isOpen) {
    row = (
      <PayAgain order={order} again={t`Pay now`} onChanged={of.checkNow}>
        {shop}
      </PayAgain>
    );
  } else if (outcome === 'pending' && of.awaited !== 'confirming') {
    row = (
      <PayAgain order={order} onChanged={of.checkNow}>
        {checkout}
      </PayAgain>
    );
  } else if (outcome === 'pending' || outcome === 'uncertain') {
    // Scripts ask by themselves.
    if (of.waiting === 'confirming') {
      return <Scriptless>{import.meta.env.SSR && <div className={styles.actions}>{check}</div>}</Scriptless>;
    }
    row = check;
  } else if (isOpen) {
    row = (
      <PayAgain order={order} onChanged={of.checkNow}>
        {shop}
      </PayAgain>
    );
  }
  return <div className={styles.actions}>{row}</div>;
}
