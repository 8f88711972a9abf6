/** What has come to an order since it was opened here, by others or by the shop itself. */

import { useState } from 'react';
import { isOwn } from '../../api/own';
import type { OrderDetail } from '../../api/types';
import { type Entry, news } from './timeline';

export interface News {
  /** Not read yet, the newest first. */
  unread: Entry[];
  /** Keys of all that is marked. */
  marked: ReadonlySet<string>;
  read: () => void;
}

interface State {
  order: OrderDetail;
  unread: Entry[];
  marked: ReadonlySet<string>;
}

const begin = (order: OrderDetail): State => ({ order, unread: [], marked: new Set() });

export function useNews(order: OrderDetail): News {
  const [state, setState] = useState(() => begin(order));
  let now = state;
  if (state.order.number !== order.number) {
    now = begin(order);
  } else if (state.order !== order) {
    const fresh = news(state.order, order);
    const marked = fresh.length > 0 ? new Set([...state.marked, ...fresh.map(({ key }) => key)]) : state.marked;
    // What was done here is known here.
    now = { order, unread: isOwn('order', order.number) ? state.unread : [...fresh, ...state.unread], marked };
  }
  if (now !== state) setState(now);
  return { unread: now.unread, marked: now.marked, read: () => setState({ ...now, unread: [] }) };
}
