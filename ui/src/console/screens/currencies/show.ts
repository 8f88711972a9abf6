/** A currency's terms in words. */

import { useLingui } from '@lingui/react/macro';
import type { CurrencyTerms } from '../../api/types';
import { useFormat } from '../../parts/text';
import { typedRate } from './rates';

export function useShowCurrency() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return ({ is_offered, rate, step }: CurrencyTerms) => {
    const shown = typedRate(rate, i18n.locale);
    const rounded = format.amount(step);
    return is_offered ? t`offered, ${shown}, rounded up to ${rounded}` : t`off, ${shown}, rounded up to ${rounded}`;
  };
}
