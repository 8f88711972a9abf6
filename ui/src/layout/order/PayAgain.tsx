/** Payment of a pending order: continue, retry, or change the method. The order keeps its number (decisions.md §7). */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client';
import type { PaymentMethod, PaymentResult, Retried } from '../../api/types';
import { splitUrl, urls } from '../../domain/urls';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { RadioCards } from '../../parts/Field';
import { usePaymentNotes } from '../../parts/paymentNotes';
import { ScriptedForm } from '../../parts/ScriptedForm';
import { redirectTo } from '../../state/externalRedirect';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { focusHeading } from '../../state/page';
import { useLang } from '../../state/site';
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

export function PayAgain({ order, again, onChanged, children }: PayAgainProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const lang = useLang();
  const answers = useAnswers();
  const notes = usePaymentNotes();
  const [isOpen, setOpen] = useState(false);
  const [method, setMethod] = useState<PaymentMethod | ''>('');
  const [isUnchosen, setUnchosen] = useState(false);
  const [busy, setBusy] = useState<'again' | 'other'>();
  const [failure, setFailure] = useState<ApiError>();
  const isSending = useRef(false);
  const { token, order_number, redirect_url } = order;
  const others = order.payment_methods.filter(({ code }) => code !== order.method);

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
      const error = notify.refusal(reason);
      setFailure(error.fields.payment_method ? new ApiError(200, '', error.fields.payment_method.id) : error);
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
        {redirect_url && order.outcome === 'pending' ? (
          <ButtonLink href={redirect_url}>{t`Continue to payment`}</ButtonLink>
        ) : (
          again && (
            <Button
              busy={busy === 'again'}
              busyLabel={t`One moment…`}
              disabled={busy === 'other'}
              onClick={() => void pay(order.method, 'again')}
            >
              {again}
            </Button>
          )
        )}
        {others.length > 0 && (
          <Button
            variant="secondary"
            aria-expanded={isOpen ? 'true' : 'false'}
            aria-controls="pay-otherwise"
            disabled={busy !== undefined}
            onClick={() => setOpen(!isOpen)}
          >{t`Change payment method`}</Button>
        )}
        {children}
      </div>
      <div id="pay-otherwise" hidden={!isOpen}>
        {isOpen && (
          <ScriptedForm
            className={styles.other}
            onSubmit={() => {
              setUnchosen(method === '');
              if (method === '') document.querySelector<HTMLElement>('#pay-method input')?.focus();
              else void pay(method, 'other');
            }}
          >
            <RadioCards
              id="pay-method"
              legend={t`Payment method`}
              required
              value={method}
              onChange={(code) => {
                setMethod(code as PaymentMethod);
                setUnchosen(false);
              }}
              error={isUnchosen ? say({ id: 'checkout.payment_method_empty' }) : undefined}
              options={others.map(({ code, name }) => ({ value: code, label: name, note: notes[code] }))}
            />
            <Button type="submit" busy={busy === 'other'} busyLabel={t`One moment…`}>{t`Pay this way`}</Button>
          </ScriptedForm>
        )}
      </div>
    </div>
  );
}
