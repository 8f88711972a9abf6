/** The views of prices: the calendar with its campaigns, single prices, and what employees pay. */

import { useLingui } from '@lingui/react/macro';
import { Tabs } from './Tabs';

export function PriceTabs({ at }: { at: 'calendar' | 'items' | 'tags' }) {
  const { t } = useLingui();
  return (
    <Tabs
      at={at}
      label={t`Views of prices`}
      views={[
        ['calendar', '/prices', t`Calendar and campaigns`],
        ['items', '/prices/items', t`Prices of items`],
        ['tags', '/prices/employees', t`Employee prices`],
      ]}
    />
  );
}
