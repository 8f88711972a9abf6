/** The look of the shop and its home page as their screens read them, kept by TanStack Query. */

import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { toBase64 } from './files';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

/** What the server may be sent in parts it answers whole. */
type Whole<T> = T extends (infer E)[]
  ? Whole<E>[]
  : T extends object
    ? { [K in keyof T]-?: Whole<Exclude<T[K], undefined>> }
    : T;

export type LookScreen = Whole<Answer<'look/show'>>;
export type Look = LookScreen['look']['published'];
export type Palette = Look['palette'];
export type Typeface = Look['typeface'];
export type Drawing = NonNullable<Look['logo']>;
export type DrawingKind = Args<'look/upload'>['kind'];
export type PaletteCheck = Answer<'look/check'>;
export type Shades = PaletteCheck['shades'];
export type LowContrast = PaletteCheck['low'][number];

export type HomeScreen = Whole<Answer<'home/show'>>;
export type HomePage = HomeScreen['home']['published'];
export type HomeTexts = HomePage['texts'][string];
export type HomePicture = HomeScreen['pictures'][number];
export type HomeProduct = HomeScreen['products'][number];

/** A document with its draft and what was published before. */
export type Drafted<T> = Omit<LookScreen['look'], 'published' | 'draft'> & {
  published: T;
  draft: (Omit<NonNullable<LookScreen['look']['draft']>, 'document'> & { document: T }) | null;
};

/** Bytes of a drawing that are taken. */
export const MOST_BYTES = 2 * 1024 * 1024;

const LOOK = queryOptions({
  queryKey: ['look/show'],
  queryFn: ({ signal }) => call('look/show', {}, signal) as Promise<LookScreen>,
});
const HOME = queryOptions({
  queryKey: ['home/show'],
  queryFn: ({ signal }) => call('home/show', {}, signal) as Promise<HomeScreen>,
});

export const useLook = () => useQuery(LOOK);
export const useHome = () => useQuery(HOME);

export const refetchLook = () => queryClient.fetchQuery({ ...LOOK, staleTime: 0 });
export const refetchHome = () => queryClient.fetchQuery({ ...HOME, staleTime: 0 });

/** What is drafted and published as a whole. */
export type Kind = 'look' | 'home';

/** A look or home page that was published. */
export const useVersion = (kind: Kind, number: number) =>
  useQuery<Look | HomePage>({
    queryKey: [`${kind}/version`, number],
    queryFn: ({ signal }) => call(`${kind}/version`, { number }, signal) as Promise<Look | HomePage>,
  });

/** All colours that a palette makes, and which of them cannot be read; of the palette before until it has answered. */
export const usePaletteCheck = (palette: Palette) =>
  useQuery({
    queryKey: ['look/check', palette],
    queryFn: ({ signal }) => call('look/check', { palette }, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

type Change = 'save' | 'discard' | 'publish' | 'unschedule' | 'restore';

/** A change of the look, which is shown as the answer has it. */
export function useLookCall<P extends `look/${Change}`>(path: P) {
  return useMutation<LookScreen, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<LookScreen>,
    onSuccess: (screen) => queryClient.setQueryData(LOOK.queryKey, screen),
  });
}

export function useHomeCall<P extends `home/${Change}`>(path: P) {
  return useMutation<HomeScreen, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<HomeScreen>,
    onSuccess: (screen) => queryClient.setQueryData(HOME.queryKey, screen),
  });
}

/** Puts a drawing in; it is shown once a look names it. */
export async function uploadDrawing(kind: DrawingKind, file: File): Promise<Drawing> {
  const content = toBase64(new Uint8Array(await file.arrayBuffer()));
  return (await call('look/upload', { kind, content })).drawing;
}
