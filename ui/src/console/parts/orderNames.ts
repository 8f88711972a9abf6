/** Words for the codes of orders. Unknown ones stay as they are. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OrderStatus } from '../api/types';

type Words<K extends string = string> = Record<K, MessageDescriptor>;

const STATUS: Words<OrderStatus> = {
  pending: msg({ context: 'status', message: 'Awaiting payment' }),
  pending_bank_transfer: msg({ context: 'status', message: 'Awaiting transfer' }),
  pending_cheque: msg({ context: 'status', message: 'Awaiting cheque' }),
  pending_offline: msg({ context: 'status', message: 'Taken by the house, unpaid' }),
  processing: msg({ context: 'status', message: 'Processing' }),
  shipped: msg({ context: 'status', message: 'Shipped' }),
  complete: msg({ context: 'status', message: 'Complete' }),
  canceled: msg({ context: 'status', message: 'Canceled' }),
  closed: msg({ context: 'status', message: 'Closed' }),
};

export const STATUSES = Object.keys(STATUS) as OrderStatus[];

const METHOD = {
  card: msg`Card`,
  bank_transfer: msg`Bank transfer`,
  cheque: msg`Cheque`,
  wechat: msg`WeChat Pay`,
  offline: msg`In person`,
} satisfies Words;

export const METHODS = Object.keys(METHOD) as (keyof typeof METHOD)[];

const REFUND: Words = {
  due: msg({ context: 'refund', message: 'Requested' }),
  requested: msg({ context: 'refund', message: 'Requested' }),
  sent: msg({ context: 'refund', message: 'On its way' }),
  by_hand: msg({ context: 'refund', message: 'To be made by hand' }),
  done: msg({ context: 'refund', message: 'Paid out' }),
  failed: msg({ context: 'refund', message: 'Failed' }),
};

const ATTEMPT: Words = {
  opening: msg({ context: 'attempt', message: 'Begun' }),
  open: msg({ context: 'attempt', message: 'Open' }),
  uncertain: msg({ context: 'attempt', message: 'Uncertain' }),
  declined: msg({ context: 'attempt', message: 'Declined' }),
  canceled: msg({ context: 'attempt', message: 'Given up' }),
  unreachable: msg({ context: 'attempt', message: 'Not reachable' }),
  paid: msg({ context: 'attempt', message: 'Paid' }),
};

const MAIL: Words = {
  order_received: msg`Order received`,
  order_added: msg`Added to the order`,
  order_confirm: msg`Order confirmed`,
  payment_received: msg`Payment received`,
  payment_instructions: msg`How to pay`,
  order_ready: msg`Ready for collection`,
  order_shipped: msg`Parcel on its way`,
  order_canceled: msg`Order canceled`,
  return_received: msg`Return received`,
  order_refunded: msg`Money refunded`,
  order_changed: msg`Order changed`,
  order_link: msg`Link to the order`,
  withdrawal_receipt: msg`Withdrawal received`,
  welcome: msg`Welcome to the new account`,
  password_reset: msg`Link for a new password`,
  password_first: msg`Link for the first password`,
  password_changed: msg`Password changed`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  email_changed: msg`Email address changed`,
  deletion_asked: msg`Deletion of the account asked for`,
  deletion_done: msg`Account deleted`,
  newsletter_confirm: msg`Newsletter: please confirm`,
  newsletter_welcome: msg`Newsletter: welcome`,
  newsletter_unsubscribing: msg`Newsletter: unsubscribing`,
  newsletter_unsubscribed: msg`Newsletter: unsubscribed`,
  form_link: msg`Link to a form sent without scripts`,
  contact_received: msg`Message received`,
  message_reply: msg`Answer to a message`,
  operator_notice: msg`Notice to the house`,
  staff_invitation: msg`Invitation to the console`,
  audit_seal: msg`Seal of the audit`,
  setting_waiting: msg`Payment details changed`,
  credential_changed: msg`Access to mail or payment changed`,
};

/** Why a status changed or money goes back, where the shop itself says it. What a person has written is in no table. */
const REASON: Words = {
  placed: msg({ context: 'reason', message: 'Order placed' }),
  'placed again': msg({ context: 'reason', message: 'Placed again by the customer' }),
  'to be paid by card': msg({ context: 'reason', message: 'Changed to payment by card' }),
  'to be paid by bank transfer': msg({ context: 'reason', message: 'Changed to payment by bank transfer' }),
  'to be paid by cheque': msg({ context: 'reason', message: 'Changed to payment by cheque' }),
  'to be paid by WeChat Pay': msg({ context: 'reason', message: 'Changed to payment by WeChat Pay' }),
  'paid by card': msg({ context: 'reason', message: 'Paid by card' }),
  'paid by bank transfer': msg({ context: 'reason', message: 'Paid by bank transfer' }),
  'paid by cheque': msg({ context: 'reason', message: 'Paid by cheque' }),
  'paid by WeChat Pay': msg({ context: 'reason', message: 'Paid by WeChat Pay' }),
  'paid in person': msg({ context: 'reason', message: 'Paid in person' }),
  'nothing to pay': msg({ context: 'reason', message: 'Nothing to pay' }),
  '14 days after shipping': msg({ context: 'reason', message: '14 days after shipping' }),
  customer: msg({ context: 'reason', message: 'Canceled by the customer' }),
  unpaid: msg({ context: 'reason', message: 'Not paid in time' }),
  'the goods were gone when it was paid': msg({ context: 'reason', message: 'Sold out when the payment arrived' }),
  order_canceled: msg({ context: 'reason', message: 'Order canceled' }),
  order_changed: msg({ context: 'reason', message: 'Pieces taken out' }),
  booked_by_mistake: msg({ context: 'reason', message: 'Payment booked by mistake' }),
  'carrier changed': msg({ context: 'reason', message: 'Carrier changed' }),
  'the parcel could not change its carrier any more': msg({
    context: 'reason',
    message: 'Paid too late for another carrier',
  }),
  'the rest was taken out': msg({ context: 'reason', message: 'The rest was taken out' }),
  order_over: msg({ context: 'reason', message: 'Paid after the order had ended' }),
  paid_twice: msg({ context: 'reason', message: 'Paid twice' }),
  paid_too_much: msg({ context: 'reason', message: 'Paid too much' }),
  wrong_currency: msg({ context: 'reason', message: 'Paid in another currency' }),
  returned: msg({ context: 'reason', message: 'Goods returned' }),
  goodwill: msg({ context: 'reason', message: 'Goodwill' }),
};

/** What stands in the place of a reason where none was given, or where the status says it all. */
const NO_REASON: ReadonlySet<string> = new Set(['shipped', 'by hand', 'by the operator']);

const ACTOR: Words = {
  customer: msg({ context: 'actor', message: 'Customer' }),
  job: msg({ context: 'actor', message: 'The shop itself' }),
  operator: msg({ context: 'actor', message: 'Command on the server' }),
  gateway: msg({ context: 'actor', message: 'Payment provider' }),
};

export function useOrderNames() {
  const { t, i18n } = useLingui();
  const of = (words: Words) => (code: string) => {
    const word = Object.hasOwn(words, code) ? words[code] : undefined;
    return word ? i18n._(word) : code;
  };
  return {
    status: of(STATUS),
    method: of(METHOD),
    refund: of(REFUND),
    attempt: of(ATTEMPT),
    mail: of(MAIL),
    /** Empty where there is none. */
    reason: (text: string) => (NO_REASON.has(text) ? '' : of(REASON)(text)),
    /** A program whose token is no longer kept has no name. */
    actor: (code: string) => {
      const id = /^token:(\d+)$/.exec(code)?.[1];
      return id ? t`Program no. ${id}` : of(ACTOR)(code);
    },
  };
}
