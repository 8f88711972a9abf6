/**
 * Style sheets: the rules of `stylelint.config.js`, and no block of three declarations or more that another rule of the same
 * floor has as well.
 */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import postcss from 'postcss';
import stylelint from 'stylelint';

const UI = new URL('..', import.meta.url).pathname;
/** Fewer alike are chance. */
const ALIKE = 3;

/** What the build puts into one cascade layer (`plugins.ts`); elsewhere a file stands alone. */
function floorOf(file) {
  const [, shop] = /src\/(parts|layout|features)\//.exec(file) ?? [];
  const [, inConsole] = /src\/console\/(parts|screens|routes)\//.exec(file) ?? [];
  return shop ?? (inConsole ? `console/${inConsole}` : file);
}

/** The conditions around a rule, without layers; null within keyframes. */
function conditionsOf(rule) {
  const conditions = [];
  for (let parent = rule.parent; parent && parent.type !== 'root'; parent = parent.parent) {
    if (parent.type === 'atrule' && parent.name.endsWith('keyframes')) return null;
    if (parent.type === 'rule') conditions.push(parent.selector);
    else if (parent.name !== 'layer') conditions.push(`@${parent.name} ${parent.params}`);
  }
  return conditions.join('\n');
}

/** Rules of one floor with the same declarations under the same conditions. What a class composes is shared already. */
export function repeats(sheets) {
  const faults = [];
  const first = new Map();
  for (const { file, css } of sheets) {
    postcss.parse(css, { from: file }).walkRules((rule) => {
      const conditions = conditionsOf(rule);
      const declarations = rule.nodes
        .filter((node) => node.type === 'decl' && node.prop !== 'composes')
        .map(({ prop, value, important }) => `${prop}: ${value}${important ? ' !important' : ''}`)
        .sort();
      if (conditions === null || declarations.length < ALIKE) return;
      const key = [floorOf(file), conditions, ...declarations].join('\n');
      const line = rule.source.start.line;
      const other = first.get(key);
      if (!other) first.set(key, { file, line });
      else {
        const mend =
          other.file === file
            ? 'name both selectors in one rule'
            : 'share a class by `composes: … from global`, such as `stack` of src/styles/base.css (from a module it would be a copy)';
        faults.push(
          `${file}:${line}: the ${declarations.length} declarations of ${other.file}:${other.line} again: ${mend}`,
        );
      }
    });
  }
  return faults;
}

/** The faults of `stylelint.config.js`. */
export async function lint(options) {
  const { results } = await stylelint.lint({ cwd: UI, configFile: `${UI}stylelint.config.js`, ...options });
  return results.flatMap(({ source, warnings, invalidOptionWarnings, parseErrors }) => [
    ...warnings.map(({ line, text, rule }) => {
      const said = text.replace(` (${rule})`, '');
      return `${relative(UI, source)}:${line}: ${said} (${rule})`;
    }),
    ...[...invalidOptionWarnings, ...parseErrors].map(({ text }) => `stylelint.config.js: ${text}`),
  ]);
}

async function main() {
  const { results } = await stylelint.lint({ cwd: UI, files: 'src/**/*.css', config: { rules: {} } });
  const sheets = results
    .map(({ source }) => ({ file: relative(UI, source), css: readFileSync(source, 'utf8') }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const faults = [...(await lint({ files: 'src/**/*.css' })), ...repeats(sheets)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`${sheets.length} style sheets keep to the scale, the tokens and one place each`);
}

if (process.argv[1] === import.meta.filename) await main();
