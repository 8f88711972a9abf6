/** The views of look and pages. */

import { useLingui } from '@lingui/react/macro';
import { Tabs } from './Tabs';

export function LookTabs({ at }: { at: 'brand' | 'home' | 'pages' }) {
  const { t } = useLingui();
  return (
    <Tabs
      at={at}
      label={t`Views of look and pages`}
      views={[
        ['brand', '/look', t({ context: 'look', message: 'Brand' })],
        ['home', '/look/home', t`Home page`],
        ['pages', '/pages', t`Help pages`],
      ]}
    />
  );
}
