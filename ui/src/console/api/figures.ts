/** The house's figures as their screen reads them, kept by TanStack Query. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, call, TRY_LATER } from './client';
import { saveAs } from './files';
import type { Args, Envelope, FiguresSpan, FiguresTableKind } from './types';

export const useOverview = (span: FiguresSpan, against: FiguresSpan | undefined) =>
  useQuery({
    queryKey: ['figures/overview', span, against],
    queryFn: ({ signal }) => call('figures/overview', { span, against: against ?? null }, signal),
    placeholderData: keepPreviousData,
  });

export const useFiguresTable = (kind: FiguresTableKind, span: FiguresSpan, isAsked: boolean) =>
  useQuery({
    queryKey: ['figures/table', kind, span],
    queryFn: ({ signal }) => call('figures/table', { kind, span }, signal),
    enabled: isAsked,
    placeholderData: (before) => (before?.kind === kind ? before : undefined),
  });

export const exportFigures = (args: Args<'figures/export'>) => call('figures/export', args);

export const useMonth = (month: string) =>
  useQuery({
    queryKey: ['figures/month', month],
    queryFn: ({ signal }) => call('figures/month', { month }, signal),
    placeholderData: keepPreviousData,
  });

/** Asks for the proof that the archive of a month needs. */
export const takeMonth = (month: string) => call('figures/take_month', { month });

/** Saves the archive of a month. A link to it would leave the page where it is refused. */
export async function saveMonth(month: string): Promise<void> {
  const response = await fetch(`/console_api/figures/archive?month=${month}`);
  if (response.headers.get('content-type') !== 'application/zip') {
    const { error } = (await response.json()) as Envelope;
    throw new ApiError(response.status, error?.id ?? TRY_LATER, error?.params);
  }
  const address = URL.createObjectURL(await response.blob());
  saveAs(`shop-${month}.zip`, address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
