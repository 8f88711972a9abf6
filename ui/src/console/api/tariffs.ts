/** Carriers' rates, VAT, closing days and currencies as their screens read them, kept by TanStack Query. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, TariffKind } from './types';

const SHIPPING = ['tariff/shipping'];
const VAT = ['tariff/vat'];
const CLOSING_DAYS = ['tariff/closing_days'];
const CURRENCIES = ['tariff/currencies'];
const ECB_RATES = 'tariff/ecb_rates';
const HISTORY = 'tariff/history';

export const useShipping = () =>
  useQuery({ queryKey: SHIPPING, queryFn: ({ signal }) => call('tariff/shipping', {}, signal) });

export const useVat = () => useQuery({ queryKey: VAT, queryFn: ({ signal }) => call('tariff/vat', {}, signal) });

export const useClosingDays = () =>
  useQuery({ queryKey: CLOSING_DAYS, queryFn: ({ signal }) => call('tariff/closing_days', {}, signal) });

export const useCurrencies = () =>
  useQuery({ queryKey: CURRENCIES, queryFn: ({ signal }) => call('tariff/currencies', {}, signal) });

export const useEcbRates = (quarter: string) =>
  useQuery({ queryKey: [ECB_RATES, quarter], queryFn: ({ signal }) => call(ECB_RATES, { quarter }, signal) });

export const useTariffHistory = (kind: TariffKind) =>
  useQuery({ queryKey: [HISTORY, kind], queryFn: ({ signal }) => call('tariff/history', { kind }, signal) });

type Change =
  | 'tariff/save_shipping'
  | 'tariff/save_country'
  | 'tariff/save_carrier'
  | 'tariff/order_carriers'
  | 'tariff/save_vat'
  | 'tariff/add_vat_class'
  | 'tariff/remove_vat_class'
  | 'tariff/save_closing_days'
  | 'tariff/save_currency'
  | 'tariff/save_default'
  | 'tariff/save_ecb_rates';

/** What the answer of a change replaces; of rates of a quarter, which one is known by the answer only. */
const OF: Record<Exclude<Change, 'tariff/save_ecb_rates'>, string[]> = {
  'tariff/save_shipping': SHIPPING,
  'tariff/save_country': SHIPPING,
  'tariff/save_carrier': SHIPPING,
  'tariff/order_carriers': SHIPPING,
  'tariff/save_vat': VAT,
  'tariff/add_vat_class': VAT,
  'tariff/remove_vat_class': VAT,
  'tariff/save_closing_days': CLOSING_DAYS,
  'tariff/save_currency': CURRENCIES,
  'tariff/save_default': CURRENCIES,
};

function keyOf(path: Change, table?: unknown): string[] {
  if (path !== 'tariff/save_ecb_rates') return OF[path];
  const { quarter } = (table ?? {}) as { quarter?: string };
  return quarter ? [ECB_RATES, quarter] : [ECB_RATES];
}

/** A change, after which the table is shown as the answer has it. */
export function useTariffCall<P extends Change>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args),
    onSuccess: (table) => queryClient.setQueryData<unknown>(keyOf(path, table), table),
    // Somebody else may have been quicker.
    onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(path) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [HISTORY] }),
  });
}
