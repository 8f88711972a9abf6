/** Link texts of the help pages. */

import { useLingui } from '@lingui/react/macro';
import type { HelpKey } from '../domain/urls';

export function useHelpNames(): Record<HelpKey, string> {
  const { t } = useLingui();
  return {
    'shipping-and-returns': t`Shipping and returns`,
    returns: t`Right of withdrawal`,
    'bed-terms': t`Terms for beds and mattresses`,
    accessibility: t`Accessibility`,
    'terms-and-conditions': t`Terms and conditions`,
    'terms-of-use': t`Terms of use`,
    'privacy-statement': t`Privacy statement`,
    'legal-notice': t`Legal notice`,
  };
}
