/** A campaign as it is typed, and as the calls take it. */

import type { CampaignDetail, CampaignForm, PriceEnding, ReductionKind } from '../../api/types';
import { parseAmount } from '../../parts/amount';

/** An item in the form. `price`: as it is typed. */
export interface Chosen {
  sku: string;
  name: string;
  amount: string | null;
  price: string;
}

export type Draft = {
  name: string;
  begins: string;
  ends: string;
  kind: ReductionKind;
  value: string;
  ending: PriceEnding;
};

/** `2026-11-28T09:00` of `2026-11-28T09:00:00`, as fields take it. */
export const minute = (local: string) => local.slice(0, 16);

/** Midnight so many days after `2026-11-26`. */
const midnight = (day: string, days: number) =>
  `${new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)}T00:00`;

/** A new one begins at the next midnight and lasts three days. */
export function draftOf(detail: CampaignDetail | undefined, day: string, typed: (amount: string) => string): Draft {
  if (!detail) {
    return { name: '', begins: midnight(day, 1), ends: midnight(day, 4), kind: 'percent', value: '', ending: 'step' };
  }
  const { name, begins, ends, kind, percent, amount, ending } = detail.campaign;
  const value = { percent: typed(percent), amount: typed(amount), price: '' }[kind];
  return { name, begins: minute(begins), ends: minute(ends), kind, value, ending };
}

export const chosenOf = (detail: CampaignDetail | undefined, typed: (amount: string) => string): Chosen[] =>
  (detail?.items ?? []).map(({ sku, name, amount, price }) => ({
    sku,
    name,
    amount,
    price: price ? typed(price) : '',
  }));

/** The items of both, each once, those that were there first. */
export function withGoods(chosen: readonly Chosen[], more: readonly Chosen[]): Chosen[] {
  const known = new Set(chosen.map(({ sku }) => sku));
  return [...chosen, ...more.filter(({ sku }) => !known.has(sku))];
}

/** A percentage as it is typed: `12,5` is 12.5. Undefined where it is none above 0 and below 100. */
export function parsePercent(typed: string): string | undefined {
  const text = typed.replaceAll(/[\s\u00a0\u202f%]/g, '').replace(',', '.');
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? text : undefined;
}

/** What the call takes. Undefined where an own price is no amount. */
export function formOf(draft: Draft, chosen: readonly Chosen[]): CampaignForm | undefined {
  const { name, begins, ends, kind, value, ending } = draft;
  const items = chosen.map(({ sku, price }) => {
    if (kind !== 'price' || price.trim() === '') return { sku, price: null };
    const amount = parseAmount(price);
    return amount === undefined ? undefined : { sku, price: amount };
  });
  if (!items.every((item) => item !== undefined)) return undefined;
  return {
    name: name.trim(),
    begins,
    ends,
    kind,
    percent: kind === 'percent' ? (parsePercent(value) ?? '0') : '0',
    amount: kind === 'amount' ? (parseAmount(value) ?? '0.00') : '0.00',
    ending,
    items,
  };
}

/** What somebody has typed and not saved, of which version of the campaign. */
export interface Kept {
  version: number;
  draft: Draft;
  chosen: Chosen[];
}

/** What was kept on this device; undefined where it is nothing that this form has written. */
export function readKept(text: string): Kept | undefined {
  try {
    const { version, draft, chosen } = JSON.parse(text) as Kept;
    const isText = (value: unknown) => typeof value === 'string';
    const fields = [draft.name, draft.begins, draft.ends, draft.kind, draft.value, draft.ending];
    const isWhole = fields.every(isText) && chosen.every(({ sku, name, price }) => [sku, name, price].every(isText));
    return isWhole && typeof version === 'number' ? { version, draft, chosen } : undefined;
  } catch {
    return undefined;
  }
}

/** What is to be kept: nothing where it is what is saved. */
export function writeKept(kept: Kept, saved: Omit<Kept, 'version'>): string {
  const { version, draft, chosen } = kept;
  const isSaved = JSON.stringify([draft, chosen]) === JSON.stringify([saved.draft, saved.chosen]);
  return isSaved ? '' : JSON.stringify({ version, draft, chosen });
}
