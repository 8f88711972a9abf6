/** Values and validation of the withdrawal statement; mirrors `withdrawal/calls.rs`. Knows no component. */

import type { Args, WithdrawnItem } from '../../api/types';
import * as validate from '../../domain/validate';
import { type Problems, problemsIn } from '../../state/useForm';

const NUMBER_MAX = 40;
export const NAME_MAX = 120;
export const MESSAGE_MAX = 2000;

export interface Values {
  order_number: string;
  name: string;
  email: string;
  message: string;
  /** Quantities by order line; empty when the order is not shown. */
  pieces: readonly number[];
}

export const EMPTY: Values = { order_number: '', name: '', email: '', message: '', pieces: [] };
/** Fields from top to bottom. */
export const NAMES = ['order_number', 'name', 'email', 'pieces', 'message'] as const;

function tooLong(text: string, max: number) {
  return validate.characterCount(text) > max ? { id: 'form.too_long', params: { max: String(max) } } : null;
}

export function check(values: Values): Problems<Values> {
  const number = validate.trim(values.order_number);
  const name = validate.trim(values.name);
  const isNothingChosen = values.pieces.length > 0 && values.pieces.every((qty) => qty === 0);
  return problemsIn<Values>({
    order_number: number === '' ? { id: 'order.number_empty' } : tooLong(number, NUMBER_MAX),
    name: name === '' ? { id: 'address.name_empty' } : tooLong(name, NAME_MAX),
    email: validate.email(values.email),
    pieces: isNothingChosen ? { id: 'withdrawal.items_empty' } : null,
    message: tooLong(validate.trim(values.message), MESSAGE_MAX),
  });
}

/** Arguments of the call. The whole order is sent without a list of items. */
export function argsOf(
  values: Values,
  items: readonly WithdrawnItem[],
  token: string,
  confirm: boolean,
): Args<'order/withdraw'> & { items: WithdrawnItem[] } {
  const isWhole = items.every((item, at) => values.pieces[at] === item.qty);
  const chosen = items.flatMap((item, at) => {
    const qty = values.pieces[at] ?? 0;
    return qty > 0 ? [{ ...item, qty }] : [];
  });
  return {
    token,
    order_number: validate.trim(values.order_number),
    name: validate.trim(values.name),
    email: validate.trim(values.email),
    message: validate.trim(values.message),
    items: isWhole ? [] : chosen,
    confirm,
  };
}
