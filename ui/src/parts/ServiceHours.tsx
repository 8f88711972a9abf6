/** When customer service answers. */

import { useLingui } from '@lingui/react/macro';
import { spokenTime } from '../domain/timestamp';
import { useSite } from '../state/site';

/** Days and hours of the chat; null where there is none. */
export function useServiceHours(): string | null {
  const { t } = useLingui();
  const { lang, service_hours: hours, time_zone: zone } = useSite();
  if (!hours) return null;
  const [from, until] = [spokenTime(lang, hours.opens), spokenTime(lang, hours.closes)];
  if (zone.name === 'Europe/Paris') return t`Monday to Friday, ${from} to ${until} (CET)`;
  const city = zone.name.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  return t`Monday to Friday, ${from} to ${until} (${city})`;
}

export function ServiceHours() {
  const { t } = useLingui();
  const hours = useServiceHours();
  return hours ? t`${hours}. Letters are answered within 24 hours.` : t`Letters are answered within 24 hours.`;
}
