/** Words for the jobs of the shop. Unknown ones stay as they are. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

const JOBS: Record<string, MessageDescriptor> = {
  deliver_mail: msg`Send emails`,
  backup: msg`Copy the database each night`,
  cancel_unpaid: msg`Cancel orders that were not paid`,
  complete_orders: msg`Complete shipped orders`,
  reconcile_payments: msg`Ask for payments that are uncertain`,
  send_refunds: msg`Pay out refunds`,
  write_order_terms: msg`Prepare the search of orders`,
  publish_pages: msg`Publish pages at their time`,
  write_thread_terms: msg`Prepare the search of messages`,
  delete_accounts: msg`Delete accounts as asked`,
  carry_out_unsubscriptions: msg`Carry out unsubscriptions`,
  forget_payments: msg`Delete old traces of payments`,
  forget_service: msg`Delete old messages and chats`,
  expire_sessions: msg`Delete what has expired`,
  seal_audit: msg`Seal the audit`,
  tell_seal: msg`Send the newest seal to the owners`,
  publish_look: msg`Publish the look at its time`,
  put_settings_into_force: msg`Put settings into force at their time`,
  save_visits: msg`Save the counts of visits`,
  count_misses: msg`Save the counts of searches without result`,
  trim_changes: msg`Delete old records of changes`,
};

export function useJobName(): (name: string) => string {
  const { i18n } = useLingui();
  return (name) => {
    const word = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined;
    return word ? i18n._(word) : name;
  };
}
