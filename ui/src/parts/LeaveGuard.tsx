/** Confirms leaving with unsaved input: links, Back, and closing the page (the browser's own prompt). */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { setNavigationGuard } from '../state/history';
import { ConfirmDialog } from './Dialog';

export function LeaveGuard({ when }: { /** Whether there is unsaved input. */ when: boolean }) {
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
