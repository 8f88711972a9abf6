/** The currency that a visitor has chosen and that is not offered any more; empty where there is none. */

import { readCookie } from '../api/client';

export function formerCurrency(offered: readonly string[]): string {
  const chosen = readCookie('currency');
  return /^[A-Z]{3}$/.test(chosen) && !offered.includes(chosen) ? chosen : '';
}
