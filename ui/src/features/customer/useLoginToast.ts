/** Toast after a login, with the result of the cart merge (boutique.md §4). */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LoggedIn } from '../../api/types';
import { useMessageText } from '../../state/i18n';
import { showToast } from '../../state/toast';

export function useLoginToast(): (answer: LoggedIn, messageId?: string) => void {
  const { t } = useLingui();
  const say = useMessageText();
  return ({ bag }, messageId = 'login.succeeded') => {
    const done = say({ id: messageId });
    const qty = bag.total_qty;
    const merged = t`Your bag now holds ${plural(qty, { one: '# item', other: '# items' })}.`;
    showToast(bag.added_qty > 0 && qty > bag.added_qty ? `${done} ${merged}` : done, 'success');
  };
}
