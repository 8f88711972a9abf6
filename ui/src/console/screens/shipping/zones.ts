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
    if (countries.length === 0) return t`Zone ${key}, without countries`;
    const delivered = countries.filter(({ is_delivered }) => is_delivered);
    const names = (delivered.length > 0 ? delivered : countries).map(({ name }) => name);
    const named = format.list(names.slice(0, most));
    const rest = names.length - most;
    return rest > 0 ? t`${named} and ${rest} more` : named;
  };
}
