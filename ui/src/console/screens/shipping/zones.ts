/** What zones are called: by the countries in them. */

import { useLingui } from '@lingui/react/macro';
import type { ShippingZone } from '../../api/types';
import { useFormat } from '../../parts/text';

/** Countries that are named before the rest is counted. */
const NAMED = 6;

export function useZoneNames(most = NAMED) {
  const { t } = useLingui();
  const format = useFormat();
  return ({ key, countries }: ShippingZone) => {
    const delivered = countries.filter(({ is_delivered }) => is_delivered).map(({ name }) => name);
    if (delivered.length === 0) return t`Zone ${key}, without countries`;
    const named = format.list(delivered.slice(0, most));
    const rest = delivered.length - most;
    return rest > 0 ? t`${named} and ${rest} more` : named;
  };
}
