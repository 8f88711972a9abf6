/** The views of the audit. */

import { useLingui } from '@lingui/react/macro';
import { Tabs } from '../../parts/Tabs';

export function AuditTabs({ at }: { at: 'entries' | 'security' }) {
  const { t } = useLingui();
  return (
    <Tabs
      at={at}
      label={t`Views of the audit`}
      views={[
        ['entries', '/audit', t`The house’s people`],
        ['security', '/audit/security', t`Customers’ accounts`],
      ]}
    />
  );
}
