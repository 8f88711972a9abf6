/**
 * Maps screens to routes, and selects combinations that cover every pair of route and language, screen and width, route and
 * width. The tour runs all combinations.
 */

/** @typedef {import('./screens.mjs').Screen} Screen */
/** @typedef {import('./texts.mjs').Lang} Lang */

export const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
export const WIDTHS = /** @type {const} */ ([1280, 375]);

/** The first match is the screen's route. @type {[RegExp, string][]} */
const ROUTES = [
  [/^home/, '/'],
  [/^(menu|search dialog) open|^help/, '/help/:note'],
  [/^category|^filters/, '/c/:c'],
  [/^product|^picture|^bag drawer/, '/p/:p'],
  [/^search/, '/search'],
  [/^cart/, '/cart'],
  [/^(the )?checkout/, '/checkout'],
  [/^result, card paid/, '/ccordersuccess'],
  [/^result, WeChat paid/, '/paysuccess'],
  [/^result, card declined/, '/paymenterror'],
  [/^result, payment cancelled/, '/paymentcanceled'],
  [/^result, uncertain/, '/paymentuncertain'],
  [/^result, payment page not reached/, '/payerror'],
  [/^(the )?result/, '/ordersuccess'],
  [/^code of WeChat/, '/wechatpay'],
  [/^demonstration of a payment/, '/demo/pay'],
  [/^withdraw/, '/withdraw'],
  [/^style guide/, '/styleguide'],
  [/^not found/, '/404'],
  [/^login/, '/login'],
  [/^register/, '/register'],
  [/^forgotten password/, '/forgetpwd'],
  [/^set password/, '/account/setPassword'],
  [/^invoices/, '/account/invoices'],
  [/^account/, '/account'],
  [/^details|^leaving/, '/account/edit'],
  [/^orders/, '/order'],
  [/^an order/, '/order/detail'],
  [/^address|^an address/, '/address'],
  [/^logged out/, '/logout'],
  [/^contact/, '/contact-us'],
  [/^wishlist/, '/mywishlist'],
  [/^letters confirmed/, '/newsletter/confirm'],
  [/^letters ended/, '/newsletter/unsubscribe'],
];

/** @param {string} name */
export function routeOf(name) {
  const found = ROUTES.find(([pattern]) => pattern.test(name));
  if (!found) throw new Error(`of which route is '${name}'? Name it in support/coverage.mjs`);
  return found[1];
}

/**
 * @param {Screen[]} screens
 * @returns {{ screen: Screen, route: string, lang: Lang, width: number }[]}
 */
export function selection(screens) {
  /** @type {Map<string, Screen[]>} */
  const routes = new Map();
  for (const screen of screens) {
    const route = routeOf(screen.name);
    routes.set(route, [...(routes.get(route) ?? []), screen]);
  }
  return [...routes].flatMap(([route, of], number) => {
    const runs = of.flatMap((screen) => WIDTHS.map((width) => ({ screen, width })));
    // Routes with few screens repeat them until every language is covered.
    const all = Array.from({ length: Math.max(runs.length, LANGS.length) }, (_, at) => {
      const round = Math.floor(at / runs.length);
      // Later rounds shift the widths against the languages.
      return /** @type {{ screen: Screen, width: number }} */ (runs[(at + round) % runs.length]);
    });
    return all.map(({ screen, width }, at) => ({
      screen,
      route,
      width,
      lang: /** @type {Lang} */ (LANGS[(at + number) % LANGS.length]),
    }));
  });
}
