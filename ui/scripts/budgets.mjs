/** Checks the built files against the size budgets (brotli). Run `npm run build` first. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const DIST = new URL('../dist/client', import.meta.url).pathname;
if (!existsSync(`${DIST}/assets.json`)) {
  console.error('nothing is built: npm run build');
  process.exit(1);
}
const { entry, pages, packs, fonts } = JSON.parse(readFileSync(`${DIST}/assets.json`, 'utf8'));

const KB = 1024;
function weigh(files, folder = DIST) {
  let bytes = 0;
  for (const file of new Set(files)) {
    const br = `${folder}${file}.br`;
    bytes += existsSync(br) ? statSync(br).size : brotliCompressSync(readFileSync(folder + file)).length;
  }
  return bytes;
}

const faults = [];
const rows = [];
function hold(name, bytes, limit) {
  rows.push(`${name.padEnd(34)} ${(bytes / KB).toFixed(1).padStart(6)} of ${limit} KB`);
  if (bytes > limit * KB) faults.push(name);
}

const heaviest = (part) => Math.max(...Object.values(packs[part]).map((file) => weigh([file])));
for (const [page, { js, imports, css, parts }] of Object.entries(pages)) {
  const pack = parts.reduce((sum, part) => sum + heaviest(part), 0);
  const initial = weigh([entry.js, ...entry.imports, js, ...imports]) + pack;
  // The style guide loads all packs.
  hold(`${page}: initial JavaScript and pack`, initial, parts.includes('guide') ? 72 : parts.length > 1 ? 64 : 35);
  hold(`${page}: route chunk`, weigh([js]), 25);
  hold(`${page}: style`, weigh([...entry.css, ...css]), 14);
}
const PACK_LIMITS = { core: 3, rest: 11, account: 5, buying: 4, service: 6, guide: 2 };
for (const [part, limit] of Object.entries(PACK_LIMITS)) {
  for (const [lang, file] of Object.entries(packs[part])) hold(`pack ${lang}: ${part}`, weigh([file]), limit);
}
for (const [typeface, files] of Object.entries(fonts)) {
  const bytes = files.reduce((sum, file) => sum + statSync(DIST + file).size, 0);
  hold(`preloaded fonts: ${typeface}`, bytes, 45);
}

// The console: staff load it once a release, shoppers never.
const CONSOLE = new URL('../dist/console', import.meta.url).pathname;
const own = JSON.parse(readFileSync(`${CONSOLE}/assets.json`, 'utf8'));
const heaviestPack = Math.max(...Object.values(own.packs).map((file) => weigh([file], CONSOLE)));
hold(
  'console: entry, style and pack',
  weigh([own.entry.js, ...own.entry.imports, ...own.entry.css], CONSOLE) + heaviestPack,
  250,
);
for (const [name, file] of Object.entries(own.screens)) hold(`console: ${name}`, weigh([file], CONSOLE), 25);
if (Object.keys(own.screens).length === 0) faults.push('console: no screen is a chunk');

console.log(rows.join('\n'));
if (faults.length > 0) {
  console.error(`over budget: ${faults.join(', ')}`);
  process.exit(1);
}
