/** Addresses as the values of a form, by the names under which the server tells of their problems. */

import type { Address, OrderDetail } from '../../api/types';
import { type AddressKind, FIELDS, KINDS } from '../../parts/addressKinds';

type Addressed = Pick<OrderDetail, AddressKind>;

export const isSame = (order: Addressed) =>
  FIELDS.every((field) => order.shipping_address[field] === order.billing_address[field]);

export function valuesOf(order: Addressed): Record<string, string> {
  return Object.fromEntries(
    KINDS.flatMap((kind) => FIELDS.map((field) => [`${kind}.${field}`, order[kind][field]] as const)),
  );
}

/** The address as typed; `former`: what is not typed stays. */
export function addressOf(former: Address, values: Record<string, string>, kind: AddressKind): Address {
  const typed = FIELDS.map((field) => [field, (values[`${kind}.${field}`] ?? former[field]).trim()] as const);
  return { ...former, ...Object.fromEntries(typed) };
}

/** What the order says now and did not when the form was opened: the field's name, and the text. */
export function changedBy(before: Addressed, now: Addressed): [key: string, text: string][] {
  const former = valuesOf(before);
  return Object.entries(valuesOf(now)).filter(([key, text]) => former[key] !== text);
}

/** Of those the ones that were not typed: they are taken over, so that what somebody else has changed is not undone. */
export function untouched(before: Addressed, now: Addressed, typed: Record<string, string>) {
  const former = valuesOf(before);
  return changedBy(before, now).filter(([key]) => typed[key] === former[key]);
}
