/** What bulk actions do, in words. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkCall, BulkRun } from '../api/types';
import { useNames } from './names';
import { useFormat } from './text';

const isOfOrders = (call: BulkCall) => !call.startsWith('bank/');

export function useBulkWords() {
  const { t } = useLingui();
  const names = useNames();
  const format = useFormat();
  const things = (call: BulkCall, count: number): string =>
    isOfOrders(call)
      ? t`${plural(count, { one: '# order', other: '# orders' })}`
      : t`${plural(count, { one: '# movement', other: '# movements' })}`;
  return {
    things,
    /** `Cancellation: 312 orders`. */
    title({ call, count }: BulkRun): string {
      const what = names.call(call);
      const many = things(call, count);
      return t`${what}: ${many}`;
    },
    /** `Cancellation: 120 of 312`. */
    progress({ call, count, waiting, pending }: BulkRun): string {
      const what = names.call(call);
      const done = format.number(count - waiting - pending);
      const all = format.number(count);
      return t`${what}: ${done} of ${all}`;
    },
    ended(run: BulkRun): string {
      const what = names.call(run.call);
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
