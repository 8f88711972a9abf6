/** Routes that are loaded after the first page: account, login and service. */

import { wishlistArgs } from './domain/serviceUrls';
import { pageArgs, parseList, queryValue } from './domain/urls';
import type { PageCall, Route } from './routes';

const none = () => [];
const emptyCart: PageCall = { path: 'page/picture', args: { of: 'empty-bag' } };

const pageOf = (search: string) => pageArgs(parseList(search, 'position').page);
const orders = (search: string): PageCall => ({ path: 'order/index', args: pageOf(search) });

export const lazyRoutes: readonly Route[] = [
  {
    name: 'account',
    pattern: '/account',
    calls: (_, search) => [
      { path: 'account/info', args: {} },
      orders(search),
      { path: 'invoice/index', args: {} },
      { path: 'address/index', args: {} },
      { path: 'membercard/index', args: {} },
    ],
    load: () => import('./features/account/AccountScreen'),
  },
  {
    name: 'invoices',
    pattern: '/account/invoices',
    calls: (_, search) => [{ path: 'invoice/index', args: pageOf(search) }],
    load: () => import('./features/account/InvoicesScreen'),
  },
  {
    name: 'accountedit',
    pattern: '/account/edit',
    calls: () => [{ path: 'account/info', args: {} }],
    load: () => import('./features/account/EditScreen'),
  },
  {
    name: 'setpassword',
    pattern: '/account/setPassword',
    calls: none,
    load: () => import('./features/customer/SetPasswordScreen'),
  },
  { name: 'forgetpwd', pattern: '/forgetpwd', calls: none, load: () => import('./features/customer/ForgotScreen') },
  { name: 'register', pattern: '/register', calls: none, load: () => import('./features/customer/RegisterScreen') },
  { name: 'login', pattern: '/login', calls: none, load: () => import('./features/customer/LoginScreen') },
  { name: 'logout', pattern: '/logout', calls: none, load: () => import('./features/customer/LogoutScreen') },
  {
    name: 'address',
    pattern: '/address',
    calls: () => [
      { path: 'address/index', args: {} },
      { path: 'checkout/region', args: {} },
    ],
    load: () => import('./features/address/AddressScreen'),
  },
  {
    name: 'orders',
    pattern: '/order',
    calls: (_, search) => [orders(search)],
    load: () => import('./features/order/OrdersScreen'),
  },
  {
    name: 'orderdetail',
    pattern: '/order/detail',
    calls: (_, search, __, { site }) => {
      const args = { order_number: queryValue(search, 'order_number') };
      const order: PageCall = { path: 'order/view', args };
      return site.languages.some(({ lang }) => lang === 'zh') ? [order, { path: 'fapiao/view', args }] : [order];
    },
    load: () => import('./features/order/OrderScreen'),
  },
  {
    name: 'contact',
    pattern: '/contact-us',
    calls: none,
    load: () => import('./features/contact/ContactScreen'),
  },
  {
    name: 'wishlist',
    pattern: '/mywishlist',
    calls: (_, search) => [{ path: 'wishlist/index', args: wishlistArgs(search) }],
    load: () => import('./features/wishlist/WishlistScreen'),
  },
  {
    name: 'newsletterconfirm',
    pattern: '/newsletter/confirm',
    calls: none,
    load: () => import('./features/newsletter/ConfirmScreen'),
  },
  {
    name: 'newsletterunsubscribe',
    pattern: '/newsletter/unsubscribe',
    calls: none,
    load: () => import('./features/newsletter/UnsubscribeScreen'),
  },
  { name: 'withdraw', pattern: '/withdraw', calls: none, load: () => import('./features/withdraw/WithdrawScreen') },
  {
    // Demo mode only; in production the server answers 404.
    name: 'styleguide',
    pattern: '/styleguide',
    calls: () => [{ path: 'page/home', args: {} }, emptyCart],
    load: () => import('./features/styleguide/StyleguideScreen'),
  },
];
