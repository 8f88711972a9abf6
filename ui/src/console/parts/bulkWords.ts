/** What bulk actions do, in words. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkCall, BulkRun } from '../api/types';
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
      }
    },
  };
}
