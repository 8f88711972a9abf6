/** The French contribution to the end of a piece's life, contained in its price (Code de l'environnement art. L541-10-20). */

import { useLingui } from '@lingui/react/macro';
import type { Amount } from '../api/types';
import { useFormat } from '../state/i18n';

export function Eco({ amount }: { amount: Amount }) {
  const { t } = useLingui();
  const eco = useFormat().money(amount, 'EUR');
  return t`including éco-participation of ${eco}`;
}
