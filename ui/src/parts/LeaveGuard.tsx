/** Asks before what was typed is lost: by a link, by Back, and, in the browser's own words, by closing the page. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'preact/hooks';
import { setNavigationGuard } from '../state/navigation';
import { ConfirmDialog } from './Dialog';

export function LeaveGuard({ when }: { /** Whether something would be lost. */ when: boolean }) {
  const { t } = useLingui();
  const [pending, setPending] = useState<{ leave: () => void }>();
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    setNavigationGuard((leave) => setPending({ leave }));
    window.addEventListener('beforeunload', warn);
    return () => {
      setNavigationGuard(null);
      window.removeEventListener('beforeunload', warn);
    };
  }, [when]);
  return (
    <ConfirmDialog
      open={pending !== undefined}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave`}
      onConfirm={() => pending?.leave()}
      onCancel={() => setPending(undefined)}
    >
      <p>
        <Trans>Your changes on this page have not been saved.</Trans>
      </p>
    </ConfirmDialog>
  );
}
