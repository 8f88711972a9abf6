/** The console's screens in the order of the navigation. A screen that a person may not open is not there for them. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type ComponentType, lazy } from 'react';
import type { Permission } from '../api/types';
import type { IconName } from '../parts/Icon';
import { speakLater } from '../parts/language';

export interface Screen {
  /** Below `/console`. */
  path: string;
  name: MessageDescriptor;
  icon: IconName;
  /** Undefined: everybody who is signed in. */
  permission?: Permission;
  /** Second key of `g …`. */
  key: string;
  /** Path of the screen among whose views it is: it has no line of its own in the navigation. */
  within?: string;
  Component: ComponentType;
}

/** A screen with what is said on it alone. */
const later = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), speakLater()]);
    return screen;
  });

export const SCREENS: Screen[] = [
  {
    path: '/today',
    name: msg`Today`,
    icon: 'today',
    key: 't',
    Component: lazy(() => import('../screens/today/TodayScreen')),
  },
  {
    path: '/orders',
    name: msg`Orders`,
    icon: 'orders',
    permission: 'orders_read',
    key: 'o',
    Component: lazy(() => import('../screens/orders/OrdersScreen')),
  },
  {
    path: '/pack',
    name: msg`Pack`,
    icon: 'pack',
    permission: 'packing',
    key: 'p',
    Component: lazy(() => import('../screens/pack/PackScreen')),
  },
  {
    path: '/bank',
    name: msg`Bank account`,
    icon: 'bank',
    permission: 'bank',
    key: 'b',
    Component: lazy(() => import('../screens/bank/BankScreen')),
  },
  {
    path: '/products',
    name: msg`Products`,
    icon: 'products',
    permission: 'products_change',
    key: 'w',
    Component: later(() => import('../screens/products/ProductsScreen')),
  },
  {
    path: '/stock',
    name: msg`Stock`,
    icon: 'stock',
    permission: 'stock_change',
    key: 's',
    Component: later(() => import('../screens/stock/StockScreen')),
  },
  {
    path: '/customers',
    name: msg({ context: 'screen', message: 'Customers' }),
    icon: 'customers',
    permission: 'customers_read',
    key: 'c',
    Component: lazy(() => import('../screens/customers/CustomersScreen')),
  },
  {
    path: '/messages',
    name: msg`Messages`,
    icon: 'mail',
    permission: 'messages_answer',
    key: 'i',
    Component: lazy(() => import('../screens/messages/MessagesScreen')),
  },
  {
    path: '/prices',
    name: msg`Prices`,
    icon: 'prices',
    permission: 'prices_change',
    key: 'e',
    Component: lazy(() => import('../screens/prices/PricesScreen')),
  },
  {
    path: '/figures',
    name: msg({ context: 'screen', message: 'Figures' }),
    icon: 'figures',
    permission: 'figures_read',
    key: 'f',
    Component: later(() => import('../screens/figures/FiguresScreen')),
  },
  {
    path: '/look',
    name: msg`Look and pages`,
    icon: 'look',
    permission: 'content_change',
    key: 'l',
    Component: later(() => import('../screens/look/LookScreen')),
  },
  {
    path: '/look/home',
    name: msg`Home page`,
    icon: 'home',
    permission: 'content_change',
    key: 'd',
    within: '/look',
    Component: later(() => import('../screens/look/HomeScreen')),
  },
  {
    path: '/pages',
    name: msg`Help pages`,
    icon: 'file',
    permission: 'content_change',
    key: 'h',
    within: '/look',
    Component: lazy(() => import('../screens/pages/PagesScreen')),
  },
  {
    path: '/settings',
    name: msg({ context: 'screen', message: 'Settings' }),
    icon: 'settings',
    permission: 'settings_change',
    key: 'x',
    Component: later(() => import('../screens/settings/SettingsScreen')),
  },
  {
    path: '/people',
    name: msg`People and roles`,
    icon: 'people',
    permission: 'staff_read',
    key: 'r',
    Component: lazy(() => import('../screens/people/PeopleScreen')),
  },
  {
    path: '/audit',
    name: msg`Audit`,
    icon: 'audit',
    permission: 'audit_read',
    key: 'a',
    Component: later(() => import('../screens/audit/AuditScreen')),
  },
  {
    path: '/audit/security',
    name: msg`Security events`,
    icon: 'shield',
    permission: 'audit_read',
    key: 'v',
    within: '/audit',
    Component: later(() => import('../screens/audit/SecurityScreen')),
  },
  {
    path: '/system',
    name: msg`System`,
    icon: 'system',
    permission: 'system',
    key: 'y',
    Component: later(() => import('../screens/system/SystemScreen')),
  },
  {
    path: '/me',
    name: msg`My account`,
    icon: 'user',
    key: 'm',
    Component: lazy(() => import('../screens/me/MeScreen')),
  },
];

/** Screens of one thing, reached from the list of its kind. */
export const DETAILS: Pick<Screen, 'path' | 'permission' | 'Component'>[] = [
  {
    path: '/orders/new',
    permission: 'orders_change',
    Component: lazy(() => import('../screens/orderNew/OrderNewScreen')),
  },
  {
    path: '/orders/fapiao',
    permission: 'orders_read',
    Component: later(() => import('../screens/fapiao/FapiaoScreen')),
  },
  {
    path: '/orders/returns',
    permission: 'orders_read',
    Component: later(() => import('../screens/returns/ReturnsScreen')),
  },
  {
    path: '/orders/returns/new',
    permission: 'orders_read',
    Component: later(() => import('../screens/return/NewReturnScreen')),
  },
  {
    path: '/orders/returns/:number',
    permission: 'orders_read',
    Component: later(() => import('../screens/return/ReturnScreen')),
  },
  {
    path: '/orders/:number',
    permission: 'orders_read',
    Component: lazy(() => import('../screens/order/OrderScreen')),
  },
  {
    path: '/categories',
    permission: 'products_change',
    Component: lazy(() => import('../screens/categories/CategoriesScreen')),
  },
  {
    path: '/categories/:key',
    permission: 'products_change',
    Component: lazy(() => import('../screens/category/CategoryScreen')),
  },
  {
    path: '/products/words',
    permission: 'products_change',
    Component: later(() => import('../screens/words/WordsScreen')),
  },
  {
    path: '/products/:sku',
    permission: 'products_change',
    Component: later(() => import('../screens/product/ProductScreen')),
  },
  {
    path: '/stock/:sku',
    permission: 'stock_change',
    Component: later(() => import('../screens/stockItem/StockItemScreen')),
  },
  {
    path: '/customers/newsletter',
    permission: 'customers_read',
    Component: later(() => import('../screens/newsletter/NewsletterScreen')),
  },
  {
    path: '/customers/:key',
    permission: 'customers_read',
    Component: lazy(() => import('../screens/customer/CustomerScreen')),
  },
  {
    path: '/messages/texts',
    permission: 'messages_answer',
    Component: lazy(() => import('../screens/texts/TextsScreen')),
  },
  {
    path: '/messages/:reference',
    permission: 'messages_answer',
    Component: lazy(() => import('../screens/message/MessageScreen')),
  },
  {
    path: '/prices/employees',
    permission: 'prices_change',
    Component: later(() => import('../screens/promoTags/PromoTagsScreen')),
  },
  {
    path: '/prices/items',
    permission: 'prices_change',
    Component: lazy(() => import('../screens/priceList/PriceListScreen')),
  },
  {
    path: '/prices/items/:sku',
    permission: 'prices_change',
    Component: lazy(() => import('../screens/priceItem/PriceItemScreen')),
  },
  {
    path: '/prices/campaigns/:id',
    permission: 'prices_change',
    Component: lazy(() => import('../screens/campaign/CampaignScreen')),
  },
  {
    path: '/pages/:key',
    permission: 'content_change',
    Component: lazy(() => import('../screens/page/PageScreen')),
  },
  {
    path: '/settings/shipping',
    permission: 'settings_change',
    Component: later(() => import('../screens/shipping/ShippingScreen')),
  },
  {
    path: '/settings/vat',
    permission: 'settings_change',
    Component: later(() => import('../screens/vat/VatScreen')),
  },
  {
    path: '/settings/closing-days',
    permission: 'settings_change',
    Component: later(() => import('../screens/closingDays/ClosingDaysScreen')),
  },
  {
    path: '/settings/compliance',
    permission: 'settings_change',
    Component: later(() => import('../screens/settings/ComplianceScreen')),
  },
  {
    path: '/settings/credentials',
    permission: 'settings_change',
    Component: later(() => import('../screens/settings/CredentialsScreen')),
  },
  {
    path: '/settings/currencies',
    permission: 'settings_change',
    Component: later(() => import('../screens/currencies/CurrenciesScreen')),
  },
  {
    path: '/settings/languages',
    permission: 'settings_change',
    Component: later(() => import('../screens/languages/LanguagesScreen')),
  },
  {
    path: '/settings/history',
    permission: 'settings_change',
    Component: later(() => import('../screens/settings/HistoryScreen')),
  },
  {
    path: '/settings/:group',
    permission: 'settings_change',
    Component: later(() => import('../screens/settings/GroupScreen')),
  },
  {
    path: '/programs',
    permission: 'staff_manage',
    Component: lazy(() => import('../screens/programs/ProgramsScreen')),
  },
  { path: '/bulk', Component: lazy(() => import('../screens/bulk/RunsScreen')) },
  { path: '/bulk/:id', Component: lazy(() => import('../screens/bulk/RunScreen')) },
];

export const SignIn = lazy(() => import('../screens/signIn/SignInScreen'));
export const Invitation = lazy(() => import('../screens/invitation/InvitationScreen'));
export const NotFound = lazy(() => import('../screens/notFound/NotFoundScreen'));

export function allowed<S extends Pick<Screen, 'permission'>>(screens: S[], permissions: readonly Permission[]): S[] {
  return screens.filter(({ permission }) => !permission || permissions.includes(permission));
}
