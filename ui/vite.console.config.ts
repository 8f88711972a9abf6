/** The console's build: an entry of its own, on React itself, whose files have the shop's addresses: `/assets/…`. */

import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import {
  className,
  consoleShell,
  floorLayers,
  hoverless,
  icons,
  macros,
  oneRuntime,
  packs,
} from './scripts/plugins.ts';

export default defineConfig({
  plugins: [
    macros(),
    icons(),
    packs(),
    oneRuntime(),
    consoleShell(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg|html)$/, threshold: 256 }),
  ],
  css: { postcss: { plugins: [floorLayers(), hoverless()] }, modules: { generateScopedName: className } },
  resolve: {
    // `react` is Preact in this project.
    alias: [
      { find: /^react(\/.*)?$/, replacement: 'react-19$1' },
      { find: /^react-dom(\/.*)?$/, replacement: 'react-dom-19$1' },
      // React provides what this shim of React 17 does.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react-19' },
    ],
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  publicDir: false as const,
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: 'src/console/main.tsx',
      // Marks of server components, which mean nothing here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      output: {
        codeSplitting: {
          // What every screen brings along: one file, since many small ones compress badly.
          groups: [
            // Only who writes pages loads the editor.
            { name: 'editor', test: /node_modules\/(@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)\// },
            { name: 'react', test: /node_modules\/(react-19|react-dom-19|scheduler)\// },
            { name: 'frame', test: /(src\/console\/(main|api|parts|routes)|node_modules)\b/ },
          ],
        },
      },
    },
  },
});
