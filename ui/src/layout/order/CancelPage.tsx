/** Cancellation of an order without scripts: a link to its page with the question open, and the form that answers it. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Lang } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import { queryValue, urls } from '../../domain/urls';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { NoWrap } from '../../parts/NoWrap';
import { useMessageText } from '../../state/i18n';
import { useRoute } from '../../state/route';
import { useLang, useSentForm } from '../../state/site';
import { PostForm } from '../PostForm';
import type { CancelOrderProps } from './CancelOrderDialog';
import styles from './PayAgain.module.css';

type Of = Pick<CancelOrderProps, 'order'>;

/** Both kinds of page have a query. */
function pageOf(lang: Lang, { token, order_number = '' }: Of['order']): string {
  return token ? urls.result(lang, 'ordersuccess', token) : accountUrls.order(lang, order_number);
}

export function CancelLink({ order }: Of) {
  const { t } = useLingui();
  const href = `${pageOf(useLang(), order)}&confirm=cancel`;
  return <ButtonLink href={href} variant="secondary">{t`Cancel the order`}</ButtonLink>;
}

interface CancelFormProps extends Of {
  number: string;
  /** It may be canceled now. */
  isOffered: boolean;
}

/** At the top of the order's page, where it was asked for or has been refused. */
export function CancelForm({ number, order, isOffered }: CancelFormProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const page = pageOf(useLang(), order);
  const { search } = useRoute();
  const sent = useSentForm('order/cancel');
  const isAsked = isOffered && (sent !== undefined || queryValue(search, 'confirm') === 'cancel');
  return (
    <>
      {sent && <Notice tone="error" alert title={say(sent.error)} />}
      {isAsked && (
        <section className={styles.other} aria-labelledby="cancel-order">
          <h2 id="cancel-order" className="subheading">
            <NoWrap>{t`Cancel order ${number}?`}</NoWrap>
          </h2>
          <p>
            <Trans>
              The goods are no longer held for you, and nothing is owed. If you have paid already, we refund you as soon
              as the payment arrives.
            </Trans>
          </p>
          <PostForm call="order/cancel" then={`${page}&done=canceled`} className={styles.actions} onSubmit={() => {}}>
            <input type="hidden" name={order.token ? 'token' : 'order_number'} value={order.token || number} />
            <ButtonLink href={page} variant="secondary">{t`Keep the order`}</ButtonLink>
            <Button type="submit">{t`Cancel the order`}</Button>
          </PostForm>
        </section>
      )}
    </>
  );
}
