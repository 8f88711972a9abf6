/** Heading and sentence for the state of an order. */

import { useLingui } from '@lingui/react/macro';
import type { PaymentResult } from '../../api/types';
import type { IconName } from '../../parts/Icon';
import { useFormat, useMessageText } from '../../state/i18n';
import { useTimestampFormat } from '../../state/timestampFormat';
import type { OrderState } from './useOrder';

export interface OutcomeText {
  title: string;
  text: string;
  /** A second sentence. */
  more: string;
  tone: 'success' | 'info' | 'warning' | 'error';
  icon: IconName;
}

/** `kind`: the route, which says only where payment stopped. */
export function useOutcomeText(
  order: PaymentResult | undefined,
  { awaited, waiting }: Pick<OrderState, 'awaited' | 'waiting'>,
  kind: string,
): OutcomeText {
  return { more: '', ...useWords(order, { awaited, waiting }, kind) };
}

function useWords(
  order: PaymentResult | undefined,
  { awaited, waiting }: Pick<OrderState, 'awaited' | 'waiting'>,
  kind: string,
): Omit<OutcomeText, 'more'> & Partial<OutcomeText> {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  const message = (id: string) => say({ id, params: {} });
  if (!order) return { title: t`Your order`, text: '', tone: 'info', icon: 'info' };

  const { email, status, method, totals } = order;
  const amount = format.money(totals.total, totals.currency);
  const time = order.hold_until ? timestamps.time(order.hold_until) : '';
  const zone = order.hold_until ? timestamps.zone(order.hold_until) : '';
  const until = order.hold_until ? timestamps.momentDate(order.hold_until) : '';
  const isWaiting = order.payment_methods.length > 0;
  if (order.awaiting_confirmation) {
    return order.can_confirm
      ? {
          title: t`Please confirm your order`,
          text: t`With your confirmation we set the goods aside for you, and show you how to pay.`,
          tone: 'info',
          icon: 'mail',
        }
      : {
          title: t`One more step: please confirm your order`,
          text: t`We have written to ${email}. Please open the link in that letter and confirm your order there; only then do we set the goods aside and tell you how to pay.`,
          more: t`If you would rather not wait, you can pay by card at once.`,
          tone: 'info',
          icon: 'mail',
        };
  }
  switch (order.outcome) {
    case 'success':
      switch (status) {
        case 'shipped':
          return {
            title: t`Your order is on its way`,
            text: t`We have written to ${email} with the details.`,
            tone: 'success',
            icon: 'truck',
          };
        case 'complete':
          return {
            title: t`Your order is complete`,
            text: t`We hope that it serves you well for a long time.`,
            tone: 'success',
            icon: 'success',
          };
        case 'closed':
          return {
            title: t`Your order is closed`,
            text: t`The goods have come back to us, and what you paid has been refunded.`,
            tone: 'info',
            icon: 'info',
          };
        default:
          if (method === 'wechat') {
            return {
              title: t`Thank you for your order`,
              text: message('payment.transaction_succeeded'),
              more: t`We have written to ${email} with the details.`,
              tone: 'success',
              icon: 'success',
            };
          }
          return {
            title: t`Thank you for your order`,
            text: t`Your payment has arrived. A confirmation is on its way to ${email}.`,
            tone: 'success',
            icon: 'success',
          };
      }
    case 'pending_bank_transfer':
      return {
        title: t`Thank you for your order`,
        text: t`Please transfer ${amount}; we prepare your order when the payment has arrived. A confirmation is on its way to ${email}.`,
        tone: 'success',
        icon: 'bank',
      };
    case 'pending_cheque':
      return {
        title: t`Thank you for your order`,
        text: t`Please send us a cheque for ${amount}; we prepare your order when it has been credited. A confirmation is on its way to ${email}.`,
        tone: 'success',
        icon: 'mail',
      };
    case 'pending':
      // Taken by telephone: nobody has begun to pay.
      if (status === 'pending_offline' && order.channel === 'telephone' && isWaiting) {
        return {
          title: t`Your order awaits payment`,
          text: order.is_paid_at_house
            ? order.collection
              ? t`You pay ${amount} when you collect the goods, or here if you prefer.`
              : t`You pay ${amount} at the house, or here if you prefer.`
            : t`Please pay ${amount} here; then we prepare your order.`,
          more: until && t`We hold the goods until ${until}.`,
          tone: 'info',
          icon: 'info',
        };
      }
      if (order.is_delayed) {
        return {
          title: t`Thank you for your order`,
          text: t`Your payment is on its way and takes a few working days. A confirmation is on its way to ${email}, and we write to you as soon as the money has arrived.`,
          more: t`Until then we hold the goods for you, at the longest until ${until}. Please do not order again.`,
          tone: 'success',
          icon: 'bank',
        };
      }
      if (method === 'wechat' && order.instructions) {
        return {
          title: t`Pay with WeChat`,
          text: t`Please scan the code with the WeChat app on your phone, and confirm ${amount} there. This page goes on by itself.`,
          tone: 'info',
          icon: 'info',
        };
      }
      if (awaited === 'open') {
        return {
          title: t`Your payment is still open`,
          text: t`No payment has reached us yet. We hold your order until ${time} (${zone}); if you have just paid, this page shows it in a moment.`,
          tone: 'info',
          icon: 'info',
        };
      }
      if (waiting === 'confirming') {
        return {
          title: t`Confirming your payment…`,
          text: t`Please keep this page open; it changes as soon as we know. Do not order again.`,
          tone: 'info',
          icon: 'info',
        };
      }
      return {
        title: t`We are waiting for your payment`,
        text: t`There is no need to stay: we will write to ${email} as soon as the payment is confirmed. Please do not order again.`,
        tone: 'info',
        icon: 'info',
      };
    case 'canceled':
      if (isWaiting) {
        return {
          title: t`Payment cancelled`,
          text: message('payment.canceled'),
          more: t`Nothing has been charged. We hold your order until ${time} (${zone}).`,
          tone: 'info',
          icon: 'info',
        };
      }
      if (!order.canceled_on_request && (method === 'card' || method === 'wechat')) {
        return { title: t`Payment cancelled`, text: message('payment.canceled'), tone: 'info', icon: 'info' };
      }
      return {
        title: t`Order cancelled`,
        text: order.canceled_on_request
          ? t`You have cancelled this order.`
          : t`We have cancelled this order, as no payment has arrived for it.`,
        more: t`Nothing is owed. If you have paid since, we will refund you.`,
        tone: 'info',
        icon: 'info',
      };
    case 'uncertain':
      if (isWaiting) {
        return {
          title: t`Your payment was not accepted`,
          text: t`A technical problem prevented your payment. Nothing has been charged.`,
          more: t`Please try again, choose another payment method or contact our customer service. We hold your order until ${time} (${zone}).`,
          tone: 'warning',
          icon: 'warning',
        };
      }
      return {
        title: t`We could not confirm your payment`,
        text: message('payment.uncertain'),
        more: t`We go on asking the payment service. You need not stay: as soon as it is decided we write to ${email}.`,
        tone: 'warning',
        icon: 'warning',
      };
    case 'failed':
      if (kind === 'payerror') {
        return {
          title: t`The payment page cannot be reached`,
          text: t`Nothing has been charged, and nothing is lost: we hold your order until ${time} (${zone}). Please try again in a moment, or choose another way to pay.`,
          tone: 'error',
          icon: 'error',
        };
      }
      return {
        title: message(method === 'wechat' ? 'payment.transaction_failed' : 'payment.failed'),
        text: message('payment.failed_advice'),
        more: t`Nothing has been charged. We hold your order until ${time} (${zone}).`,
        tone: 'error',
        icon: 'error',
      };
  }
}
