/** What the build does beside Vite's own work: one function each, all small. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { transformAsync } from '@babel/core';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { ChildNode, Plugin as PostcssPlugin, Rule } from 'postcss';
import type { Plugin, Rollup } from 'vite';
import { PARTS, type Part, partsOf } from '../src/domain/packParts.ts';
import { type Imports, missing, partOfMessage, partsOfModules } from './packParts.ts';

const UI = new URL('..', import.meta.url).pathname;

/** `src/ssr/react.ts` as `react` in the server's bundle. After the preset, whose aliases of the same names it goes before. */
export function serverReact(): Plugin {
  const react = join(UI, 'src/ssr/react.ts');
  return {
    name: 'server-react',
    config: () => ({
      resolve: {
        alias: [
          { find: /^(react|preact\/compat)$/, replacement: react },
          { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: react },
          { find: /^react-dom\/client$/, replacement: join(UI, 'src/ssr/reactDom.ts') },
          { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
        ],
      },
    }),
  };
}

/** The build fails when React itself gets in: everything must run on Preact. */
export function noReact(): Plugin {
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

/** The build fails when another page would load code or style of the style guide, which is a page of demonstrations. */
export function guideApart(): Plugin {
  const isGuide = (chunk: Rollup.OutputChunk) => chunk.moduleIds.some((id) => id.includes('/features/styleguide/'));
  return {
    name: 'guide-apart',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
      const guides = new Map(chunks.filter(isGuide).map((chunk) => [chunk.fileName, chunk]));
      for (const chunk of chunks) {
        if (guides.has(chunk.fileName)) continue;
        const entered = chunk.imports.find((file) => guides.has(file));
        if (entered) this.error(`${chunk.fileName} loads ${entered}, which holds code of the style guide`);
      }
    },
  };
}

/** Puts each style sheet into the cascade layer of its floor, so that the order of chunks never decides. */
export function floorLayers(): PostcssPlugin {
  return {
    postcssPlugin: 'floor-layers',
    Once(root, { AtRule }) {
      const file = root.source?.input.file ?? '';
      const floor = (/src\/(parts|layout|features)\//.exec(file) ??
        /src\/console\/(parts|screens|routes)\//.exec(file))?.[1];
      if (!floor) return;
      const nodes: ChildNode[] = root.nodes.slice();
      root.removeAll();
      root.append(new AtRule({ name: 'layer', params: floor, nodes }));
    },
  };
}

/** What is shown under a pointer is shown where there is one: a finger would leave it behind on what it has touched. */
export function hoverless(): PostcssPlugin {
  return {
    postcssPlugin: 'hoverless',
    Once(root, { AtRule }) {
      const rules: Rule[] = [];
      root.walkRules(/:hover/, (rule) => void rules.push(rule));
      for (const rule of rules) {
        const hovering = rule.selectors.filter((selector) => selector.includes(':hover'));
        const others = rule.selectors.filter((selector) => !selector.includes(':hover'));
        const nodes = [rule.clone({ selectors: hovering })];
        rule.after(new AtRule({ name: 'media', params: '(hover: hover)', nodes }));
        if (others.length > 0) rule.selectors = others;
        else rule.remove();
      }
    },
  };
}

/** Which file a class is of, to tell when two share one. */
const classFiles = new Map<string, string>();

/**
 * The class of a style in the pages: its own name and a mark of its file. Vite's names end with a line number, which packs badly
 * and changes with every line above.
 */
export function className(name: string, file: string): string {
  const from = relative(UI, file);
  const result = `${name}_${createHash('sha256').update(from).digest('base64url').replace(/[-_]/g, '').slice(0, 3)}`;
  const other = classFiles.get(result) ?? from;
  if (other !== from) throw new Error(`${from} and ${other} share the class ${result}: rename one`);
  classFiles.set(result, from);
  return result;
}

/**
 * The drawings of the icons named in src/parts/icons.json (our name → Lucide's), as the inside of an `<svg>`. Read from the
 * package at build time: its components would bring five kilobytes of machinery for thirty small pictures.
 */
export function icons(): Plugin {
  const files: Record<string, string> = {
    'virtual:icons': join(UI, 'src/parts/icons.json'),
    'virtual:icons/dialog': join(UI, 'src/parts/icons.json'),
    'virtual:icons/console': join(UI, 'src/console/parts/icons.json'),
  };
  return {
    name: 'icons',
    resolveId: (id) => (id in files ? `\0${id}` : null),
    async load(id) {
      const file = files[id.slice(1)];
      if (!id.startsWith('\0') || !file) return null;
      this.addWatchFile(file);
      const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons');
      const drawings: Record<string, string> = {};
      for (const [name, lucide] of Object.entries<string>(JSON.parse(readFileSync(file, 'utf8')))) {
        if (id.endsWith('/dialog') && name !== 'close') continue;
        const { __iconData } = await import(join(folder, `${lucide}.mjs`));
        drawings[name] = (__iconData.node as [string, Record<string, string>][])
          .map(([tag, { key: _, ...attributes }]) => {
            const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
            // As browsers write it, so that what is there equals it.
            return `<${tag}${pairs.join('')}></${tag}>`;
          })
          .join('');
      }
      return `export default ${JSON.stringify(drawings)}`;
    },
  };
}

/** Pages of the route table, without duplicates, with the files of their screens: `features/account/AccountEditScreen`. */
function pages(): { name: string; core?: boolean; parts: Part[]; screen: string }[] {
  const routes: { name: string; core?: boolean; access?: string }[] = JSON.parse(
    readFileSync(join(UI, 'routes.json'), 'utf8'),
  );
  const files = readdirSync(join(UI, 'src/features'), { recursive: true, encoding: 'utf8' });
  return [...new Map(routes.map((route) => [route.name, route])).values()].map((route) => {
    const isScreen = (file: string) => basename(file).toLowerCase() === `${route.name}screen.tsx`;
    const [file, ...more] = files.filter(isScreen);
    if (!file || more.length > 0)
      throw new Error(`one file must be the screen of ${route.name}: features/*/*Screen.tsx`);
    return { ...route, parts: partsOf(route), screen: `features/${file.replace(/\.tsx$/, '')}` };
  });
}

const PAGES = pages();
const ENTRY = 'src/client.tsx';
const ROOTS = [
  { name: 'entry', module: ENTRY, parts: ['core'] as Part[] },
  ...PAGES.map(({ name, parts, screen }) => ({ name, module: `src/${screen}.tsx`, parts })),
];

/** The file of the server's messages, which answers bring along: no module imports it. */
const SERVER_MESSAGES = 'src/api/messages.ts';
/** Ids of the server's messages that any page may show. */
const EVERYWHERE = /^(cart|catalog|category|error|page|product|search)\./;

/** A module of the shop by its path in `ui/`. */
const ownModule = (id: string) => relative(UI, id.replace(/\?.*$/s, ''));

/** Imports of all modules, without the screens, for each of which its page's parts are loaded. */
function importsOf(context: Rollup.PluginContext): Map<string, Imports> {
  const isScreen = (module: string) => ROOTS.some((root) => root.module === module);
  return new Map(
    [...context.getModuleIds()].map((id) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
      const later = dynamicallyImportedIds.map(ownModule).filter((module) => !isScreen(module));
      return [ownModule(id), { now: importedIds.map(ownModule), later }];
    }),
  );
}

/** The modules in whose code each message stands. */
function usersOf(chunks: Iterable<Rollup.RenderedChunk>, isMessage: (text: string) => boolean): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { modules } of chunks) {
    for (const [id, { code }] of Object.entries(modules)) {
      const module = ownModule(id);
      if (!module.startsWith('src/')) continue;
      for (const [, , text = ''] of (code ?? '').matchAll(/(["'`])([^"'`\n]{1,80})\1/g))
        if (isMessage(text)) users.set(text, [...(users.get(text) ?? []), module]);
    }
  }
  return users;
}

const CONSOLE_PACK = /\/locales\/console\//;
/** What the server says on a few of the console's screens only, and the folders of screens whose words nothing else says. */
const LATER = /^(audit|compliance|credential|fapiao_request|job|language|lexicon|look|promo_tag|subscribers|tariff)\./;
const LATER_SCREENS =
  /^src\/console\/screens\/(audit|look|closingDays|currencies|fapiao|figures|languages|newsletter|product|products|promoTags|return|returns|settings|shipping|stock|stockItem|system|vat|words)\//;

/** A part of a language's pack. */
const PACK = new RegExp(`^(.*\\.po)\\?part=(${PARTS.join('|')})$`);

/** Stands in a chunk for the messages of a part until the modules of all chunks are known. */
const placeholder = (lang: string, part: string) => `pack ${lang} ${part}`;

/**
 * Language packs: `x.po` whole (tests), `x.po?part=all` whole with what only mails say, read when it is first wanted (the
 * server's engine), and the parts of `domain/packParts.ts` for browsers, which follow from the modules that a page loads. The
 * build fails where a page would show a message that is in none of its parts. The console's packs come without what only
 * a few of its screens say: `x.po?part=later`.
 */
export function packs(): Plugin {
  const config = getConfig({ cwd: UI });
  const sourceLocale = config.sourceLocale ?? 'en';
  const compile = (locale: string, messages: Record<string, string>) => {
    const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
    const [error] = errors;
    if (error) throw new Error(`${locale}: ${error.id}: ${error.error.message}`);
    return source;
  };
  /** The messages of a file, with the modules that they were extracted from. */
  const readFile = async (file: string) => {
    const found = getCatalogForFile(relative(config.rootDir ?? UI, file), await getCatalogs(config));
    if (!found) throw new Error(`no catalogue: ${file}`);
    const { locale, catalog } = found;
    const { messages } = await catalog.getTranslations(locale, {
      fallbackLocales: config.fallbackLocales || {},
      sourceLocale,
    });
    const source = (await catalog.read(sourceLocale)) ?? {};
    return { locale, messages, origins: (id: string) => (source[id]?.origin ?? []).map(([module]) => module) };
  };
  let partOf: ((id: string) => Part | 'server') | undefined;
  return {
    name: 'packs',
    async load(id) {
      const match = /^(.*\.po)(?:\?part=(\w+))?$/.exec(id);
      if (!match?.[1]) return null;
      const [, file = '', part] = match;
      this.addWatchFile(file);
      if (part && part !== 'all' && part !== 'later') {
        const text = JSON.stringify(placeholder(basename(file, '.po'), part));
        return { code: `export const messages=JSON.parse(${text})`, map: null, moduleType: 'js' };
      }
      const { locale, messages, origins } = await readFile(file);
      const isLater = (id: string) =>
        LATER.test(id) || (origins(id).length > 0 && origins(id).every((module) => LATER_SCREENS.test(module)));
      const isWanted = ([id]: [string, string]) => !CONSOLE_PACK.test(file) || isLater(id) === (part === 'later');
      const code = compile(locale, Object.fromEntries(Object.entries(messages).filter(isWanted)));
      return {
        code: part === 'all' ? code.replace('export const messages=', 'export const read=()=>') : code,
        map: null,
        moduleType: 'js',
      };
    },
    async renderChunk(code, chunk, _, { chunks }) {
      const match = PACK.exec(chunk.facadeModuleId ?? '');
      if (!match?.[1]) return null;
      const [, file = '', part = ''] = match;
      const { locale, messages, origins } = await readFile(file);
      if (!partOf) {
        const graph = importsOf(this);
        const users = usersOf(Object.values(chunks), (text) => Object.hasOwn(messages, text));
        const parts = partsOfModules(ROOTS, graph);
        const find = (id: string) => {
          const found = partOfMessage(users.get(id) ?? [], parts);
          const isServers = origins(id).includes(SERVER_MESSAGES);
          return isServers && found !== 'core' ? (EVERYWHERE.test(id) ? 'core' : 'rest') : found;
        };
        const said = [...users].flatMap(([id, modules]) => modules.map((module) => ({ id, module })));
        const faults = missing(ROOTS, graph, said, find);
        if (faults.length > 0) this.error(`messages in no part of the pack that the page loads: ${faults.join(', ')}`);
        partOf = find;
      }
      const wanted = Object.entries(messages).filter(([id]) => partOf?.(id) === part);
      const [, text] = /JSON\.parse\((".*")\)/s.exec(compile(locale, Object.fromEntries(wanted))) ?? [];
      const stands = new RegExp(`(["'\`])${placeholder(locale, part)}\\1`);
      if (!text || !stands.test(code)) this.error(`${file}: no place for ${part}`);
      return { code: code.replace(stands, () => text as string), map: null };
    },
  };
}

/** Screens by page name: `virtual:screens` has loaders, `virtual:screens/all` the screens themselves, for the server. */
export function screens(): Plugin {
  const from = (screen: string) => JSON.stringify(join(UI, `src/${screen}.tsx`));
  return {
    name: 'screens',
    resolveId: (id) => (id.startsWith('virtual:screens') ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:screens')
        return `export default { ${PAGES.map(({ name, screen }) => `${name}: () => import(${from(screen)})`).join()} };`;
      if (id !== '\0virtual:screens/all') return null;
      const imports = PAGES.map(({ name, screen }) => `import ${name} from ${from(screen)};`);
      return `${imports.join('\n')}\nexport default { ${PAGES.map(({ name }) => name).join()} };`;
    },
  };
}

/** By typeface, the fonts worth preloading. Hanken Grotesk is not: with Gilda Display it would be 55 KB before the first picture. */
const PRELOADED = {
  spectral: ['spectral-latin-300-normal', 'figtree-latin-wght-normal'],
  gilda: ['gilda-display-latin-400-normal'],
  figtree: ['figtree-latin-wght-normal'],
};

/** What the server must know to link files: by page, by language, and the fonts worth preloading by typeface. */
export function assetList(): Plugin {
  return {
    name: 'asset-list',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const closure = (fileName: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(fileName)) return seen;
        seen.add(fileName);
        for (const next of byFile.get(fileName)?.imports ?? []) closure(next, seen);
        return seen;
      };
      /** Style sheets that a chunk's modules import, also of parts whose code comes later. */
      const styles = (chunk: Rollup.OutputChunk | undefined) => {
        const sheets = new Set<string>();
        const open = [...(chunk?.moduleIds ?? [])];
        const seen = new Set(open);
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) {
            if (seen.has(next)) continue;
            seen.add(next);
            if (next.endsWith('.module.css')) sheets.add(next);
          }
        }
        return chunks.filter(({ moduleIds }) => moduleIds.some((id) => sheets.has(id)));
      };
      const linked = (fileName: string) => {
        const files = [...closure(fileName)];
        const sheets = new Set([
          ...files,
          ...files.flatMap((name) => styles(byFile.get(name)).map((one) => one.fileName)),
        ]);
        const css = [...sheets].flatMap((name) => [...(byFile.get(name)?.viteMetadata?.importedCss ?? [])]);
        return {
          js: `/${fileName}`,
          imports: files.slice(1).map((name) => `/${name}`),
          css: css.map((name) => `/${name}`),
        };
      };
      const find = (end: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
        if (!chunk) this.error(`no chunk for ${end}`);
        return (chunk as Rollup.OutputChunk).fileName;
      };
      const entry = linked(find('/src/client.tsx'));
      const known = new Set([entry.js, ...entry.imports, ...entry.css]);
      const ofPage = (screen: string) => {
        const { js, imports, css } = linked(find(`/${screen}.tsx`));
        return { js, imports: imports.filter((name) => !known.has(name)), css: css.filter((name) => !known.has(name)) };
      };
      const byLanguage = (part: string) =>
        Object.fromEntries(
          ['en', 'fr', 'de', 'es', 'zh'].map((lang) => [lang, `/${find(`/locales/${lang}.po?part=${part}`)}`]),
        );
      const font = (face: string) => {
        const found = Object.keys(bundle).find((name) => name.startsWith(`assets/${face}-`));
        if (!found) this.error(`no font ${face}`);
        return found as string;
      };
      const list = {
        entry,
        pages: Object.fromEntries(PAGES.map(({ name, parts, screen }) => [name, { ...ofPage(screen), parts }])),
        /** Language packs by part and language. */
        packs: Object.fromEntries(PARTS.map((part) => [part, byLanguage(part)])),
        fonts: Object.fromEntries(
          Object.entries(PRELOADED).map(([typeface, faces]) => [typeface, faces.map((face) => `/${font(face)}`)]),
        ),
      };
      this.emitFile({ type: 'asset', fileName: 'assets.json', source: JSON.stringify(list, null, 1) });
    },
  };
}

/** Messages in the console's code: Lingui's macros. The rest of TypeScript and JSX is left to Vite. */
export function macros(): Plugin {
  return {
    name: 'macros',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\/src\/console\/.*\.tsx?$/.test(id) || !code.includes('/macro')) return null;
      const done = await transformAsync(code, {
        filename: id,
        babelrc: false,
        configFile: false,
        parserOpts: { plugins: ['typescript', 'jsx'] },
        plugins: [['@lingui/babel-plugin-lingui-macro', { stripMessageField: true }]],
        sourceMaps: true,
      });
      return { code: done?.code ?? code, map: done?.map };
    },
  };
}

/** The console's languages. */
const SPOKEN = /(?:^|\/)(?:en-US|fr-FR|de-DE|es-ES|zh-CN)\.m?js$/;

/**
 * The console runs on React alone: its build fails when Preact gets in. React Aria's own words are kept in the console's languages
 * only.
 */
export function oneRuntime(): Plugin {
  return {
    name: 'one-runtime',
    load(id) {
      const isForeign =
        /node_modules\/react-(aria|stately|aria-components)\/.*\/[a-z]{2}-[A-Z]{2}\.m?js$/.test(id) && !SPOKEN.test(id);
      return isForeign ? { code: 'export default {}', moduleSideEffects: false } : null;
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const intruder = chunk.moduleIds.find((id) => /node_modules\/(preact|@preact|react|react-dom)\//.test(id));
        if (intruder) this.error(`Preact in the console: ${intruder}`);
      }
    },
  };
}

/**
 * The page that every address below `/console` answers, without a script or style of its own, so that it needs no nonce, and
 * the list of what it loads, for the budgets.
 */
export function consoleShell(): Plugin {
  return {
    name: 'console-shell',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) return this.error('no entry');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const seen = new Set<string>();
      const walk = (fileName: string) => {
        if (seen.has(fileName)) return;
        seen.add(fileName);
        for (const next of byFile.get(fileName)?.imports ?? []) walk(next);
      };
      walk(entry.fileName);
      const css = [...seen].flatMap((name) => [...(byFile.get(name)?.viteMetadata?.importedCss ?? [])]);
      const imports = [...seen].filter((name) => name !== entry.fileName);
      const fonts = Object.keys(bundle).filter((name) => /figtree-latin-wght-normal/.test(name));
      const screens = Object.fromEntries(
        chunks
          .filter(({ facadeModuleId }) => facadeModuleId?.includes('/src/console/screens/'))
          .map(({ facadeModuleId, fileName }) => [basename(facadeModuleId ?? '').replace(/\.tsx$/, ''), fileName]),
      );
      const packs = Object.fromEntries(
        chunks
          .filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.po'))
          .map(({ facadeModuleId, fileName }) => [basename(facadeModuleId ?? '', '.po'), fileName]),
      );
      const at = (name: string) => `/${name}`;
      const lines = [
        '<!doctype html>',
        '<html lang="en">',
        '<head>',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        '<title>Console</title>',
        ...fonts.map((name) => `<link rel="preload" as="font" type="font/woff2" href="${at(name)}" crossorigin>`),
        ...css.map((name) => `<link rel="stylesheet" href="${at(name)}">`),
        ...imports.map((name) => `<link rel="modulepreload" href="${at(name)}">`),
        `<script type="module" src="${at(entry.fileName)}"></script>`,
        '</head>',
        '<body>',
        '<div id="app"></div>',
        '<noscript>The console needs JavaScript. · La console nécessite JavaScript. · Die Konsole benötigt JavaScript. · La consola necesita JavaScript. · 控制台需要启用JavaScript。</noscript>',
        '</body>',
        '</html>',
      ];
      this.emitFile({ type: 'asset', fileName: 'index.html', source: `${lines.join('\n')}\n` });
      const all = (files: Record<string, string>) =>
        Object.fromEntries(Object.entries(files).map(([name, file]) => [name, at(file)]));
      // In the form of the shop's list, but for its fonts: the console has one typeface.
      const list = {
        entry: { js: at(entry.fileName), imports: imports.map(at), css: css.map(at) },
        screens: all(screens),
        packs: all(packs),
        fonts: fonts.map(at),
      };
      this.emitFile({ type: 'asset', fileName: 'assets.json', source: JSON.stringify(list, null, 1) });
    },
  };
}
