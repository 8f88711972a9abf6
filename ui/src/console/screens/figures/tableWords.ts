/** What the tables are called, and what they count. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { FiguresTableKind } from '../../api/types';

const WORDS: Record<FiguresTableKind, { name: MessageDescriptor; note: MessageDescriptor }> = {
  revenue: {
    name: msg`Revenue`,
    note: msg`Orders on the day on which they were placed; revenue on the day of the invoice or credit note, in EUR.`,
  },
  products: {
    name: msg`Best sellers`,
    note: msg`What was invoiced, less what was credited, in EUR. The best seller comes first.`,
  },
  returns: { name: msg`Returns`, note: msg`Pieces that came back, on the day on which they arrived.` },
  visits: {
    name: msg`From visit to order`,
    note: msg`Counted without cookies, as numbers of a day: pages opened from outside of the shop, bags begun, checkouts opened, orders placed.`,
  },
  vat: {
    name: msg({ context: 'figures', message: 'VAT' }),
    note: msg`By the country of delivery and rate, from invoices and credit notes, in EUR.`,
  },
  oss: {
    name: msg`OSS return`,
    note: msg`The quarter in which the span ends, as the One-Stop-Shop asks for it. Credit notes for earlier quarters are corrections of these. Amounts in other currencies are converted at the European Central Bank’s rate of the quarter’s last day.`,
  },
  points: {
    name: msg`Points`,
    note: msg`Points that customers earned, that returns took back, and that were owed at the end.`,
  },
  payments: { name: msg`Payments`, note: msg`Money that came in and went out, on the day on which it did.` },
  documents: { name: msg`Documents`, note: msg`Invoices and credit notes in the order of their numbers.` },
};

export const TABLES = Object.keys(WORDS) as FiguresTableKind[];

export const isTable = (name: string): name is FiguresTableKind => Object.hasOwn(WORDS, name);

export function useTableWords() {
  const { i18n } = useLingui();
  return (kind: FiguresTableKind) => ({ name: i18n._(WORDS[kind].name), note: i18n._(WORDS[kind].note) });
}
