/** A mail server that takes everything, but for the addresses that it is told not to know. */

import { createServer } from 'node:net';

/**
 * @typedef {object} MailServer
 * @property {Record<string, string>} env by which a shop uses it
 * @property {(address: string) => boolean} refuses
 * @property {string[]} taken the recipients of the mails that were taken, in order
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<MailServer>} */
export async function openMailServer() {
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set();
  const listener = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // The shop ends without a farewell.
    socket.on('error', () => {});
    serve(socket, server);
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
  /** @type {MailServer} */
  const server = {
    env: { SHOP__MAIL__HOST: '127.0.0.1', SHOP__MAIL__PORT: String(port), SHOP__MAIL__ENCRYPTION: 'none' },
    refuses: () => false,
    taken: [],
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        listener.close(() => resolve());
      }),
  };
  return server;
}

/** @param {import('node:net').Socket} socket @param {MailServer} server */
function serve(socket, server) {
  const say = (/** @type {string} */ line) => socket.write(`${line}\r\n`);
  let recipient = '';
  let isBody = false;
  let rest = '';
  say('220 mail.example');
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isBody) {
        if (line !== '.') continue;
        isBody = false;
        server.taken.push(recipient);
        say('250 taken');
        continue;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') {
        recipient = /<(.*?)>/.exec(line)?.[1] ?? '';
        say(server.refuses(recipient) ? `550 5.1.1 <${recipient}>: no such user here` : '250 known');
      } else if (verb === 'DATA') {
        isBody = true;
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 farewell');
        socket.end();
      } else {
        say('250 mail.example');
      }
    }
  });
}
