/** Pages without a line in the navigation, which are reached by their names. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { GROUPS } from '../parts/settingGroups';
import type { Screen } from './screens';

export interface Place {
  path: string;
  name: MessageDescriptor;
  /** Path of the screen to which it belongs: who may open that may open this. */
  within: string;
}

const settings = (path: string, name: MessageDescriptor): Place => ({
  path: `/settings/${path}`,
  name,
  within: '/settings',
});

const PLACES: Place[] = [
  ...Object.entries(GROUPS).map(([group, { title }]) => settings(group, title)),
  settings('shipping', msg`Carriers and rates`),
  settings('vat', msg`VAT`),
  settings('currencies', msg`Currencies`),
  settings('credentials', msg`Access to mail and payment`),
  settings('compliance', msg`What the law asks`),
  settings('closing-days', msg`Closing days`),
  settings('history', msg`What was changed`),
  { path: '/messages?chat=hours', name: msg`Chat hours`, within: '/messages' },
  { path: '/messages/texts', name: msg`Canned texts`, within: '/messages' },
  { path: '/categories', name: msg`Categories`, within: '/products' },
  { path: '/prices/items', name: msg`Prices of items`, within: '/prices' },
  { path: '/prices/campaigns/new', name: msg`New campaign`, within: '/prices' },
];

/** Those that belong to these screens, each with its screen. */
export const placesOf = (screens: Screen[]): { place: Place; screen: Screen }[] =>
  PLACES.flatMap((place) => {
    const screen = screens.find(({ path }) => path === place.within);
    return screen ? [{ place, screen }] : [];
  });
