/**
 * Runs the test files, all or those named, two at a time: the catalogue is seeded once and every file gets a copy. What a
 * file has to say is printed when it is done, with the time it took; what failed is said once more at the end.
 */

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { write } from './report.mjs';
import { seedFolder } from './support/shop.mjs';

/** Files at once: each has a shop, a browser, and work for a core. */
const LANES = 2;
/** Those that take longest begin, so that none is waited for alone. */
const LONGEST = ['layout.test.mjs', 'axe.test.mjs'];

const named = process.argv.slice(2).map((name) => basename(name));
const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.mjs'));
const files = named.length > 0 ? named : [...LONGEST, ...all.filter((name) => !LONGEST.includes(name))];

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    files.length = 0;
    for (const child of running) child.kill(signal);
  });
}

/** @param {string} file */
async function run(file) {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--test-reporter=spec', `${import.meta.dirname}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SEEDED: seeded },
  });
  running.add(child);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  running.delete(child);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`\n── ${file}\n${said}`);
  return { file, code, seconds, said };
}

const begun = performance.now();
const seeded = await seedFolder();
const seeding = (performance.now() - begun) / 1000;
/** @type {Awaited<ReturnType<typeof run>>[]} */
const results = [];
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let file = files.shift(); file; file = files.shift()) results.push(await run(file));
  }),
);
await rm(seeded, { recursive: true, force: true });

const row = (/** @type {string} */ name, /** @type {number} */ seconds, end = '') =>
  console.log(`${name.padEnd(24)}${seconds.toFixed(1).padStart(7)} s${end}`);
row('seed', seeding);
for (const { file, code, seconds } of results) row(file, seconds, code === 0 ? '' : '  failed');
row('all', (performance.now() - begun) / 1000);
for (const { file, said } of results.filter(({ code }) => code !== 0)) {
  // The reporter gathers the failures under this heading; a file that was broken off has none.
  const at = said.lastIndexOf('failing tests:');
  console.log(`\n── ${file}\n${at < 0 ? said.slice(-4000) : said.slice(at)}`);
}
const hasPassed = results.length > 0 && results.every(({ code }) => code === 0);
// What the shop says of its accessibility is what a run of everything has shown.
if (hasPassed && named.length === 0) write();
process.exitCode = hasPassed ? 0 : 1;
