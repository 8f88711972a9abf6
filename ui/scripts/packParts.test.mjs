import { describe, expect, it } from 'vitest';
import { partsOf } from '../src/domain/packParts.ts';
import { missing, partOfMessage, partsOfModules } from './packParts.ts';

const graph = new Map([
  ['entry.tsx', { now: ['Footer.tsx', 'lazy.ts'], later: ['region.ts'] }],
  ['lazy.ts', { now: [], later: ['Search.tsx'] }],
  ['Search.tsx', { now: ['Results.tsx'], later: [] }],
  ['Product.tsx', { now: ['Price.tsx'], later: [] }],
  ['Bag.tsx', { now: ['Price.tsx', 'Field.tsx', 'Row.tsx'], later: [] }],
  ['Login.tsx', { now: ['Field.tsx', 'Password.tsx'], later: ['Help.tsx'] }],
  ['Guide.tsx', { now: ['Field.tsx', 'Password.tsx', 'Row.tsx', 'Sample.tsx'], later: [] }],
]);
const roots = [
  { name: 'entry', module: 'entry.tsx', parts: ['core'] },
  { name: 'product', module: 'Product.tsx', parts: ['core'] },
  { name: 'bag', module: 'Bag.tsx', parts: ['core', 'rest', 'buying'] },
  { name: 'login', module: 'Login.tsx', parts: ['core', 'rest', 'account'] },
  { name: 'guide', module: 'Guide.tsx', parts: partsOf({ name: 'styleguide' }) },
];
const parts = partsOfModules(roots, graph);

describe('parts of a language pack', () => {
  it.each([
    [['Footer.tsx'], 'core'],
    // What no component waits for.
    [['region.ts'], 'core'],
    [['Price.tsx'], 'core'],
    [['Search.tsx'], 'rest'],
    [['Results.tsx'], 'rest'],
    [['Field.tsx'], 'rest'],
    [['Password.tsx'], 'account'],
    [['Help.tsx'], 'account'],
    [['Password.tsx', 'Bag.tsx'], 'rest'],
    [['Row.tsx', 'Bag.tsx'], 'buying'],
    [['Password.tsx', 'Footer.tsx'], 'core'],
    [['mail.ts'], 'server'],
    // The style guide keeps its own words, and moves nobody else's.
    [['Sample.tsx'], 'guide'],
    [['Sample.tsx', 'Password.tsx'], 'account'],
    [['Row.tsx', 'Sample.tsx'], 'buying'],
  ])('a message of %s is in %s', (modules, part) => {
    expect(partOfMessage(modules, parts)).toBe(part);
  });

  it('tell which page would lack a message', () => {
    const said = [
      { id: 'secret', module: 'Password.tsx' },
      { id: 'label', module: 'Field.tsx' },
      { id: 'search', module: 'Search.tsx' },
    ];
    const right = { secret: 'account', label: 'rest', search: 'rest' };
    expect(missing(roots, graph, said, (id) => right[id])).toEqual([]);
    expect(missing(roots, graph, said, (id) => ({ ...right, label: 'account' })[id])).toEqual([
      'bag: label in Field.tsx',
    ]);
    expect(missing(roots, graph, said, (id) => ({ ...right, search: 'server' })[id])).toEqual([
      'entry: search in Search.tsx',
    ]);
  });
});
