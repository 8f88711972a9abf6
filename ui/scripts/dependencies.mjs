/**
 * Dependencies of the program and of its user interface. `--check` holds `deny.toml` (licences, bans, sources) for the
 * crates, and the same licences for the npm packages; `--sbom FILE` writes what goes into the program as CycloneDX 1.6.
 * Both read what the build has downloaded already.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** Licences of npm packages beside those of `deny.toml`: fonts, data and tools that no program of ours contains. */
const NPM_LICENCES = ['BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'MIT-0', 'OFL-1.1', 'Python-2.0', 'Unlicense'];

/** Whether an SPDX expression can be met by allowed licences. `/` is the older spelling of OR. */
export function isAllowed(expression, allowed) {
  const tokens = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const term = () => {
    if (tokens[at] === '(') {
      at += 1;
      const inner = any();
      at += 1;
      return inner;
    }
    let name = tokens[at++] ?? '';
    if (tokens[at] === 'WITH') {
      name = `${name} WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return allowed.has(name);
  };
  const all = () => {
    let met = term();
    while (tokens[at] === 'AND') {
      at += 1;
      met = term() && met;
    }
    return met;
  };
  const any = () => {
    let met = all();
    while (tokens[at] === 'OR') {
      at += 1;
      met = all() || met;
    }
    return met;
  };
  return any() && at === tokens.length;
}

/** The crates with the graph of their dependencies. */
function crates(rules) {
  const target = rules.graph.targets[0];
  const args = ['metadata', '--locked', '--format-version', '1', '--filter-platform', target];
  return JSON.parse(execFileSync('cargo', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 }));
}

/** Packages of a lock file by path. */
const npmPackages = (folder) =>
  Object.entries(JSON.parse(read(`${folder}/package-lock.json`)).packages).filter(([path]) => path !== '');

const npmName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The faults of the crates by the rules. */
export function crateFaults(packages, rules) {
  const allowed = new Set(rules.licenses.allow);
  const banned = new Set(rules.bans.deny.map((ban) => ban.crate));
  const sources = new Set(rules.sources['allow-registry'].map((url) => `registry+${url}`));
  return packages
    .filter((one) => one.source !== null || !one.private)
    .flatMap((one) => {
      const name = `${one.name} ${one.version}`;
      const faults = [];
      if (!isAllowed(one.license ?? '', allowed)) faults.push(`${name}: licence ${one.license ?? 'missing'}`);
      if (banned.has(one.name)) faults.push(`${name}: banned`);
      if (one.source !== null && !sources.has(one.source)) faults.push(`${name}: source ${one.source}`);
      if (one.source === null) {
        const wild = one.dependencies.filter((dependency) => dependency.req === '*');
        faults.push(...wild.map((dependency) => `${dependency.name}: any version`));
      }
      return faults;
    });
}

/** The faults of the npm packages: licence, and a checksum for what is downloaded unless `sums` is false. */
export function npmFaults(packages, allowed, { sums = true } = {}) {
  return packages.flatMap(([path, one]) => {
    const name = `${npmName(path)} ${one.version}`;
    const faults = [];
    if (one.license !== undefined && !isAllowed(one.license, allowed)) faults.push(`${name}: licence ${one.license}`);
    if (sums && !one.integrity && !one.link && !one.inBundle) faults.push(`${name}: no checksum`);
    return faults;
  });
}

function check(rules) {
  const { packages } = crates(rules);
  const allowed = new Set([...rules.licenses.allow, ...NPM_LICENCES]);
  const faults = crateFaults(packages, rules);
  for (const folder of ['ui', 'tests/browser', 'tests/lighthouse']) {
    // Lighthouse measures on demand only, and its lock file was written without checksums.
    const found = npmFaults(npmPackages(folder), allowed, { sums: folder !== 'tests/lighthouse' });
    faults.push(...found.map((fault) => `${folder}: ${fault}`));
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  const names = packages.map((one) => one.name);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  console.log(`${packages.length} crates are within deny.toml; in two versions or more: ${[...twice].join(', ')}`);
}

/** Ids of the packages that `root` reaches by dependencies of these kinds. */
function reached(nodes, root, kinds) {
  const found = new Set();
  const open = [root];
  while (open.length > 0) {
    const id = open.pop();
    if (found.has(id)) continue;
    found.add(id);
    for (const dependency of nodes.get(id).deps) {
      if (dependency.dep_kinds.some(({ kind }) => kinds.includes(kind))) open.push(dependency.pkg);
    }
  }
  return found;
}

/** The bill of materials: crates of the program and of its build, npm packages of the user interface. */
export function sbom(metadata, lock, packages) {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const root = metadata.resolve.root;
  const runtime = reached(nodes, root, [null]);
  const all = reached(nodes, root, [null, 'build']);
  const sums = new Map(lock.package.map((one) => [`${one.name} ${one.version}`, one.checksum]));
  const byId = new Map(metadata.packages.map((one) => [one.id, one]));
  const purl = (one) => `pkg:cargo/${one.name}@${one.version}`;
  const licences = (text) => (text ? { licenses: [{ expression: text.replaceAll('/', ' OR ') }] } : {});
  const hashes = (alg, content) => (content ? { hashes: [{ alg, content }] } : {});
  const component = (one, scope) => ({
    type: 'library',
    'bom-ref': purl(one),
    name: one.name,
    version: one.version,
    scope,
    purl: purl(one),
    ...licences(one.license),
    ...hashes('SHA-256', sums.get(`${one.name} ${one.version}`)),
  });
  const ofCargo = [...all]
    .filter((id) => id !== root)
    .map((id) => component(byId.get(id), runtime.has(id) ? 'required' : 'excluded'));
  const ofNpm = packages
    .filter(([, one]) => !one.dev)
    .map(([path, one]) => {
      // An alias has a folder of its own, and the package's name in its entry.
      const name = one.name ?? npmName(path);
      const id = `pkg:npm/${name.replace('@', '%40')}@${one.version}`;
      const sum = one.integrity?.startsWith('sha512-')
        ? Buffer.from(one.integrity.slice(7), 'base64').toString('hex')
        : '';
      return {
        type: 'library',
        'bom-ref': id,
        name,
        version: one.version,
        scope: 'required',
        purl: id,
        ...licences(one.license),
        ...hashes('SHA-512', sum),
      };
    });
  const components = [...new Map([...ofCargo, ...ofNpm].map((one) => [one['bom-ref'], one])).values()].sort((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  );
  const dependencies = [...all].map((id) => ({
    ref: purl(byId.get(id)),
    dependsOn: [...new Set(nodes.get(id).deps.map((one) => one.pkg))]
      .filter((other) => all.has(other))
      .map((other) => purl(byId.get(other))),
  }));
  // Derived from the content, so that the same dependencies give the same file.
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const uuid = [digest.slice(0, 8), digest.slice(8, 12), `4${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${[...uuid, digest.slice(20, 32)].join('-')}`,
    version: 1,
    metadata: { component: { ...component(byId.get(root), 'required'), type: 'application' } },
    components,
    dependencies,
  };
}

function main([mode, file]) {
  const rules = parse(read('deny.toml'));
  if (mode === '--check') {
    check(rules);
  } else if (mode === '--sbom' && file) {
    const made = sbom(crates(rules), parse(read('Cargo.lock')), npmPackages('ui'));
    mkdirSync(dirname(join(ROOT, file)), { recursive: true });
    writeFileSync(join(ROOT, file), `${JSON.stringify(made, null, 2)}\n`);
    console.log(`${made.components.length} components in ${file}`);
  } else {
    console.error('dependencies.mjs --check | --sbom FILE');
    process.exit(2);
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
