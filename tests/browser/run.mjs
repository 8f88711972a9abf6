/** Runs the tests, all or those named: the catalogue is seeded once, every file gets a copy. */

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { seedFolder } from './support/shop.mjs';

const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.mjs'));
const seeded = await seedFolder();
const tests = spawn(
  process.execPath,
  ['--test', '--test-reporter=spec', '--test-concurrency=2', ...files.map((name) => `${import.meta.dirname}/${name}`)],
  { stdio: 'inherit', env: { ...process.env, SEEDED: seeded } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
const code = await new Promise((resolve) => tests.once('exit', (status) => resolve(status ?? 1)));
await rm(seeded, { recursive: true, force: true });
process.exitCode = code;
