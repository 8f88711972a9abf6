/**
 * Maps screens to routes, and selects combinations that cover every pair of route and language and of screen and width, and each
 * screen in German. The tour runs all combinations.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** @typedef {import('./screens.mjs').Screen} Screen */
/** @typedef {import('./texts.mjs').Lang} Lang */

export const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
export const WIDTHS = /** @type {const} */ ([1280, 375]);

/** Whose words are the longest. */
const LONGEST = 'de';
const OTHERS = LANGS.filter((lang) => lang !== LONGEST);

/** Names of the test files, whose order gives each its language. */
const FILES = readdirSync(new URL('..', import.meta.url)).filter((name) => name.endsWith('.test.mjs'));

/**
 * Whether a language takes its turn at the screen at this place of a list: German at each, the others one after the other.
 * EVERY=1 gives all of them all screens.
 * @param {Lang} lang
 * @param {number} at
 */
export const isTurnOf = (lang, at) =>
  Boolean(process.env.EVERY) || lang === LONGEST || OTHERS[at % OTHERS.length] === lang;

/**
 * Whether a language takes its turn at a screen that is opened for itself alone: each screen has one language, every second one German.
 * EVERY=1 gives all of them all screens.
 * @param {Lang} lang
 * @param {number} at
 */
export const takesTurn = (lang, at) =>
  Boolean(process.env.EVERY) || (at % 2 === 0 ? LONGEST : OTHERS[((at - 1) / 2) % OTHERS.length]) === lang;

/**
 * The languages and widths in which a file's walk is made: German where it is narrowest, and one other language, each of which has
 * its turn at every fourth file. EVERY=1 (`make test-browser-all`) makes all.
 * @template {readonly [Lang, number, ...unknown[]]} T
 * @param {readonly T[]} all
 * @param {string} file whose walk it is
 * @returns {T[]}
 */
export function turns(all, file) {
  if (process.env.EVERY) return [...all];
  const [narrowest] = all.filter(([lang]) => lang === LONGEST).sort(([, one], [, other]) => one - other);
  const others = all.filter(([lang]) => lang !== LONGEST);
  const at = FILES.indexOf(basename(file)) % OTHERS.length;
  const other = others.find(([lang]) => lang === OTHERS[at]) ?? others[at % others.length];
  return all.filter((one) => one === narrowest || one === other);
}

/** Path patterns of the shop, longest first. @type {string[]} */
const PATTERNS = JSON.parse(readFileSync(new URL('../../../ui/routes.json', import.meta.url), 'utf8'))
  .flatMap((/** @type {{ paths: string[] }} */ { paths }) => paths)
  .sort((/** @type {string} */ one, /** @type {string} */ other) => other.length - one.length);

/** Names that the accessibility statement (`seed/pages`) has for patterns, and for pages outside the route table. */
const PUBLISHED = new Map([
  ['/c/:key', '/c/:c'],
  ['/p/*', '/p/:p'],
  ['/help/:key', '/help/:note'],
  ['/demo/pay', '/demo/pay'],
  ['/no-such-page', '/404'],
]);

/** @param {Screen} screen */
export function routeOf({ name, path }) {
  const [address = ''] = path.split('?');
  const isOf = (/** @type {string} */ pattern) =>
    new RegExp(`^${pattern.replace(/:\w+/, '[^/]+').replace('*', '.+')}$`).test(address || '/');
  const pattern = PATTERNS.find(isOf) ?? address;
  const route = PUBLISHED.get(pattern) ?? PATTERNS.find((one) => one === pattern);
  if (!route) throw new Error(`'${name}' has no route`);
  return route;
}

/**
 * @typedef {object} Run
 * @property {Screen} screen
 * @property {string} route
 * @property {Lang} lang
 * @property {number} width
 * @property {boolean} [isAgain] the screen is shown at this width in another language, too: what no language changes is judged there
 */

/** Neither opened at nor the narrowest. */
const BETWEEN = 768;

/**
 * The widths at which a run looks for overflow, its own first: besides that the narrowest and, in German, the one between phone and
 * computer, in any other language those that are left. A screen that is opened in German at one width and in another language at the
 * other one is seen at all of them. EVERY=1 gives each run all of them.
 * @param {Pick<Run, 'lang' | 'width'>} run
 * @param {readonly number[]} widths
 */
export function widthsOf({ lang, width }, widths) {
  const narrowest = Math.min(...widths);
  const isTaken = (/** @type {number} */ one) => {
    if (process.env.EVERY || one === narrowest) return true;
    return lang === LONGEST ? one === BETWEEN : one !== BETWEEN && !WIDTHS.some((other) => other === one);
  };
  return [width, ...widths.filter((one) => one !== width && isTaken(one))];
}

/**
 * @param {Screen[]} screens
 * @returns {Run[]}
 */
export function selection(screens) {
  /** @type {Map<string, Screen[]>} */
  const routes = new Map();
  for (const screen of screens) {
    const route = routeOf(screen);
    routes.set(route, [...(routes.get(route) ?? []), screen]);
  }
  return [...routes].flatMap(([route, of], number) => {
    const other = (/** @type {number} */ at) => /** @type {Lang} */ (OTHERS[(number + at) % OTHERS.length]);
    /** @type {Run[]} */
    const runs = of.flatMap((screen, at) => {
      const [first, second] = at % 2 === 0 ? WIDTHS : WIDTHS.toReversed();
      return [
        { screen, route, width: /** @type {number} */ (first), lang: /** @type {Lang} */ (LONGEST) },
        { screen, route, width: /** @type {number} */ (second), lang: other(at) },
      ];
    });
    // Routes with few screens repeat them until every language is covered.
    for (let at = of.length; at < OTHERS.length; at += 1) {
      const screen = /** @type {Screen} */ (of[at % of.length]);
      const width = /** @type {number} */ (WIDTHS[at % WIDTHS.length]);
      runs.push({ screen, route, width, lang: other(at), isAgain: true });
    }
    return runs;
  });
}
