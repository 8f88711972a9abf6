/** What bulk actions do, in words; what is asked before them is said in `bulkQuestions`. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkRun } from '../api/types';
import { useFormat } from './text';

export function useBulkWords() {
  const { t } = useLingui();
  const format = useFormat();
  const title = ({ call, count }: BulkRun): string => {
    switch (call) {
      case 'order/cancel':
        return t`${plural(count, { one: 'Cancellation of # order', other: 'Cancellation of # orders' })}`;
      case 'order/complete':
        return t`${plural(count, { one: 'Completion of # order', other: 'Completion of # orders' })}`;
      case 'order/note':
        return t`${plural(count, { one: 'Note on # order', other: 'Note on # orders' })}`;
      case 'order/ship':
        return t`${plural(count, { one: 'Shipping of # order', other: 'Shipping of # orders' })}`;
      case 'bank/ignore':
        return t`${plural(count, { one: 'Setting aside of # movement', other: 'Setting aside of # movements' })}`;
      case 'bank/reopen':
        return t`${plural(count, { one: 'Taking up of # movement', other: 'Taking up of # movements' })}`;
      case 'pack/papers':
        return t`${plural(count, { one: 'Papers of # order', other: 'Papers of # orders' })}`;
      case 'product/put_on_sale':
        return t`${plural(count, { one: 'Switching on of # product', other: 'Switching on of # products' })}`;
      case 'product/take_off_sale':
        return t`${plural(count, { one: 'Switching off of # product', other: 'Switching off of # products' })}`;
      case 'category/add_products':
        return t`${plural(count, { one: '# product into a category', other: '# products into a category' })}`;
      case 'category/remove_products':
        return t`${plural(count, { one: '# product out of a category', other: '# products out of a category' })}`;
      case 'message/close':
        return t`${plural(count, { one: 'Closing of # message', other: 'Closing of # messages' })}`;
      case 'message/reopen':
        return t`${plural(count, { one: 'Opening of # message', other: 'Opening of # messages' })}`;
    }
  };
  return {
    title,
    /** `Cancellation of 312 orders: 120 done`. */
    progress(run: BulkRun): string {
      const what = title(run);
      const done = format.number(run.count - run.waiting - run.pending);
      return t`${what}: ${done} done`;
    },
    ended(run: BulkRun): string {
      const what = title(run);
      const done = format.number(run.done);
      const failed = format.number(run.failed);
      return run.failed > 0 ? t`${what}: ${done} done, ${failed} failed` : t`${what}: ${done} done`;
    },
  };
}
