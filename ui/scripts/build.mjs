/** Builds both halves: dist/client for browsers, dist/server/server.js for the server's engine. */

import { build } from 'vite';

const quiet = { logLevel: process.env.CI ? 'warn' : 'info' };
await build({ ...quiet });
await build({ ...quiet, build: { ssr: 'src/server.tsx' } });
