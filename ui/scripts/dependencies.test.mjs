import { expect, test } from 'vitest';
import { crateFaults, isAllowed, npmFaults, sbom } from './dependencies.mjs';

const rules = {
  licenses: { allow: ['MIT', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception', 'ISC'] },
  bans: { deny: [{ crate: 'openssl-sys' }] },
  sources: { 'allow-registry': ['https://registry.example'] },
};
const good = {
  name: 'a',
  version: '1.0.0',
  license: 'MIT',
  source: 'registry+https://registry.example',
  dependencies: [],
};

test('SPDX expressions are met by one side of OR and both of AND', () => {
  const allowed = new Set(rules.licenses.allow);
  for (const text of [
    'MIT',
    'GPL-3.0 OR MIT',
    'MIT/GPL-3.0',
    '(MIT OR GPL-3.0) AND ISC',
    'Apache-2.0 WITH LLVM-exception',
    'GPL-3.0 OR MIT AND ISC',
  ]) {
    expect(isAllowed(text, allowed), text).toBe(true);
  }
  for (const text of [
    '',
    'GPL-3.0',
    'MIT AND GPL-3.0',
    '(MIT OR ISC) AND GPL-3.0',
    'MIT WITH LLVM-exception',
    'MIT MIT',
  ]) {
    expect(isAllowed(text, allowed), text).toBe(false);
  }
});

test('a licence, a banned crate, a foreign source and any version are faults', () => {
  expect(crateFaults([good], rules)).toEqual([]);
  expect(crateFaults([{ ...good, license: 'GPL-3.0' }], rules)).toEqual(['a 1.0.0: licence GPL-3.0']);
  expect(crateFaults([{ ...good, license: null }], rules)).toEqual(['a 1.0.0: licence missing']);
  expect(crateFaults([{ ...good, name: 'openssl-sys' }], rules)).toEqual(['openssl-sys 1.0.0: banned']);
  expect(crateFaults([{ ...good, source: 'git+https://example.com/a' }], rules)[0]).toContain('source git+');
  const own = { ...good, source: null, dependencies: [{ name: 'b', req: '*' }] };
  expect(crateFaults([own], rules)).toEqual(['b: any version']);
});

test('an npm package needs an allowed licence and a checksum', () => {
  const allowed = new Set(['MIT']);
  expect(
    npmFaults([['node_modules/a', { version: '1.0.0', license: 'MIT', integrity: 'sha512-AA==' }]], allowed),
  ).toEqual([]);
  expect(npmFaults([['node_modules/@x/a', { version: '1.0.0', license: 'GPL-3.0' }]], allowed)).toEqual([
    '@x/a 1.0.0: licence GPL-3.0',
    '@x/a 1.0.0: no checksum',
  ]);
});

test('the bill of materials has what the program is built of, and no tools of tests', () => {
  const crate = (name) => ({ id: name, name, version: '1.0.0', license: 'MIT' });
  const to = (pkg, kind) => ({ pkg, dep_kinds: [{ kind }] });
  const metadata = {
    packages: ['shop', 'a', 'cc', 'tempfile'].map(crate),
    resolve: {
      root: 'shop',
      nodes: [
        { id: 'shop', deps: [to('a', null), to('tempfile', 'dev')] },
        { id: 'a', deps: [to('cc', 'build')] },
        { id: 'cc', deps: [] },
        { id: 'tempfile', deps: [] },
      ],
    },
  };
  const lock = { package: [{ name: 'a', version: '1.0.0', checksum: 'ab' }] };
  const packages = [
    ['node_modules/@x/b', { version: '2.0.0', license: 'MIT', integrity: 'sha512-AA==' }],
    ['node_modules/vite', { version: '8.0.0', dev: true }],
  ];
  const made = sbom(metadata, lock, packages);
  expect(made.components.map((one) => [one.purl, one.scope])).toEqual([
    ['pkg:cargo/a@1.0.0', 'required'],
    ['pkg:cargo/cc@1.0.0', 'excluded'],
    ['pkg:npm/%40x/b@2.0.0', 'required'],
  ]);
  expect(made.components[0].hashes).toEqual([{ alg: 'SHA-256', content: 'ab' }]);
  expect(made.metadata.component.purl).toBe('pkg:cargo/shop@1.0.0');
  expect(sbom(metadata, lock, packages)).toEqual(made);
});
