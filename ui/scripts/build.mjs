/**
 * Builds both halves: dist/client for browsers, dist/server/server.js for the server's engine. It says what is wrong and what
 * was built; the sizes of all files are what budgets.mjs looks at.
 */

import { build, createLogger } from 'vite';

const logger = createLogger('warn');
const { warnOnce } = logger;
logger.warnOnce = (message, options) => {
  // Rules that one module takes over from another by `composes` belong to no file: there is no address in them to rewrite.
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options);
};

const quiet = { logLevel: 'warn', customLogger: logger };
// Which plugin takes long is of no use to whoever waits for the shop.
const rollupOptions = { checks: { pluginTimings: false } };

await build({ ...quiet, build: { rollupOptions } });
console.log('ui/dist/client is built');
await build({ ...quiet, build: { rollupOptions, ssr: 'src/server.tsx' } });
console.log('ui/dist/server is built');
