/** Checkout: calls, loading, error and empty states; the form is `CheckoutForm`. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client';
import { callKey } from '../../api/key';
import type { Args, Checkout } from '../../api/types';
import { AnswersContext, STALE_AFTER, useCall } from '../../api/useCall';
import { asHeading } from '../../domain/heading';
import { urls } from '../../domain/urls';
import { CheckoutHeader } from '../../layout/CheckoutHeader';
import { ButtonLink } from '../../parts/Button';
import { EmptyState, LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { cartStore } from '../../state/cart';
import { useCustomer } from '../../state/customer';
import { useMessageText } from '../../state/i18n';
import { loginNoticeStore } from '../../state/login';
import { navigate } from '../../state/navigation';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSentForm } from '../../state/site';
import { useStore } from '../../state/store';
import { useUser } from '../../state/user';
import { CheckoutForm } from './CheckoutForm';
import styles from './CheckoutScreen.module.css';
import { PendingOrderNotice } from './PendingOrderNotice';
import { usePlacing } from './usePlacing';

export default function CheckoutScreen({ path }: ScreenProps) {
  const { t } = useLingui();
  const answers = useContext(AnswersContext);
  const placing = usePlacing();
  const sent = useSentForm('checkout/place');
  const [asked, setAsked] = useState<Args<'checkout/index'>>(sent?.asked ?? {});
  const [hasErrors, setErrors] = useState(false);
  const regions = useCall('checkout/region', {});
  const index = useCall('checkout/index', asked, { keep: true });
  // A quantity that was chosen right before is still on its way to the cart.
  const isWriting = useStore(cartStore).writes > 0;
  const { loggedIn } = useCustomer();
  const wasCustomer = useRef(false);
  wasCustomer.current ||= loggedIn;
  const user = useUser({ skip: !loggedIn });
  const book = useCall('address/index', {}, { skip: !loggedIn });
  usePage({ title: t`Checkout`, path, noindex: true, hasErrors });

  // The last answer stays on screen while another destination is calculated.
  const last = useRef<Checkout>(undefined);
  const wasFull = useRef(false);
  if (index.data) {
    last.current = index.data;
    wasFull.current ||= index.data.items.length > 0;
  }
  const checkout = last.current;

  const refresh = () => {
    answers.invalidate('checkout/index');
    index.retry();
  };
  const ask = (args: Args<'checkout/index'>) =>
    setAsked((now) => (callKey('', now) === callKey('', args) ? now : args));

  // A prefetched answer may have an outdated cart.
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const cart = answers.get('cart', {});
    const seen = last.current?.totals;
    if (!cart || !seen) return;
    const isSame =
      cart.totals.subtotal_incl_tax === seen.subtotal_incl_tax &&
      cart.total_qty === seen.total_qty &&
      cart.totals.currency === seen.currency;
    if (!isSame) latest.current();
  }, [answers]);

  // Old totals are shown, but count as outdated: an order waits for fresh ones, and says so when they do not come.
  const key = callKey('checkout/index', asked);
  useLayoutEffect(() => {
    const age = answers.age(key);
    if (age >= STALE_AFTER && age < Number.POSITIVE_INFINITY) latest.current();
  }, [answers, key]);

  // If the customer cannot be loaded, the order continues as a guest.
  const isKnown = !loggedIn || ((user.data || user.error) && (book.data || book.error));
  const customer = loggedIn && user.data ? { user: user.data, addresses: book.data?.items ?? [] } : null;
  const error = (!checkout && index.error) || (!regions.data && regions.error);
  if (checkout && checkout.items.length === 0 && placing.phase !== 'placed') {
    return <EmptyCart placing={placing} wasFull={wasFull.current} wasCustomer={wasCustomer.current} />;
  }
  return (
    <div className="wrap">
      {checkout && regions.data && isKnown ? (
        <CheckoutForm
          key={customer ? customer.user.email : ''}
          customer={customer}
          checkout={checkout}
          countries={regions.data}
          updating={index.loading || isWriting}
          failure={index.error}
          refresh={refresh}
          ask={ask}
          placing={placing}
          onErrors={setErrors}
        />
      ) : (
        <div className={styles.waiting}>
          <h1 tabIndex={-1}>{t`Checkout`}</h1>
          {error && (
            <LoadError
              error={error}
              onRetry={() => {
                if (index.error) index.retry();
                if (regions.error) regions.retry();
              }}
            />
          )}
          {index.slow && <SlowNotice onCancel={index.cancel} onRetry={index.retry} />}
          {!error && (
            <Region busy>
              <div className={styles.grid}>
                <div className={styles.sections}>
                  <Skeleton lines={8} />
                  <Skeleton lines={4} />
                </div>
                <Skeleton shape="block" />
              </div>
            </Region>
          )}
        </div>
      )}
    </div>
  );
}

CheckoutScreen.Header = CheckoutHeader;

interface EmptyCartProps {
  placing: ReturnType<typeof usePlacing>;
  /** The cart was not empty at first: it was emptied in another window, or with the session. */
  wasFull: boolean;
  /** For a customer with an expired session, cart and input are restored after the login. */
  wasCustomer: boolean;
}

/**
 * An empty cart redirects to the cart page, unless an order was sent before a reload, or is being placed: its outcome must
 * be shown.
 */
function EmptyCart({ placing, wasFull, wasCustomer }: EmptyCartProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const { phase, resume, check } = placing;
  const isOpen = phase === 'unanswered' || phase === 'checking';
  const wasOpen = useRef(false);
  useEffect(() => {
    if (resume()) {
      check();
      return;
    }
    if (!wasFull) {
      navigate(urls.cart(lang), { replace: true });
      return;
    }
    focusHeading();
    if (!wasCustomer) return;
    call('account/info', {}).catch((reason: unknown) => {
      if (!(reason instanceof ApiError) || reason.id !== 'login.required') return;
      loginNoticeStore.set({ messageId: reason.id });
      navigate(urls.login(lang, urls.checkout(lang)), { replace: true });
    });
  }, [resume, check, wasFull, wasCustomer, lang]);
  useEffect(() => {
    if (wasOpen.current && phase === 'idle') navigate(urls.cart(lang), { replace: true });
    wasOpen.current = isOpen;
  }, [phase, isOpen, lang]);
  return (
    <div className="wrap">
      {isOpen && (
        <div className={styles.waiting}>
          <h1 tabIndex={-1}>{t`Checkout`}</h1>
          <PendingOrderNotice phase={phase} onCheck={check} />
        </div>
      )}
      {!isOpen && (
        <EmptyState
          level={1}
          title={asHeading(say({ id: 'cart.empty' }))}
          actions={<ButtonLink href={urls.home(lang)}>{t`Continue shopping`}</ButtonLink>}
        >
          <p>
            {wasFull ? (
              <Trans>
                It was emptied in the meantime, and nothing was ordered from this page. If you have ordered in another
                window, the confirmation is in your email.
              </Trans>
            ) : (
              <Trans>There is nothing to check out.</Trans>
            )}
          </p>
        </EmptyState>
      )}
    </div>
  );
}
