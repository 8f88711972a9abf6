/** A value once it has not changed for a moment: not every key that is pressed is asked about. */

import { useEffect, useState } from 'react';

/** `pause`: milliseconds. */
export function useSettled<T>(value: T, pause = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
