/** The part of a page that its address names. */

import { useEffect } from 'react';

/** Goes there once it is on the page: after the page's own effect, which goes to its heading. */
export function useFragment(isThere: boolean) {
  useEffect(() => {
    const part = isThere && document.getElementById(window.location.hash.slice(1));
    if (!part) return;
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  }, [isThere]);
}
