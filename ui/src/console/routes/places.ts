/** Pages without a line in the navigation, which are reached by their names. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Lang } from '../api/types';
import { GROUPS } from '../parts/settingGroups';
import type { Screen } from './screens';

export interface Place {
  path: string;
  name: MessageDescriptor;
  /** Path of the screen to which it belongs: who may open that may open this. */
  within: string;
  /** Only where the shop speaks this. */
  lang?: Lang;
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
  settings('languages', msg`Languages`),
  settings('credentials', msg`Access to mail and payment`),
  settings('compliance', msg`What the law asks`),
  settings('closing-days', msg`Closing days`),
  settings('history', msg`What was changed`),
  { path: '/messages?chat=hours', name: msg`Chat hours`, within: '/messages' },
  { path: '/messages/texts', name: msg`Canned texts`, within: '/messages' },
  { path: '/categories', name: msg`Categories`, within: '/products' },
  { path: '/orders/returns', name: msg`Returns`, within: '/orders' },
  { path: '/orders/fapiao', name: msg`Chinese invoices`, within: '/orders', lang: 'zh' },
  { path: '/customers/newsletter', name: msg`Newsletter`, within: '/customers' },
  { path: '/prices/items', name: msg`Prices of items`, within: '/prices' },
  { path: '/prices/employees', name: msg`Employee prices`, within: '/prices' },
  { path: '/prices/campaigns/new', name: msg`New campaign`, within: '/prices' },
];

/** Those that belong to these screens, in a shop of these languages, each with its screen. */
export const placesOf = (screens: Screen[], languages: readonly Lang[]): { place: Place; screen: Screen }[] =>
  PLACES.filter(({ lang }) => !lang || languages.includes(lang)).flatMap((place) => {
    const screen = screens.find(({ path }) => path === place.within);
    return screen ? [{ place, screen }] : [];
  });
