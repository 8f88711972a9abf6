/**
 * Checks the import order: entries and routes → features/<noun> → layout → parts → state → api → domain. Features do not
 * import each other. Mails are on the level of layout. Parts make no calls and read no state of the shop.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const SRC = new URL('../src/', import.meta.url).pathname;
const FLOORS = ['domain', 'api', 'state', 'parts', 'layout', 'features'];
/** Type-only modules, importable from everywhere. */
const EVERYWHERE = new Set(['api/types.ts']);

/** State that parts may import. */
const PARTS_STATE = new Set(['i18n', 'liveRegion', 'navigation', 'page', 'site', 'store', 'timestampFormat']);

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

function floor(path) {
  const [top = ''] = path.split('/');
  if (top === 'mail') return FLOORS.indexOf('layout');
  const at = FLOORS.indexOf(top);
  return at < 0 ? FLOORS.length : at;
}

const faults = [];
for (const file of files(SRC).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
  const from = relative(SRC, file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    let to = relative(SRC, normalize(join(dirname(file), target)));
    if (to.startsWith('..') || to.startsWith('styles') || /\.css$/.test(to)) continue;
    if (EVERYWHERE.has(`${to}.ts`)) continue;
    const noun = (path) => path.split('/')[1];
    to = to.replace(/\.tsx?$/, '');
    if (floor(to) > floor(from)) faults.push(`${from} reaches up to ${to}`);
    else if (from.startsWith('features/') && to.startsWith('features/') && noun(from) !== noun(to)) {
      faults.push(`${from} knows another feature: ${to}`);
    } else if (from.startsWith('parts/') && /^(api|state)\//.test(to) && !PARTS_STATE.has(to.replace('state/', ''))) {
      faults.push(`${from} makes calls or knows the shop's state: ${to}`);
    }
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
