/** The end of a list that goes on: the next page. */

import { useLingui } from '@lingui/react/macro';
import { Button } from './Button';

export function ShowMore({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <div>
      <Button isPending={isPending} onPress={onPress}>
        {isPending ? t`Loading…` : t`Show more`}
      </Button>
    </div>
  );
}
