/** Statements that are read one after the other; what is sure in them is booked at once, and can be undone. */

import { useState } from 'react';
import { MOST_BYTES, useImport } from '../../api/bank';
import { asApiError } from '../../api/client';
import { ask } from '../../api/deeds';
import type { BankImported, Message } from '../../api/types';

export interface Import {
  key: number;
  name: string;
  /** Bytes. */
  size: number;
  state: 'waiting' | 'done' | 'too_large' | 'failed';
  imported?: BankImported;
  error?: Message;
  /** Why what is sure could not be booked. */
  notBooked?: Message;
}

let keys = 0;

export function useImports() {
  const [imports, setImports] = useState<Import[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync } = useImport();

  const read = async (file: File): Promise<Partial<Import>> => {
    if (file.size > MOST_BYTES) return { state: 'too_large' };
    try {
      const imported = await mutateAsync(file);
      const notBooked = await bookSure(imported);
      return { state: 'done', imported, ...(notBooked && { notBooked }) };
    } catch (error) {
      return { state: 'failed', error: asApiError(error) };
    }
  };

  const take = async (files: File[]) => {
    if (isBusy) return;
    const fresh = files.map((file) => {
      keys += 1;
      return { file, entry: { key: keys, name: file.name, size: file.size, state: 'waiting' } satisfies Import };
    });
    setImports(fresh.map(({ entry }) => entry));
    setBusy(true);
    for (const { file, entry } of fresh) {
      const outcome = await read(file);
      setImports((all) => all.map((one) => (one.key === entry.key ? { ...one, ...outcome } : one)));
    }
    setBusy(false);
  };

  return { imports, isBusy, take: (files: File[]) => void take(files), forget: () => setImports([]) };
}

/** Movements of another account are looked at one by one. */
async function bookSure({ items }: BankImported): Promise<Message | undefined> {
  try {
    for (const { statement_id, sure, is_own_account } of items) {
      if (sure > 0 && statement_id !== null && is_own_account !== false) await ask('bank/book_sure', { statement_id });
    }
    return undefined;
  } catch (error) {
    return asApiError(error);
  }
}
