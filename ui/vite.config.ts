/** Two builds of one source: hashed files for browsers, one module for the server's engine. */

import { readFileSync } from 'node:fs';
import { lingui } from '@lingui/vite-plugin';
import preact from '@preact/preset-vite';
import type { ChildNode, Plugin as PostcssPlugin } from 'postcss';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Puts our own plural rules and numbers into the message library, which would ask `Intl` (see src/domain/plural.ts). */
function ownPlurals(): Plugin {
  return {
    name: 'own-plurals',
    transform(code, id) {
      if (!id.includes('@lingui/core/dist/index.mjs')) return null;
      const own = JSON.stringify(new URL('src/domain/plural.ts', import.meta.url).pathname);
      return {
        code: `import * as ownIntl from ${own};\n${code.replaceAll(/new Intl\.(PluralRules|NumberFormat)/g, 'new ownIntl.$1')}`,
        map: null,
      };
    },
  };
}

/** The build fails when React itself gets in: everything must run on Preact. */
function noReact(): Plugin {
  return {
    name: 'no-react',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const intruder = chunk.moduleIds.find((id) => {
          const match = /node_modules\/(react|react-dom|scheduler)\//.exec(id);
          if (!match) return false;
          const manifest = JSON.parse(readFileSync(`${id.slice(0, match.index)}${match[0]}package.json`, 'utf8'));
          return manifest.name !== '@preact/compat';
        });
        if (intruder) this.error(`React in the bundle: ${intruder}`);
      }
    },
  };
}

/** Puts each style sheet into the cascade layer of its floor, so that the order of chunks never decides. */
function floorLayers(): PostcssPlugin {
  return {
    postcssPlugin: 'floor-layers',
    Once(root, { AtRule }) {
      const floor = /src\/(parts|layout|features)\//.exec(root.source?.input.file ?? '')?.[1];
      if (!floor) return;
      const nodes: ChildNode[] = root.nodes.slice();
      root.removeAll();
      root.append(new AtRule({ name: 'layer', params: floor, nodes }));
    },
  };
}

/** What the server must know to link files: by page, by language, and the fonts worth preloading. */
function assetList(): Plugin {
  return {
    name: 'asset-list',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const closure = (fileName: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(fileName)) return seen;
        seen.add(fileName);
        for (const next of byFile.get(fileName)?.imports ?? []) closure(next, seen);
        return seen;
      };
      const linked = (fileName: string) => {
        const files = [...closure(fileName)];
        const css = files.flatMap((name) => [...(byFile.get(name)?.viteMetadata?.importedCss ?? [])]);
        return {
          js: `/${fileName}`,
          imports: files.slice(1).map((name) => `/${name}`),
          css: css.map((name) => `/${name}`),
        };
      };
      const pages: Record<string, string> = {
        home: 'home/HomeScreen',
        category: 'catalog/CategoryScreen',
        product: 'catalog/ProductScreen',
        search: 'search/SearchScreen',
        cart: 'cart/CartScreen',
        checkout: 'checkout/CheckoutScreen',
        result: 'result/ResultScreen',
        help: 'help/HelpScreen',
        notfound: 'notfound/NotFoundScreen',
        error: 'notfound/ErrorScreen',
      };
      const find = (part: string) => chunks.find((chunk) => chunk.facadeModuleId?.includes(part))?.fileName;
      const entry = linked(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '');
      const list = {
        entry,
        pages: Object.fromEntries(
          Object.entries(pages).map(([page, module]) => {
            const file = find(`/features/${module}`);
            if (!file) this.error(`no chunk for page ${page}`);
            const { js, imports, css } = linked(file as string);
            return [
              page,
              {
                js,
                imports: imports.filter((name) => name !== entry.js && !entry.imports.includes(name)),
                css: css.filter((name) => !entry.css.includes(name)),
              },
            ];
          }),
        ),
        packs: Object.fromEntries(
          ['en', 'fr', 'de', 'es', 'zh'].map((lang) => [lang, `/${find(`/locales/${lang}.po`)}`]),
        ),
        fonts: Object.values(bundle)
          .map((file) => file.fileName)
          .filter((name) => /^assets\/(spectral-latin-300-normal|figtree-latin-wght-normal)/.test(name))
          .map((name) => `/${name}`),
      };
      this.emitFile({ type: 'asset', fileName: 'assets.json', source: JSON.stringify(list, null, 1) });
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    ownPlurals(),
    preact({
      babel: { plugins: ['@lingui/babel-plugin-lingui-macro'] },
      devToolsEnabled: false,
      prefreshEnabled: false,
    }),
    lingui(),
    noReact(),
    ...(isSsrBuild
      ? []
      : [
          assetList(),
          compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg)$/, threshold: 256 }),
        ]),
  ],
  css: { postcss: { plugins: [floorLayers()] } },
  resolve: { dedupe: ['preact'] },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
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
          output: { format: 'es' as const, codeSplitting: false, entryFileNames: 'server.js' },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: { input: 'src/client.tsx' },
      },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    server: { deps: { inline: ['@lingui/core', '@lingui/react'] } },
  },
}));
