/** What is asked before a bulk action, and what its button says: loaded with the screens that have some. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkCall } from '../api/types';

export function useBulkQuestions() {
  const { t } = useLingui();
  return {
    question(call: BulkCall, count: number): string {
      switch (call) {
        case 'order/cancel':
          return t`${plural(count, { one: 'Cancel # order?', other: 'Cancel # orders?' })}`;
        case 'order/complete':
          return t`${plural(count, { one: 'Complete # order?', other: 'Complete # orders?' })}`;
        case 'order/note':
          return t`${plural(count, { one: 'Add a note to # order', other: 'Add a note to # orders' })}`;
        case 'order/ship':
          return t`${plural(count, { one: 'Ship # order?', other: 'Ship # orders?' })}`;
        case 'bank/ignore':
          return t`${plural(count, { one: 'Set # movement aside?', other: 'Set # movements aside?' })}`;
        case 'bank/reopen':
          return t`${plural(count, { one: 'Take up # movement again?', other: 'Take up # movements again?' })}`;
        case 'pack/papers':
          return t`${plural(count, { one: 'Print papers of # order', other: 'Print papers of # orders' })}`;
        case 'product/put_on_sale':
          return t`${plural(count, { one: 'Switch # product on?', other: 'Switch # products on?' })}`;
        case 'product/take_off_sale':
          return t`${plural(count, { one: 'Switch # product off?', other: 'Switch # products off?' })}`;
        case 'category/add_products':
          return t`${plural(count, { one: 'Put # product into a category', other: 'Put # products into a category' })}`;
        case 'category/remove_products':
          return t`${plural(count, { one: 'Take # product out of a category', other: 'Take # products out of a category' })}`;
        case 'message/close':
          return t`${plural(count, { one: 'Close # message?', other: 'Close # messages?' })}`;
        case 'message/reopen':
          return t`${plural(count, { one: 'Open # message again?', other: 'Open # messages again?' })}`;
      }
    },
    submit(call: BulkCall): string {
      switch (call) {
        case 'order/cancel':
          return t`Cancel them all`;
        case 'order/complete':
          return t`Complete them all`;
        case 'order/note':
          return t`Add the note`;
        case 'order/ship':
          return t`Ship them all`;
        case 'bank/ignore':
          return t`Set them aside`;
        case 'bank/reopen':
          return t`Take them up again`;
        case 'pack/papers':
          return t`To the files`;
        case 'product/put_on_sale':
          return t`Switch them on`;
        case 'product/take_off_sale':
          return t`Switch them off`;
        case 'category/add_products':
          return t`Put them in`;
        case 'category/remove_products':
          return t`Take them out`;
        case 'message/close':
          return t`Close them`;
        case 'message/reopen':
          return t`Open them again`;
      }
    },
  };
}
