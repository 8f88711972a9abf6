/** Pictures that are put in for a product or a category, kept by TanStack Query. */

import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { toBase64 } from './files';
import { queryClient } from './queries';
import type { PictureUpload } from './types';

/** What a picture is put in for. */
export type PictureOwner = { sku: string } | { category: string };

const listOf = (owner: PictureOwner) =>
  'sku' in owner ? ['picture/list', 'product', owner.sku] : ['picture/list', 'category', owner.category];

/** The largest file that is taken. */
export const MOST_BYTES = 30 * 1024 * 1024;

export const useUploads = (owner: PictureOwner) =>
  useQuery({ queryKey: listOf(owner), queryFn: ({ signal }) => call('picture/list', owner, signal) });

/** Puts a file in, whose sizes are then made in the background. */
export async function uploadPicture(owner: PictureOwner, file: File): Promise<PictureUpload> {
  const content = toBase64(new Uint8Array(await file.arrayBuffer()));
  const upload = await call('picture/upload', { ...owner, name: file.name, content });
  void queryClient.invalidateQueries({ queryKey: listOf(owner) });
  return upload;
}
