/** What a country calls the parts of its addresses. */

import { useLingui } from '@lingui/react/macro';

export function useCountryWords() {
  const { t } = useLingui();
  const regions: Record<string, string> = {
    province: t`Province`,
    state: t`State`,
    county: t`County`,
    emirate: t`Emirate`,
  };
  return {
    county: t`County`,
    region: (label: string) => regions[label] ?? t`Region`,
  };
}
