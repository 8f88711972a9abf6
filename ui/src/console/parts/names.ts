/** Words for the names that the server speaks: roles, permissions, calls and things. Unknown ones stay as they are. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

type Words = Record<string, MessageDescriptor>;

const ROLES: Words = {
  owner: msg({ context: 'role', message: 'Owner' }),
  manager: msg({ context: 'role', message: 'Manager' }),
  orders: msg({ context: 'role', message: 'Order desk' }),
  packing: msg({ context: 'role', message: 'Packing room' }),
  accountant: msg({ context: 'role', message: 'Accountant' }),
  editor: msg({ context: 'role', message: 'Editor' }),
  support: msg({ context: 'role', message: 'Guest support' }),
};

const PERMISSIONS: Words = {
  staff_read: msg`See people and roles`,
  staff_manage: msg`Manage people and roles`,
  audit_read: msg`Read the audit`,
  orders_read: msg`See orders`,
  orders_change: msg`Change orders`,
  orders_refund: msg`Refund orders`,
  packing: msg`Pack and ship`,
  bank: msg`Match bank statements`,
  products_change: msg`Change products`,
  stock_change: msg`Change stock`,
  prices_change: msg`Change prices`,
  content_change: msg`Change texts and pages`,
  messages_answer: msg`Answer messages`,
  customers_read: msg`See customers`,
  customers_erase: msg`Erase customers`,
  figures_read: msg`Read figures`,
  settings_change: msg`Change settings`,
  system: msg`Run the system`,
};

const CALLS: Words = {
  'staff/sign_in': msg`Sign-in`,
  'staff/sign_out': msg`Sign-out`,
  'staff/lock': msg`Lock of a device`,
  'staff/unlock': msg`Unlocking of a device`,
  'staff/register': msg`Registration`,
  'staff/prove': msg`Confirmation with password and code`,
  'staff/profile': msg`Change of profile`,
  'staff/password': msg`Change of password`,
  'staff/recovery_codes': msg`New recovery codes`,
  'staff/end_session': msg`End of a session`,
  'staff/people': msg`View of people and roles`,
  'staff/invite': msg`Invitation of a person`,
  'staff/withdraw_invitation': msg`Withdrawal of an invitation`,
  'staff/set_role': msg`Change of role`,
  'staff/disable': msg`Disabling of an account`,
  'staff/enable': msg`Enabling of an account`,
  'staff/end_sessions': msg`End of all sessions of a person`,
  'audit/list': msg`View of the audit`,
  'audit/verify': msg`Verification of the audit`,
  'order/list': msg`View of the orders`,
  'order/show': msg`View of an order`,
  'order/pay': msg`Booking of a payment`,
  'order/ship': msg`Shipping`,
  'order/complete': msg`Completion`,
  'order/cancel': msg`Cancellation`,
  'order/return': msg`Return`,
  'order/refund': msg`Refund`,
  'order/refund_made': msg`Refund made by hand`,
  'order/refund_by_hand': msg`Refund set to be made by hand`,
  'order/note': msg`Note on an order`,
  'order/resend': msg`Email sent again`,
  'order/set_email': msg`Correction of the email address`,
  'order/set_addresses': msg`Change of addresses`,
  'order/address_form': msg`View of how addresses are written`,
  'order/remove': msg`Pieces taken out`,
  'order/plan_removal': msg`View of what pieces taken out come to`,
  'order/close_payment': msg`Payment page closed`,
  'order/unpay': msg`Payment taken back`,
  'order/document': msg`Invoice or credit note opened`,
  'bank/import': msg`Import of a bank statement`,
  'bank/statements': msg`View of bank statements`,
  'bank/lines': msg`View of bank movements`,
  'bank/book_sure': msg`Booking of the sure movements`,
  'bank/book': msg`Booking of a movement`,
  'bank/take_back': msg`Bookings of a statement taken back`,
  'bank/ignore': msg`Movement set aside`,
  'bank/reopen': msg`Movement taken up again`,
  'bank/refunds': msg`View of refunds to transfer`,
  'bank/sepa_file': msg`SEPA file written`,
  'pack/list': msg`View of what is to be packed`,
  'pack/papers': msg`Packing papers printed`,
  'deed/list': msg`View of pending actions`,
  'deed/undo': msg`Action undone`,
  'deed/dismiss': msg`Failed action dismissed`,
  'duty/list': msg`View of today`,
  'system/show': msg`View of the system`,
  'system/backup': msg`Copy of the database`,
  'system/retry_mail': msg`Failed email sent again`,
  'system/retry_mails': msg`All failed emails sent again`,
  'staff invite': msg`Invitation of a person`,
  'staff disable': msg`Disabling of an account`,
  'staff enable': msg`Enabling of an account`,
};

const NOUNS: Words = {
  staff: msg`Person`,
  person: msg`Person`,
  invitation: msg`Invitation`,
  role: msg`Role`,
  session: msg`Session`,
  audit: msg`Audit`,
  order: msg`Order`,
  deed: msg`Pending action`,
  bank_statement: msg`Bank statement`,
  bank_line: msg`Bank movement`,
  sepa_file: msg`SEPA file`,
  packing_papers: msg`Packing papers`,
  document: msg`Invoice or credit note`,
  backup: msg`Copy of the database`,
  mail: msg`Email`,
};

const KEYS: Words = {
  name: msg`Name`,
  email: msg`Email address`,
  lang: msg`Language`,
  role: msg`Role`,
  role_id: msg`Role`,
  role_name: msg`Role`,
  disabled_at: msg`Disabled`,
  created_at: msg`Created`,
  expires_at: msg`Valid until`,
  sessions: msg`Sessions`,
  permissions: msg`Rights`,
  disabled: msg`Disabled`,
  ended: msg`Ended`,
  sessions_ended: msg`Sessions ended`,
  is_renamed: msg`Name changed`,
  message: msg`Reason`,
  browser: msg`Device`,
  second_factor: msg`Second factor`,
  invitation: msg`Invitation`,
  password: msg`Password`,
  recovery_codes: msg`Recovery codes`,
  proof_until_at: msg`Confirmed until`,
  is_shared: msg`Device of several people`,
  is_locked: msg`Locked`,
  order: msg`Order`,
  bytes: msg`Bytes`,
  mails: msg`Emails`,
};

const VALUES: Words = {
  one_time_code: msg`Code from the phone`,
  recovery_code: msg`Recovery code`,
  changed: msg`changed`,
};

/** Nouns by which the audit can be filtered. */
export const AUDIT_NOUNS = [
  'order',
  'bank_statement',
  'bank_line',
  'sepa_file',
  'packing_papers',
  'document',
  'mail',
  'backup',
  'staff',
  'invitation',
  'role',
  'session',
  'audit',
];

export function useNames() {
  const { i18n } = useLingui();
  const of = (words: Words) => (name: string) => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined;
    return word ? i18n._(word) : name;
  };
  return {
    role: of(ROLES),
    permission: of(PERMISSIONS),
    call: of(CALLS),
    noun: of(NOUNS),
    key: of(KEYS),
    value: of(VALUES),
  };
}
