/**
 * Writes the accessibility report that the shop publishes, `seed/accessibility.json`, after a full run has passed
 * (`run.mjs`). With `--check` it fails when the file does not match the tests. The date changes only with the content.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountScreens } from './support/accountScreens.mjs';
import { LANGS, routeOf, selection, WIDTHS } from './support/coverage.mjs';
import { screens } from './support/screens.mjs';

const HERE = import.meta.dirname;
const FILE = new URL('../../seed/accessibility.json', import.meta.url);
/** Rules of experience.md §2 that are automated; K17 in part. */
const IDS = Array.from({ length: 17 }, (_, at) => `K${at + 1}`);

/** Number of tests by rule in their name. */
function checks() {
  const names = readdirSync(HERE)
    .filter((file) => file.endsWith('.test.mjs'))
    .flatMap((file) =>
      readFileSync(`${HERE}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => /\btest\(|^ {2}async '/.test(line)),
    );
  return IDS.map((id) => ({ id, tests: names.filter((name) => new RegExp(`\\b${id}\\b`).test(name)).length }));
}

/** The report of a passed full run. */
export function planned() {
  const all = [...screens, ...accountScreens];
  const runs = [...selection(screens), ...selection(accountScreens)];
  const paths = [...new Set(all.map(routeOf))];
  const { version } = /\nversion = "(?<version>[^"]+)"/.exec(
    readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8'),
  )?.groups ?? { version: '' };
  const packages = JSON.parse(readFileSync(`${HERE}/package.json`, 'utf8'));
  return {
    version,
    date: '',
    standard: 'WCAG 2.2 AA',
    axe: packages.devDependencies['axe-core'],
    rules: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    languages: [...LANGS],
    widths: [...WIDTHS],
    routes: paths.map((path) => ({
      path,
      states: all.filter((screen) => routeOf(screen) === path).length,
      runs: runs.filter(({ route }) => route === path).length,
      violations: 0,
    })),
    checks: checks(),
  };
}

function known() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return { date: '' };
  }
}

/** Writes the report; called when every test has passed. */
export function write() {
  const before = known();
  const after = planned();
  const isSame = JSON.stringify({ ...before, date: '' }) === JSON.stringify(after);
  after.date = isSame && before.date ? before.date : new Date().toISOString().slice(0, 10);
  writeFileSync(FILE, `${JSON.stringify(after, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) throw new Error('the report is written by a full run of the tests: npm test');
  const untried = planned().checks.filter(({ tests }) => tests === 0);
  if (untried.length > 0) {
    console.error(`no test tries ${untried.map(({ id }) => id).join(', ')}`);
    process.exit(1);
  }
  if (JSON.stringify({ ...known(), date: '' }) !== JSON.stringify(planned())) {
    console.error('seed/accessibility.json is not what the tests do now; make test-browser writes it');
    process.exit(1);
  }
}
