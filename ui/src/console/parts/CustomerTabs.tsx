/** The views of customers: accounts and guests, and who gets letters. */

import { useLingui } from '@lingui/react/macro';
import { Tabs } from './Tabs';

export function CustomerTabs({ at }: { at: 'customers' | 'newsletter' }) {
  const { t } = useLingui();
  return (
    <Tabs
      at={at}
      label={t`Views of customers`}
      views={[
        ['customers', '/customers', t`Accounts and guests`],
        ['newsletter', '/customers/newsletter', t`Newsletter`],
      ]}
    />
  );
}
