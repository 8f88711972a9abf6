/** A document fetched by a press, in a tab of its own; its address stays for whoever blocks tabs, and for saving. */

import { useEffect, useState } from 'react';
import { asApiError } from '../api/client';
import { addressOf } from '../api/files';
import type { Document, Message } from '../api/types';
import { useMessageText } from './text';

interface Ready<A> {
  /** What was asked for. */
  args: A;
  name: string;
  address: string;
  /** The browser let no tab be opened. */
  isBlocked: boolean;
}

export function useDocument<A extends unknown[]>(fetchIt: (...args: A) => Promise<Document>) {
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const [ready, setReady] = useState<Ready<A>>();
  const [failure, setFailure] = useState<Message>();
  const address = ready?.address;
  // The tab has read it by the time that this one has left the page or asked anew.
  useEffect(() => () => void (address && setTimeout(() => URL.revokeObjectURL(address), 60_000)), [address]);
  return {
    isBusy,
    ready,
    failure: failure && say(failure),
    async open(...args: A) {
      if (isBusy) return;
      // A tab opened after the answer would be blocked: only a press may open one.
      const tab = window.open('', '_blank');
      setBusy(true);
      setFailure(undefined);
      try {
        const document = await fetchIt(...args);
        const found = addressOf(document);
        if (tab) tab.location.href = found;
        setReady({ args, name: document.name, address: found, isBlocked: !tab });
      } catch (error) {
        tab?.close();
        setReady(undefined);
        setFailure(asApiError(error));
      } finally {
        setBusy(false);
      }
    },
    close() {
      setReady(undefined);
      setFailure(undefined);
    },
  };
}
