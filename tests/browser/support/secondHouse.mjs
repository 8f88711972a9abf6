/**
 * The shop of another house (`tests/second-house`), and what of the demonstration must not be left in it. What the
 * demonstration says of itself is read from its own files.
 */

import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';

/** @typedef {import('./texts.mjs').Lang} Lang */

const ROOT = new URL('../../../', import.meta.url).pathname;
export const FOLDER = join(ROOT, 'tests/second-house');
export const CONFIG = join(FOLDER, 'shop.toml');

/** The house's pictures, and those of the demonstration that stand in for photographs of its own: small, as they are converted anew. */
const PICTURES = {
  'marealta-hero': 'home-hero-desktop.960',
  'marealta-hero-phone': 'home-hero-mobile.480',
  'marealta-story': 'home-story.640',
  'marealta-bath': 'towel-waffle-bath.480',
  'marealta-night': 'bedding-set-linen-room.480',
  'marealta-towel': 'towel-waffle.480',
  'marealta-soap': 'soap-bars-bath.480',
  'marealta-sheet': 'bedding-set-linen.480',
  'marealta-throw': 'throw-merino--ivory.480',
  'empty-bag': 'empty-bag.640',
  'not-found': 'not-found.640',
};

export const isPicture = (/** @type {string} */ name) => name in PICTURES;

/** As `shop look show` prints it, without drawings. */
export const LOOK = JSON.parse(await readFile(join(FOLDER, 'look.json'), 'utf8'));

/** By the field of the look. */
const DRAWINGS = {
  logo: ['logo', 'logo.svg'],
  logo_on_dark: ['logo', 'logo-on-dark.svg'],
  icon: ['icon', 'icon.svg'],
};

/** @param {string[]} args */
async function shop(...args) {
  const binary = process.env.SHOP ?? '';
  const { stdout } = await promisify(execFile)(binary, [...args, '--config', CONFIG], { maxBuffer: 1 << 26 });
  return stdout;
}

/**
 * Makes the house of an empty shop, as its owner would: by its sheets and pictures, its drawings, its look.
 * @returns {Promise<{ data: string, look: any }>} the folder of its data, for the caller to remove, and the look that it has
 */
export async function buildHouse() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-house-'));
  const [data, sheets] = [join(folder, 'data'), join(folder, 'catalogue')];
  await cp(join(FOLDER, 'catalogue'), sheets, { recursive: true });
  await mkdir(join(sheets, 'pictures'));
  for (const [name, file] of Object.entries(PICTURES)) {
    await copyFile(join(ROOT, 'seed/images', `${file}.webp`), join(sheets, 'pictures', `${name}.webp`));
  }
  await shop('catalogue', 'import', sheets, '--data', data);
  const look = structuredClone(LOOK);
  for (const [field, [kind = '', file = '']] of Object.entries(DRAWINGS)) {
    look[field] = JSON.parse(await shop('look', 'drawing', kind, join(FOLDER, file), '--data', data));
  }
  await writeFile(join(folder, 'look.json'), JSON.stringify(look));
  await shop('look', 'set', join(folder, 'look.json'), '--data', data);
  await shop('look', 'publish', '--data', data);
  await rm(sheets, { recursive: true });
  return { data, look };
}

/**
 * Every mail so far, oldest first.
 * @param {import('./shop.mjs').Shop} house
 */
export async function mailsOf(house) {
  const listed = JSON.parse(await house.command('mail', 'list', '--limit', '1000', '--json'));
  const files = listed.toReversed().flatMap((/** @type {any} */ { file }) => file ?? []);
  return Promise.all(files.map(async (/** @type {string} */ file) => PostalMime.parse(await readFile(file))));
}

// ── What the demonstration says of itself ───────────────────────────────────────────────────────────────────────────

/**
 * The texts of a TOML file of plain tables.
 * @param {string} file
 * @returns {{ table: string, key: string, text: string }[]}
 */
function textsOf(file) {
  let table = '';
  return file.split('\n').flatMap((line) => {
    table = /^\[([\w.]+)\]/.exec(line)?.[1] ?? table;
    const key = /^(\w+) = /.exec(line)?.[1];
    if (!key) return [];
    return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([quoted]) => ({ table, key, text: JSON.parse(quoted) }));
  });
}

/** What `config.toml` says of one house only. */
const OWN = ['brand', 'company', 'imprint', 'epr', 'pickup', 'payment.bank_transfer', 'payment.cheque'];
/** Keys whose values are those of many houses. */
const COMMON = ['country', 'countries', 'time_zone', 'opens', 'closes'];

const read = (/** @type {string} */ path) => readFile(join(ROOT, path), 'utf8');
const defaults = textsOf(await read('config.toml'));
const words = textsOf(await read('seed/brand/words.toml'));
const own = textsOf(await read('tests/second-house/shop.toml'));
const interfaceTexts = (
  await Promise.all(['en', 'fr', 'de', 'es', 'zh'].map((lang) => read(`ui/locales/${lang}.po`)))
).join('\n');

/** @param {typeof own} texts @param {string} table @param {string} key */
const value = (texts, table, key) => texts.find((one) => one.table === table && one.key === key)?.text ?? '';

export const BRAND = value(own, 'brand', 'name');
/** The number of the account as letters and pages group it. */
export const IBAN = value(own, 'payment.bank_transfer', 'iban').replace(/(.{4})(?=.)/g, '$1 ');
const DEMONSTRATION = value(defaults, 'brand', 'name');
const COUNTRY = new Intl.DisplayNames('en', { type: 'region' }).of(value(defaults, 'company', 'country')) ?? '';

/** Without case, accents and entities, as names are written in addresses, styles and files. @param {string} text */
const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/&amp;/g, '&')
    .replace(/&#0?39;|&apos;/g, "'")
    .toLowerCase();
const bare = (/** @type {string} */ text) => fold(text).replace(/\s/g, '');

/** Whether a text stands in another: as a whole word where it is short, without regard to spaces where it is long. */
const matcher = (/** @type {string} */ text) => {
  const [short, long] = [fold(text), bare(text)];
  const isWord = short.length < 8 || /^0+$/.test(short);
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${short.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
  return (/** @type {{ folded: string, bared: string }} */ { folded, bared }) =>
    isWord ? word.test(folded) : bared.includes(long);
};

const ofOneHouse = defaults
  .filter(({ table, key, text }) => OWN.includes(table) && !COMMON.includes(key) && text && text !== COUNTRY)
  .map(({ text }) => text)
  .filter((text) => !own.some((one) => one.text === text) && !interfaceTexts.includes(`"${text}"`));

/** Names, addresses, numbers and sentences of the demonstration, in any language. */
const NEEDLES = [
  ...new Set([
    ...ofOneHouse,
    ...words.flatMap(({ text }) => [DEMONSTRATION, BRAND].map((brand) => text.replaceAll('{brand}', brand))),
  ]),
].map((text) => ({ text, stands: matcher(text) }));
// Parts of names and codes: in addresses of pages and pictures, too.
const SYLLABLES = [DEMONSTRATION, value(defaults, 'brand', 'key')].map(fold);

/** Where the demonstration lies: the last thing that letters of its hotels are about. @param {Lang} lang @returns {RegExp} */
function landscape(lang) {
  const last =
    value(words, lang, 'hotel_letters')
      .split(/[\s、，,]+/u)
      .at(-1) ?? '';
  if (lang !== 'zh') return new RegExp(`(?<!\\p{L})${last}(?!\\p{L})`, lang === 'de' ? 'u' : 'iu');
  // A character alone is part of names of provinces, too.
  const said = words.filter(({ table }) => table === lang).map(({ text }) => text);
  const found = said.flatMap((text) => text.match(new RegExp(`${last[0]}\\p{Script=Han}`, 'gu')) ?? []);
  return new RegExp([...new Set(found)].join('|'), 'u');
}
const LANDSCAPES = /** @type {Record<string, RegExp>} */ (
  Object.fromEntries(/** @type {Lang[]} */ (['en', 'fr', 'de', 'es', 'zh']).map((lang) => [lang, landscape(lang)]))
);

/**
 * What of the demonstration stands in a text.
 * @param {string} text
 * @param {Lang} [lang] of people's words; none for files, which may hold other languages
 * @returns {string[]}
 */
export function leftovers(text, lang) {
  const said = { folded: fold(text), bared: bare(text) };
  const found = NEEDLES.filter(({ stands }) => stands(said)).map((needle) => needle.text);
  found.push(...SYLLABLES.filter((one) => said.folded.includes(one)));
  const place = lang && LANDSCAPES[lang]?.exec(text);
  if (place) found.push(`“${text.slice(Math.max(0, place.index - 30), place.index + 30).replace(/\s+/g, ' ')}”`);
  return [...new Set(found)];
}

const [FROM, TO] = ['opens', 'closes'].map((key) => Number(value(defaults, 'chat', key).split(':')[0]));
/** The demonstration's hours of customer service, as any language writes them. */
export const HOURS = new RegExp(`(?<!\\d)0?${FROM}(?!\\d)[^\\d\\n]{0,4}(?:00)?[^\\d\\n]{1,12}${TO}(?!\\d)`, 'u');
/**
 * A text without the addresses of its links: a token may hold the digits of anything.
 * @param {string} text
 */
export function spoken(text) {
  return text.replace(/https?:\/\/[!-~]+/g, '');
}

/** Words for something that is none in earnest. */
export const FICTION = /fictional|fictive|erdacht|ficticia|虚构|\bdemonstration\b|démonstration|demostración|演示/iu;
