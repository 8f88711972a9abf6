/** Pictures that are put in for a product, kept by TanStack Query. */

import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { toBase64 } from './files';
import { queryClient } from './queries';
import type { PictureUpload } from './types';

const LIST = 'picture/list';

/** The largest file that is taken. */
export const MOST_BYTES = 30 * 1024 * 1024;

export const useUploads = (sku: string) =>
  useQuery({ queryKey: [LIST, sku], queryFn: ({ signal }) => call('picture/list', { sku }, signal) });

/** Puts a file in, whose sizes are then made in the background. */
export async function uploadPicture(sku: string, file: File): Promise<PictureUpload> {
  const content = toBase64(new Uint8Array(await file.arrayBuffer()));
  const upload = await call('picture/upload', { sku, name: file.name, content });
  void queryClient.invalidateQueries({ queryKey: [LIST, sku] });
  return upload;
}
