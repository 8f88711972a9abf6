/** Before the session is known nothing else can be shown. */

import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../parts/Button';
import { Notice } from '../parts/Feedback';
import { Restoring } from './Restoring';

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <I18nProvider i18n={i18n}>
      <Text onRetry={onRetry} />
      <Restoring />
    </I18nProvider>
  );
}

function Text({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <main>
      <h1 className="visually-hidden">{t`Console of the shop`}</h1>
      <Notice
        tone="error"
        isLive
        title={t`The console cannot be reached`}
        actions={<Button small onPress={onRetry}>{t`Try again`}</Button>}
      >
        <Trans>The server does not answer, or the connection is interrupted.</Trans>
      </Notice>
    </main>
  );
}
