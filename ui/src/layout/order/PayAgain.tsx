/** Payment of a pending order: continue, retry, or change the method. The order keeps its number (decisions.md §7). */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { PaymentMethod, PaymentResult, Retried } from '../../api/types';
import type { Problem } from '../../domain/text';
import { splitUrl, urls } from '../../domain/urls';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { RadioCards } from '../../parts/Field';
import { useAlsoOnPage, usePaymentNotes } from '../../parts/paymentNotes';
import { redirectTo } from '../../state/externalRedirect';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { focusHeading } from '../../state/page';
import { useLang, useSentForm } from '../../state/site';
import { PostForm } from '../PostForm';
import styles from './PayAgain.module.css';

export interface PayAgainProps {
  order: PaymentResult;
  /** Label of the retry button; absent when only another method is offered. */
  again?: string;
  /** The order has changed and must be reloaded. */
  onChanged: () => void;
  /** Further links beside the buttons. */
  children?: ReactNode;
}

/** What a browser without scripts sends of the methods where none is chosen: of a name that comes twice the first counts. */
const UNCHOSEN = 'none';

const problemOf = (error: Problem & { fields: Record<string, Problem> }) => error.fields.payment_method ?? error;

export function PayAgain({ order, again, onChanged, children }: PayAgainProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const lang = useLang();
  const answers = useAnswers();
  const noteOn = usePaymentNotes();
  const alsoOnPage = useAlsoOnPage();
  const [isOpen, setOpen] = useState(false);
  const sent = useSentForm('payment/retry');
  const typed = sent?.values.payment_method;
  const others = order.payment_methods.filter(({ code }) => code !== order.method);
  const [method, setMethod] = useState<PaymentMethod | ''>(others.find(({ code }) => code === typed)?.code ?? '');
  const [isUnchosen, setUnchosen] = useState(typed === UNCHOSEN);
  const [busy, setBusy] = useState<'again' | 'other'>();
  const [failure, setFailure] = useState<Problem | undefined>(sent && !isUnchosen ? problemOf(sent.error) : undefined);
  const isSending = useRef(false);
  const { token, order_number, redirect_url } = order;
  const isContinued = redirect_url && order.outcome === 'pending';
  const also = (isContinued || again) && alsoOnPage(order.payment_methods.find(({ code }) => code === order.method));

  const named = <input type="hidden" name={token ? 'token' : 'order_number'} value={token || order_number} />;

  const followPayment = ({ token: key, payment }: Retried) => {
    answers.invalidate('payment/index');
    answers.invalidate('order/view');
    answers.invalidate('order/index');
    if (payment.redirect_url) {
      redirectTo(payment.redirect_url, token ? urls.result(lang, 'ordersuccess', token) : undefined);
      return;
    }
    const next = urls.result(lang, payment.method === 'wechat' ? 'wechatpay' : 'ordersuccess', key);
    if (splitUrl(next).path !== window.location.pathname) {
      navigate(next, { replace: true });
      return;
    }
    // Already on the order's page: the pressed button is gone, so focus moves to the heading.
    setOpen(false);
    setMethod('');
    setBusy(undefined);
    isSending.current = false;
    onChanged();
    focusHeading();
  };

  const pay = async (by: PaymentMethod, from: 'again' | 'other') => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(from);
    setFailure(undefined);
    try {
      followPayment(
        await call('payment/retry', token ? { token, payment_method: by } : { order_number, payment_method: by }),
      );
    } catch (reason) {
      setFailure(problemOf(notify.refusal(reason)));
      setBusy(undefined);
      isSending.current = false;
    }
  };

  return (
    <div className={styles.pay}>
      {failure && (
        <Notice
          tone="error"
          alert
          title={say(failure)}
          actions={
            failure.id === 'payment.not_pending' && (
              <Button small variant="secondary" onClick={onChanged}>{t`See how the order stands`}</Button>
            )
          }
        />
      )}
      <div className={styles.actions}>
        {isContinued ? (
          <ButtonLink href={redirect_url}>{t`Continue to payment`}</ButtonLink>
        ) : (
          again && (
            <PostForm call="payment/retry" onSubmit={() => void pay(order.method, 'again')}>
              {named}
              <input type="hidden" name="payment_method" value={order.method} />
              <Button
                type="submit"
                block
                busy={busy === 'again'}
                busyLabel={t`One moment…`}
                disabled={busy === 'other'}
              >
                {again}
              </Button>
            </PostForm>
          )
        )}
        {others.length > 0 && (
          <Button
            variant="secondary"
            className={styles.scripted}
            aria-expanded={isOpen ? 'true' : 'false'}
            aria-controls="pay-otherwise"
            disabled={busy !== undefined}
            onClick={() => setOpen(!isOpen)}
          >{t`Change payment method`}</Button>
        )}
        {children}
      </div>
      {also && <p className="small">{also}</p>}
      <div id="pay-otherwise" className={isOpen ? undefined : styles.closed}>
        {others.length > 0 && (
          <PostForm
            call="payment/retry"
            className={styles.other}
            onSubmit={() => {
              setUnchosen(method === '');
              if (method === '') document.querySelector<HTMLElement>('#pay-method input')?.focus();
              else void pay(method, 'other');
            }}
          >
            {named}
            <RadioCards
              id="pay-method"
              name="payment_method"
              legend={t`Payment method`}
              required
              value={method}
              onChange={(code) => {
                setMethod(code as PaymentMethod);
                setUnchosen(false);
              }}
              error={isUnchosen ? say({ id: 'checkout.payment_method_empty' }) : undefined}
              options={others.map((option) => ({ value: option.code, label: option.name, note: noteOn(option) }))}
            />
            <input type="hidden" name="payment_method" value={UNCHOSEN} />
            <Button type="submit" busy={busy === 'other'} busyLabel={t`One moment…`}>{t`Pay this way`}</Button>
          </PostForm>
        )}
      </div>
    </div>
  );
}
