/** Files on their way to the shop, one after the other. What has arrived is among the pictures of what it is put in for. */

import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../api/client';
import { MOST_BYTES, type PictureOwner, uploadPicture } from '../api/pictures';
import type { Message } from '../api/types';

export interface Uploading {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'too_large' | 'failed';
  error?: Message;
}

let keys = 0;

/** `onArrived`: a picture's name. */
export function useUploading(owner: PictureOwner, onArrived: (name: string) => void) {
  const [files, setFiles] = useState<Uploading[]>([]);
  const queue = useRef<{ key: number; file: File }[]>([]);
  const isBusy = useRef(false);
  const arrived = useRef(onArrived);
  useEffect(() => {
    arrived.current = onArrived;
  });

  const change = (key: number, to: Partial<Uploading>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const drop = (key: number) => setFiles((all) => all.filter((one) => one.key !== key));

  const work = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, file } = next;
      if (file.size > MOST_BYTES) {
        change(key, { state: 'too_large' });
        continue;
      }
      change(key, { state: 'sending' });
      try {
        const { name } = await uploadPicture(owner, file);
        arrived.current(name);
        drop(key);
      } catch (error) {
        change(key, { state: 'failed', error: asApiError(error) });
      }
    }
    isBusy.current = false;
  };

  const take = (chosen: File[]) => {
    const fresh = chosen.map((file) => {
      keys += 1;
      return { key: keys, file };
    });
    queue.current.push(...fresh);
    setFiles((all) => [...all, ...fresh.map(({ key, file }) => ({ key, name: file.name, state: 'waiting' as const }))]);
    void work();
  };

  return { files, take, drop };
}
