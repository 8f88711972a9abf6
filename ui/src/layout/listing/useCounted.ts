/** How filters word a number: 'Filter (3)', 'Linen (12)'. */

import { useLingui } from '@lingui/react/macro';

export function useCounted(): (name: string, count: number) => string {
  const { t } = useLingui();
  return (name, count) => t`${name} (${count})`;
}
