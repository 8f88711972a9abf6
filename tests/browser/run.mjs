/**
 * Runs all test files, or those named, two at a time. The catalogue is seeded once and copied for each file. Output is
 * printed per file with its duration; failures are repeated at the end.
 */

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { write } from './report.mjs';
import { seedFolder } from './support/shop.mjs';

/** Each file runs a shop and a browser, and needs about a core. */
const CONCURRENCY = 2;
/** Slowest files first. */
const SLOWEST = ['screens.test.mjs', 'accountScreens.test.mjs'];

const named = process.argv.slice(2).map((name) => basename(name));
const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.mjs'));
const files = named.length > 0 ? named : [...SLOWEST, ...all.filter((name) => !SLOWEST.includes(name))];

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
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--test-reporter=spec', `${import.meta.dirname}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SEEDED: seeded },
  });
  running.add(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  running.delete(child);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`\n── ${file}\n${output}`);
  return { file, code, seconds, output };
}

const startedAt = performance.now();
const seeded = await seedFolder();
const seeding = (performance.now() - startedAt) / 1000;
/** @type {Awaited<ReturnType<typeof run>>[]} */
const results = [];
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (let file = files.shift(); file; file = files.shift()) results.push(await run(file));
  }),
);
await rm(seeded, { recursive: true, force: true });

const row = (/** @type {string} */ name, /** @type {number} */ seconds, end = '') =>
  console.log(`${name.padEnd(24)}${seconds.toFixed(1).padStart(7)} s${end}`);
row('seed', seeding);
for (const { file, code, seconds } of results) row(file, seconds, code === 0 ? '' : '  failed');
row('all', (performance.now() - startedAt) / 1000);
for (const { file, output } of results.filter(({ code }) => code !== 0)) {
  // The spec reporter lists failures below this heading; an aborted file has none.
  const at = output.lastIndexOf('failing tests:');
  console.log(`\n── ${file}\n${at < 0 ? output.slice(-4000) : output.slice(at)}`);
}
const hasPassed = results.length > 0 && results.every(({ code }) => code === 0);
// The accessibility report is based on full runs only.
if (hasPassed && named.length === 0) write();
process.exitCode = hasPassed ? 0 : 1;
