/**
 * Types of the console's calls: those of the server, generated, and what they do not name. Times of people and the audit are
 * Unix milliseconds; those of orders and the bank are RFC 3339, days `2026-11-26` in the shop's time zone, amounts decimal
 * strings in the currency beside them.
 */

import type { Calls, OrderCan } from './contract';

export type * from './contract';

export type Path = keyof Calls;
export type Args<P extends Path> = Calls[P]['args'];
export type Answer<P extends Path> = Calls[P]['answer'];

/** The order, and the version of it that the person saw. */
export type DoneArgs = Pick<Args<'order/ship'>, 'number' | 'version'>;

/** What can be done with an order from its menu. */
export type OrderDeed = Exclude<keyof OrderCan, 'close_payment'>;

/** A text of the server: the id is a key of the language pack. */
export interface Message {
  id: string;
  params?: Record<string, string>;
}

/** The envelope of every answer, as that of the shop's calls. */
export interface Envelope {
  code: '0' | '1';
  message: string;
  data: unknown;
  error?: {
    id: string;
    params?: Record<string, string>;
    field_messages?: Record<string, Message>;
  };
}
