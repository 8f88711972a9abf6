/** Two builds of one source: hashed files for browsers, one module for the server's engine. */

import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { htmlTemplates } from './scripts/htmlTemplates.ts';
import {
  assetList,
  className,
  floorLayers,
  guideApart,
  hoverless,
  icons,
  noReact,
  packs,
  screens,
  serverReact,
} from './scripts/plugins.ts';

const html = fileURLToPath(new URL('src/ssr/html.ts', import.meta.url));
const intl = fileURLToPath(new URL('src/intl.ts', import.meta.url));
/** Our own `Intl` for Lingui, in browsers and on the server. */
const inject: Record<string, [string, string]> = {
  'Intl.PluralRules': [intl, 'PluralRules'],
  'Intl.NumberFormat': [intl, 'NumberFormat'],
};

/** Tests use the messages in the code; builds drop those and use the catalogues. */
const testing = Boolean(process.env.VITEST);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    preact({
      babel: {
        plugins: [
          ['@lingui/babel-plugin-lingui-macro', { stripMessageField: !testing }],
          ...(isSsrBuild ? [htmlTemplates(html)] : []),
        ],
      },
      devToolsEnabled: false,
      prefreshEnabled: false,
    }),
    icons(),
    packs(),
    screens(),
    noReact(),
    ...(isSsrBuild
      ? [serverReact()]
      : [
          assetList(),
          guideApart(),
          compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg)$/, threshold: 256 }),
        ]),
  ],
  css: { postcss: { plugins: [floorLayers(), hoverless()] }, modules: { generateScopedName: className } },
  resolve: {
    dedupe: ['preact'],
    // Preact provides what this shim of React 17 does.
    alias: [{ find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'preact/compat' }],
  },
  define: testing ? {} : { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: {
    noExternal: true as const,
    target: 'webworker' as const,
    resolve: { conditions: ['browser', 'module', 'import', 'default'] },
  },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'es2022',
        emptyOutDir: true,
        rollupOptions: {
          transform: { inject },
          output: { format: 'es' as const, codeSplitting: false, entryFileNames: 'server.js' },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        // The first page preloads style sheets of later pages only; links prefetch scripts.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
        },
        rollupOptions: {
          input: 'src/client.tsx',
          transform: { inject },
          output: {
            codeSplitting: {
              groups: [
                // What every page brings along, or two or more of the public ones: one file, since many small ones compress badly.
                {
                  name: 'client',
                  test: new RegExp(
                    `src/(${[
                      '(app|client|screens)',
                      'api/(answers|useCall)',
                      'domain/text',
                      'layout/(DepartmentLinks|Header|Later|LocaleMenu|MegaMenu|LazyNotFound|Notifications|PageError|ProductCard|Shell|Providers|Wordmark|lazy|useDisclosure)',
                      'parts/(Accordion|Breadcrumbs|Button|Feedback|FieldError|Picture|PriceBlock|StockLine|Swatches|Thumb|houseWords)',
                      'state/(cart|cartMerge|customer|earlyInput|later|liveRegion|navigation|notify|page|progress|promo|route|toast)',
                    ].join('|')})\\.`,
                  ),
                },
                // What the product page and the bag share.
                { name: 'buying', test: /src\/parts\/(Stepper|StickyBar)\./ },
                // Styles of the first view of parts whose code comes later.
                { name: 'facts', test: /src\/features\/catalog\/(KitParts|ProductFacts|RelatedProducts)\.module\.css/ },
                // Links to pages of the house, which single screens share with the code that comes later.
                { name: 'house', test: /src\/layout\/(HouseLink|Points)\./ },
                // What lists and forms share.
                { name: 'fields', test: /src\/(layout\/PostForm|parts\/(FieldFrame|Scriptless|SelectField))\./ },
                // What nearly every form brings along.
                {
                  name: 'forms',
                  test: /src\/(domain\/(accountUrls|personName)|parts\/(Checkbox|EmailField|ErrorSummary|ScriptedForm|TextField)|state\/(login|pointerPress|useFields|useForm))\./,
                },
                // What single screens share with the code that comes later.
                { name: 'shared', test: /src\/(parts\/ServiceHours|state\/(consent|history))\./ },
                // What category and search share.
                {
                  name: 'lists',
                  test: /src\/(domain\/listQuery|layout\/listing\/(FilterChips|FilterDrawer|Listing|filters|useCounted)|parts\/LoadMore|state\/pagination)\./,
                },
              ],
            },
          },
        },
      },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    // Inlined, so that `resolve` applies: the alias, and one copy of Preact.
    server: { deps: { inline: ['wouter'] } },
  },
}));
