/** Shows a failure in place of the screen. After a release, screens of the earlier one are gone: reloading mends it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '../parts/Button';
import { Notice } from '../parts/Feedback';

export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}

function Failure() {
  const { t } = useLingui();
  return (
    <Notice
      tone="error"
      isLive
      title={t`This screen cannot be shown`}
      actions={<Button small onPress={() => window.location.reload()}>{t`Reload the page`}</Button>}
    >
      <Trans>The console may have been updated in the meantime, or the connection is interrupted.</Trans>
    </Notice>
  );
}
