/**
 * Decides when the newsletter invitation opens (boutique.md §2, experience.md §7): on wide screens, after the cookie
 * decision, once, after twenty seconds or on the second page; never during another overlay, typing, checkout or account
 * pages.
 */

import { useEffect, useRef, useState } from 'react';
import { readCookie } from '../../api/client';
import { routeNamed } from '../../domain/routeTable';
import { consentStore } from '../../state/consent';
import { hasDecided, isFirstVisit, rememberFirstVisit } from '../../state/consentRecord';
import { useRoute } from '../../state/route';
import { useSite } from '../../state/site';
import { useStore } from '../../state/store';

/** Milliseconds into the visit. */
const DELAY = 20_000;
/** Milliseconds until the next attempt while blocked. */
const RETRY_INTERVAL = 1_000;

/** Catalogue and help, which are the core of the shop; no other page may be interrupted. */
function isInterruptible(page: string): boolean {
  return page !== 'error' && routeNamed(page)?.core === true;
}

/** Whether this document was reached from another page of the shop. */
function isSecondPage(): boolean {
  return document.referrer.startsWith(`${window.location.origin}/`);
}

function isEligible(): boolean {
  return (
    hasDecided() &&
    isFirstVisit() &&
    readCookie('isSubscribed') !== '1' &&
    window.matchMedia('(min-width: 600px)').matches
  );
}

/** Another overlay is open, or the visitor is typing. */
function isBlocked(): boolean {
  return (
    document.querySelector('dialog[open], [popover]:popover-open, header [aria-expanded="true"]') !== null ||
    document.hidden ||
    Boolean(document.activeElement?.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
  );
}

export function useInvitation(): { open: boolean; close: () => void } {
  const { newsletter } = useSite();
  const { name, path } = useRoute();
  const { revision } = useStore(consentStore);
  const [open, setOpen] = useState(false);
  const first = useRef(path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a consent decision changes eligibility
  useEffect(() => {
    if (!newsletter || open || !isInterruptible(name) || !isEligible()) return;
    const isSecondView = path !== first.current || isSecondPage();
    let timer: ReturnType<typeof setTimeout>;
    const tryOpen = () => {
      if (!isEligible()) return;
      if (isBlocked()) timer = setTimeout(tryOpen, RETRY_INTERVAL);
      else setOpen(true);
    };
    // Not before the page itself is shown.
    timer = setTimeout(tryOpen, isSecondView ? RETRY_INTERVAL : Math.max(RETRY_INTERVAL, DELAY - performance.now()));
    return () => clearTimeout(timer);
  }, [newsletter, name, path, revision, open]);

  return {
    open,
    close: () => {
      rememberFirstVisit();
      setOpen(false);
    },
  };
}
