/**
 * Validates structured data against schema.org: nodes are compiled as TypeScript against `schema-dts`, so that unknown
 * types, properties and values are errors. No browser is needed.
 */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { PRODUCTS } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const UI = join(import.meta.dirname, '../../ui');
/** @type {import('typescript')} */
const ts = createRequire(join(UI, 'package.json'))('typescript');

const LANGUAGES = ['en', 'fr', 'de', 'es', 'zh'];
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGUAGES) });

/** @typedef {Record<string, any>} Node */

/**
 * The JSON-LD graph of a page.
 * @param {string} path
 * @returns {Promise<Node[]>}
 */
async function graph(path) {
  const answer = await fetch(shop.url + path, { redirect: 'follow' });
  assert.equal(answer.status, 200, path);
  const html = await answer.text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  assert.equal(scripts.length, 1, `${path} has one graph`);
  const data = JSON.parse(scripts[0]?.[1] ?? '');
  assert.equal(data['@context'], 'https://schema.org');
  return data['@graph'];
}

/**
 * Type source of a value: types, properties, and enumerated values.
 * @param {any} value
 * @returns {string}
 */
function shape(value) {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shape))].sort().join()}]`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}:${name === '@type' ? inner : shape(inner)}`)
      .sort()
      .join()}}`;
  }
  return String(value).startsWith('https://schema.org/') ? value : typeof value;
}

/**
 * Deduplicates list elements by shape: a bed has a hundred similar variants.
 * @param {any} value
 * @returns {any}
 */
function pruned(value) {
  if (Array.isArray(value)) return [...new Map(value.map((one) => [shape(one), pruned(one)])).values()];
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pruned(inner)]));
}

/**
 * Compiler errors of these nodes.
 * @param {Node[]} nodes
 * @returns {string[]}
 */
function faults(nodes) {
  const name = join(UI, 'structured-data.ts');
  const source = [
    "import type * as schema from 'schema-dts';",
    ...nodes.map((node, at) => `export const node${at}: schema.${node['@type']} = ${JSON.stringify(pruned(node))};`),
  ].join('\n');
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022) : getSourceFile.call(host, file, ...rest);
  host.fileExists = (file) => file === name || fileExists.call(host, file);
  host.readFile = (file) => (file === name ? source : readFile.call(host, file));
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start, file }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    return `${nodes[line - 1]?.['@type']}: ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 600)}`;
  });
}

/** @type {Map<string, Node>} */
const found = new Map();

test('every page has its nodes', async () => {
  for (const lang of LANGUAGES) {
    /** @type {[string, string[]][]} */
    const pages = [
      ['', ['Organization', 'WebSite']],
      ['/c/bedding', ['Organization', 'BreadcrumbList']],
      ['/help/returns', ['Organization', 'BreadcrumbList']],
      ['/contact-us', ['Organization']],
      ...Object.values(PRODUCTS).map(
        (path) => /** @type {[string, string[]]} */ ([path, ['Organization', 'BreadcrumbList']]),
      ),
    ];
    for (const [path, types] of pages) {
      const nodes = await graph(`/${lang}${path}`);
      const said = nodes.map((node) => node['@type']);
      for (const type of types) assert.ok(said.includes(type), `/${lang}${path} has no ${type}: ${said}`);
      if (path.startsWith('/p/')) {
        assert.ok(said.includes('Product') || said.includes('ProductGroup'), `/${lang}${path}: ${said}`);
      }
      for (const node of nodes) found.set(`${node['@type']} ${shape(node)}`, node);
    }
  }
  const types = new Set([...found.values()].map((node) => node['@type']));
  for (const type of ['Product', 'ProductGroup', 'WebSite', 'Organization', 'BreadcrumbList'])
    assert.ok(types.has(type), type);
});

test('references resolve on the same page', async () => {
  for (const path of Object.values(PRODUCTS)) {
    /** @type {Set<string>} */
    const told = new Set();
    /** @type {Set<string>} */
    const referred = new Set();
    const walk = (/** @type {any} */ value) => {
      if (value === null || typeof value !== 'object') return;
      const keys = Object.keys(value);
      if (typeof value['@id'] === 'string') (keys.length === 1 ? referred : told).add(value['@id']);
      for (const inner of Object.values(value)) walk(inner);
    };
    walk(await graph(`/en${path}`));
    for (const id of referred) assert.ok(told.has(id), `${path}: ${id}`);
  }
});

test('all nodes conform to schema.org', () => {
  const nodes = [...found.values()].map((node) => {
    const { 'query-input': input, ...action } = node.potentialAction ?? {};
    if (input === undefined) return node;
    // `query-input` is an action annotation, defined outside the vocabulary's types.
    assert.equal(input, 'required name=search_term_string');
    return { ...node, potentialAction: action };
  });
  assert.deepEqual(faults(nodes), []);
});

test('unknown terms are detected', () => {
  const wrong = [
    { '@type': 'Product', name: 'x', prize: '1.00' },
    { '@type': 'Product', name: 'x', offers: { '@type': 'Offer', availability: 'https://schema.org/Perhaps' } },
    { '@type': 'Organization', name: 'x', contactPoint: { '@type': 'ContactPoint', telefone: '1' } },
    { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItems', position: 1 }] },
  ];
  for (const node of wrong) assert.equal(faults([node]).length, 1, JSON.stringify(node));
});
