/** What the screens of the look and of the home page do alike: one document that is drafted, saved by itself and published. */

import { useState } from 'react';
import type { ApiError } from '../../api/client';
import type { Drafted } from '../../api/look';
import type { Message } from '../../api/types';
import { type Read, type SavedDraft, type Seen, useSavedDraft } from '../../parts/savedDraft';
import { useMessageText } from '../../parts/text';
import { storedIn } from './documents';
import { useLookWords } from './words';

/** What a change of the document's call is, as its mutation has it. */
interface Mutation<A, S> {
  isPending: boolean;
  error: ApiError | null;
  mutate: (args: A, on: { onSuccess?: () => void; onError?: (error: ApiError) => void }) => void;
  mutateAsync: (args: A) => Promise<S>;
  reset: () => void;
}

interface Calls<T, S> {
  save: Mutation<Seen & { document: T }, S>;
  publish: Mutation<{ version: number; at: string | null }, S>;
  unschedule: Mutation<{ version: number }, S>;
  discard: Mutation<{ version: number }, S>;
  restore: Mutation<{ number: number }, S>;
}

interface Options<T, S> {
  /** Where it is kept on this device. */
  place: string;
  document: Drafted<T>;
  calls: Calls<T, S>;
  /** The document of a call's answer. */
  documentOf: (screen: S) => Drafted<T>;
  read: Read<T>;
  refetch: () => Promise<S>;
}

export interface Editing<T> {
  document: Drafted<T>;
  draft: SavedDraft<T>;
  /** As the shop has it: the draft, or what is published. */
  stored: T;
  calls: Omit<Calls<T, unknown>, 'save'>;
  change: (next: T) => void;
  /** Why a field cannot be saved or published. */
  problem: (field: string) => Message | undefined;
  /** Why it is not saved, with the field's name; empty where it is. */
  unsaved: string | undefined;
  setRefused: (fields: Record<string, Message>) => void;
  refetch: () => Promise<unknown>;
}

export function useEditing<T, S>({ place, document, calls, documentOf, read, refetch }: Options<T, S>): Editing<T> {
  const say = useMessageText();
  const words = useLookWords();
  const { stored, now } = storedIn(document);
  const draft = useSavedDraft<T>({
    place,
    stored,
    now,
    read,
    save: async (seen, typed) => storedIn(documentOf(await calls.save.mutateAsync({ ...seen, document: typed }))),
    isClash: ({ id }) => id === 'look.changed_meanwhile',
    refetch: async () => storedIn(documentOf(await refetch())),
  });
  const [refused, setRefused] = useState<Record<string, Message>>({});
  const { problem } = draft;
  const [first] = Object.entries(problem?.fields ?? {});
  return {
    document,
    draft,
    stored,
    calls,
    change: (next) => {
      draft.change(next);
      setRefused({});
    },
    problem: (field) => problem?.fields[field] ?? refused[field],
    unsaved: problem && (first ? `${words.field(first[0])}: ${say(first[1])}` : say(problem)),
    setRefused,
    refetch,
  };
}
