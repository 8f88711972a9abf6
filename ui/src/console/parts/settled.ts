/** A value once it has not changed for a moment: not every key that is pressed is asked about. */

import { useEffect, useState } from 'react';

/** Milliseconds. */
const PAUSE = 300;

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
