/** Values of settings as they are read: in lists of changes, and where they cannot be changed. */

import { useLingui } from '@lingui/react/macro';
import { useGoodsTypes } from '../../parts/goodsTypes';
import { useOrderNames } from '../../parts/orderNames';
import { useFormat } from '../../parts/text';
import type { Kind } from './values';

/** The names of the days of the week, from Monday. */
export function useWeekdays() {
  const format = useFormat();
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.weekdays(day, day));
}

export function useShow() {
  const { t } = useLingui();
  const format = useFormat();
  const orders = useOrderNames();
  const goods = useGoodsTypes();
  const weekdays = useWeekdays();
  const money = (amount: string) => format.money(amount, 'EUR');
  return (kind: Kind, value: unknown): string => {
    const text = () => {
      switch (kind.of) {
        case 'switch':
          return value ? t`Yes` : t`No`;
        case 'amount':
          return money(value as string);
        case 'weekday':
          return weekdays[Number(value) - 1] ?? String(value);
        case 'number':
          return format.number(value as number);
        case 'methods':
          return (value as string[]).map((method) => orders.method(method)).join('\n');
        case 'countries':
          return (value as string[]).join(' ');
        case 'lines':
          return (value as string[]).join('\n');
        case 'sites':
          return Object.entries(value as Record<string, string>)
            .map(([country, address]) => `${country}: ${address}`)
            .join('\n');
        case 'collection':
          return Object.entries(value as Record<string, string>)
            .map(([type, cost]) => `${goods.name(type)}: ${money(cost)}`)
            .join('\n');
        default:
          return String(value);
      }
    };
    return text() || t({ context: 'setting', message: 'empty' });
  };
}
