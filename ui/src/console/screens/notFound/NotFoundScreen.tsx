import { Trans, useLingui } from '@lingui/react/macro';
import { Page } from '../../parts/Page';

export default function NotFoundScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`There is no such screen`}>
      <p>
        <Trans>
          The address may be old or mistyped, or your role does not open it. Choose a screen from the navigation, or
          press Ctrl and K to search.
        </Trans>
      </p>
    </Page>
  );
}
