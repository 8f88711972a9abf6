/**
 * Builds dist/client for browsers, dist/server/server.js for the server's engine and dist/console for the console. File
 * sizes are reported by budgets.mjs.
 */

import { build, createLogger } from 'vite';

const logger = createLogger('warn');
const { warnOnce } = logger;
logger.warnOnce = (message, options) => {
  // Rules that `composes` pulls in from another module have no source file; they contain no URL to rewrite.
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options);
};

const quiet = { logLevel: 'warn', customLogger: logger };
// Plugin timings are noise in a normal build.
const rollupOptions = { checks: { pluginTimings: false } };

await build({ ...quiet, build: { rollupOptions } });
console.log('ui/dist/client is built');
await build({ ...quiet, build: { rollupOptions, ssr: 'src/server.tsx' } });
console.log('ui/dist/server is built');
await build({ ...quiet, configFile: 'vite.console.config.ts', build: { rollupOptions } });
console.log('ui/dist/console is built');
