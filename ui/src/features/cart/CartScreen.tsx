/** Cart page: items, totals, destinations and payment methods. */

import { useLingui } from '@lingui/react/macro';
import { useContext, useEffect } from 'react';
import { callKey } from '../../api/key';
import type { Cart, TagState } from '../../api/types';
import { AnswersContext, useCall } from '../../api/useCall';
import { asHeading } from '../../domain/heading';
import { urls } from '../../domain/urls';
import { DoneNotice } from '../../layout/DoneNotice';
import { later } from '../../layout/Later';
import { PicturedState } from '../../layout/PicturedState';
import type { RecentlyViewedProps } from '../../layout/RecentlyViewed';
import { LoadError, Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { Picture } from '../../parts/Picture';
import { RemovedRow } from '../../parts/RemovedRow';
import { Scriptless } from '../../parts/Scriptless';
import { loadCart } from '../../state/cart';
import { useCustomer } from '../../state/customer';
import { useMessageText } from '../../state/i18n';
import { usePage } from '../../state/page';
import { useSite } from '../../state/site';
import { CartList } from './CartList';
import styles from './CartScreen.module.css';
import { CartSummary, CheckoutBar } from './CartSummary';
import { OrderingTerms } from './OrderingTerms';
import { type CartActions, useCartActions } from './useCartActions';

const RecentlyViewed = later<RecentlyViewedProps>('RecentlyViewed');

/** Milliseconds within which an answer was fetched by the way to this page. */
const FETCHED_FOR_THIS_PAGE = 2_000;

export default function CartScreen() {
  const { t } = useLingui();
  const answers = useContext(AnswersContext);
  const { data: cart, error, loading, slow, retry, cancel } = useCall('cart', {});
  const actions = useCartActions();
  usePage({
    title: t`Your bag`,
    description: t`What is in your bag, what delivery costs and how you can pay.`,
    noindex: true,
  });

  // A cart from another page is shown at once and refreshed in the background.
  useEffect(() => {
    if (answers.age(callKey('cart', {})) > FETCHED_FOR_THIS_PAGE) void loadCart();
  }, [answers]);

  if (cart && cart.items.length === 0) return <EmptyCart actions={actions} />;
  return (
    <div className={`wrap ${styles.screen}`}>
      <h1 tabIndex={-1}>{t`Your bag`}</h1>
      <Reordered />
      <Region busy={loading && !cart}>
        {error && !cart && <LoadError error={error} onRetry={retry} />}
        {slow && !cart && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {loading && !cart && <Waiting />}
        {cart && <CartContents cart={cart} actions={actions} />}
      </Region>
    </div>
  );
}

function CartContents({ cart, actions }: { cart: Cart; actions: CartActions }) {
  return (
    <>
      {cart.promo && <TagNotice tag={cart.promo} />}
      <div className={styles.grid}>
        <div className={styles.items}>
          <CartList cart={cart} actions={actions} />
          <OrderingTerms cart={cart} />
        </div>
        <CartSummary cart={cart} />
        <CheckoutBar cart={cart} />
      </div>
    </>
  );
}

/** What has become of an order that was put into the bag once more; with scripts a notification says it. */
function Reordered() {
  return (
    <Scriptless>
      {import.meta.env.SSR && (
        <DoneNotice of={{ reordered: 'order.reordered', 'reordered-partly': 'order.reordered_partly' }} />
      )}
    </Scriptless>
  );
}

/** Status of the promo tag; an unknown or expired one is not an error. */
function TagNotice({ tag }: { tag: TagState }) {
  const { t } = useLingui();
  const say = useMessageText();
  const isApplied = tag.status === 'applied';
  return (
    <div className={styles.tag}>
      <Notice
        tone={isApplied ? 'success' : 'warning'}
        title={say({ id: `promo.${tag.status}`, params: { percent: String(tag.percentage) } })}
      >
        {isApplied
          ? t`It is not combined with other reductions: the lower price counts. Taxes and shipping are not reduced.`
          : undefined}
      </Notice>
    </div>
  );
}

function EmptyCart({ actions }: { actions: CartActions }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { lang, accounts } = useSite();
  const { loggedIn } = useCustomer();
  const { data: menu } = useCall('page/topmenu', {});
  return (
    <div className={`wrap ${styles.screen}`}>
      {actions.removed && <RemovedRow {...actions.removed} />}
      <Reordered />
      <PicturedState of="empty-bag" title={asHeading(say({ id: 'cart.empty' }))}>
        <p>{t`Begin with a department.`}</p>
        {accounts && !loggedIn && (
          <p>
            <Link href={urls.login(lang, urls.cart(lang))}>{t`Log in to see your saved items`}</Link>
          </p>
        )}
      </PicturedState>
      <ul className={styles.departments}>
        {menu?.items.map((item) => (
          <li key={item.key} className={styles.department}>
            <Picture image={item.image} sizes="(min-width: 600px) 22vw, 46vw" decorative />
            <Link href={item.url} className={styles.departmentLink}>
              {item.name}
            </Link>
          </li>
        ))}
      </ul>
      <RecentlyViewed />
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.grid}>
      <div className={styles.waiting}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <Skeleton lines={6} />
    </div>
  );
}
