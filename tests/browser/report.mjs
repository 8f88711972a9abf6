/**
 * The report of the accessibility tests, which the shop shows in its statement: `seed/accessibility.json`. A full run that
 * passed writes it (`run.mjs`); with `--check` nothing is written, and it fails when the file says anything else than what the
 * tests would do now. The date stays as long as nothing else changes.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountScreens } from './support/accountScreens.mjs';
import { LANGS, routeOf, selection, WIDTHS } from './support/coverage.mjs';
import { screens } from './support/screens.mjs';

const HERE = import.meta.dirname;
const FILE = new URL('../../seed/accessibility.json', import.meta.url);
/** The rules of experience.md §2 that scripts try, K17 as far as they can. */
const IDS = Array.from({ length: 17 }, (_, at) => `K${at + 1}`);

/** How many tests carry the name of each rule. */
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

/** What a full run sees, and finds when it passes. */
export function planned() {
  const all = [...screens, ...accountScreens];
  const runs = [...selection(screens), ...selection(accountScreens)];
  const paths = [...new Set(all.map(({ name }) => routeOf(name)))];
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
      states: all.filter(({ name }) => routeOf(name) === path).length,
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

/** Writes what a full run has shown; called when every test of it passed. */
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
