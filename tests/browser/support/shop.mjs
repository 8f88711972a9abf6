/** Starts the shop's binary on its own port and data folder. */

import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';

/** `Services` header of the default configuration. */
export const SERVICES = '5f1c6a0e7d9b4c38a2e4b1d07c96f853';

/**
 * @typedef {object} Shop
 * @property {string} url without a slash at the end
 * @property {string} services
 * @property {(now: string) => Promise<void>} setClock RFC 3339
 * @property {(recipient: string, subject: string) => Promise<string>} mail the text of the latest such mail; empty when there
 *   is none yet
 * @property {() => Promise<string[]>} mails every mail so far, as HTML
 * @property {(...args: string[]) => Promise<string>} command what the operator's command prints, e.g. `talk`, `list`
 * @property {(order: string, carrier: string, tracking: string, ...lines: string[]) => Promise<string>} ship lines as
 *   `SKU=quantity`; everything left when absent
 * @property {() => string} ended how the process ended by itself; empty while it runs
 * @property {(expected?: RegExp) => Promise<void>} stop rejects when the shop ended by itself or logged a fault; `expected`: errors of the log that belong to the test
 */

function binary() {
  const shop = process.env.SHOP;
  if (!shop) throw new Error('SHOP must name the binary: SHOP=../../target/debug/shop npm test');
  return shop;
}

/** @returns {Promise<string>} a folder with a seeded catalogue; the caller removes it */
export async function seedFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-seed-'));
  await promisify(execFile)(binary(), ['seed', '--data', folder], { maxBuffer: 1 << 26 });
  return folder;
}

/** @param {string} data */
async function fill(data) {
  if (process.env.SEEDED) {
    await cp(process.env.SEEDED, data, { recursive: true });
    return;
  }
  const seeded = await seedFolder();
  await cp(seeded, data, { recursive: true });
  await rm(seeded, { recursive: true });
}

/**
 * The mails that the shop has written to its data folder, oldest first.
 * @param {string} data
 */
async function mailsOf(data) {
  const folder = join(data, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
}

/**
 * @param {Record<string, string>} [env] configuration, e.g. `SHOP__LIMITS__UNPAID_ORDERS`
 * @returns {Promise<Shop>}
 */
export async function openShop(env = {}) {
  const data = await mkdtemp(join(tmpdir(), 'shop-data-'));
  await fill(data);
  const child = spawn(binary(), ['serve', '--listen', '127.0.0.1:0', '--data', data], {
    env: {
      ...process.env,
      SHOP__LIMITS__UNPAID_ORDERS: '1000',
      SHOP__LIMITS__UNPAID_PIECES: '8',
      // Tests pay by cheque wherever goods go; those of the rule name countries.
      SHOP__PAYMENT__CHEQUE__COUNTRIES: '[]',
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The shop ends with this process.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);

  let ended = '';
  child.once('exit', (code, signal) => {
    ended = `the shop ended by itself: ${signal ?? `status ${code}`}`;
  });

  /** @type {string[]} */
  const log = [];
  const url = await new Promise((resolve, reject) => {
    // Drains the log, so that the shop never blocks on a full pipe.
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      log.push(line);
      const found = /\baddress="?([^\s"]+) url=/.exec(line);
      if (found) resolve(`http://${found[1]}`);
    });
    lines.on('close', () => reject(new Error(`the shop did not open:\n${log.join('\n')}`)));
    child.on('error', reject);
  });

  return {
    url,
    services: SERVICES,
    async setClock(now) {
      const answer = await fetch(`${url}/demo/clock`, { method: 'POST', body: now });
      if (!answer.ok) throw new Error(`clock: ${answer.status} ${await answer.text()}`);
    },
    async mail(recipient, subject) {
      const sent = await mailsOf(data);
      const found = sent.findLast(
        (mail) => mail.subject === subject && mail.to?.some(({ address }) => address === recipient),
      );
      return found?.text ?? '';
    },
    async mails() {
      return (await mailsOf(data)).map(({ html }) => html ?? '');
    },
    async command(...args) {
      const { stdout } = await promisify(execFile)(binary(), [...args, '--data', data], {
        env: { ...process.env, ...env },
      });
      return stdout;
    },
    ship(order, carrier, tracking, ...lines) {
      const parts = lines.flatMap((line) => ['--line', line]);
      return this.command('order', 'ship', order, ...parts, '--carrier', carrier, '--tracking', tracking);
    },
    ended: () => (ended ? `${ended}\n${log.slice(-20).join('\n')}` : ''),
    async stop(expected) {
      process.off('exit', kill);
      const before = this.ended();
      if (!before) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        kill();
        await gone;
      }
      await rm(data, { recursive: true, force: true });
      if (before) throw new Error(before);
      const faults = log.filter((line) => /\bERROR\b|panicked/.test(line) && !expected?.test(line));
      if (faults.length > 0) throw new Error(`the shop logged faults:\n${faults.join('\n')}`);
    },
  };
}
