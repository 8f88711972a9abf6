// @vitest-environment node
import { expect, test } from 'vitest';
import { lint, repeats } from './styles.mjs';

const UI = new URL('..', import.meta.url).pathname;
const faultsOf = (code, file = 'src/parts/A.module.css') => lint({ code, codeFilename: `${UI}${file}` });

test('a sheet that keeps the rules has no fault', async () => {
  const code = `
    .a { margin-inline: 0 auto; inset: 0; width: 1px; color: currentcolor; background: transparent; }
    .b { background: color-mix(in srgb, var(--color-background) 92%, transparent); overflow-x: auto; text-align: end; }
    @media (37.5em <= width < 75em) { .a { padding: 0 1px 2px; } }
    @media (width >= 56.25em), print { .a { padding: 0; } }
    @container (width < 17rem) { .a { padding: 0; } }
    @media (forced-colors: active) { .a { color: CanvasText; } }
  `;
  expect(await faultsOf(code)).toEqual([]);
});

test.each([
  ['@media (width >= 48em) { .a { gap: 0; } }', 'off the scale'],
  ['@media (37.5em <= width < 64em) { .a { gap: 0; } }', 'off the scale'],
  ['@media (min-width: 37.5em) { .a { gap: 0; } }', 'write (width >= …)'],
  ['.a { margin-left: 0; }', '"margin-inline-start"'],
  ['.a { top: 0; }', '"inset-block-start"'],
  ['.a { border-bottom-color: transparent; }', '"border-block-end-color"'],
  ['.a { text-align: right; }', '"end"'],
  ['.a { float: left; }', '"inline-start"'],
  ['.a { padding: 0 1px 2px 3px; }', 'left and right apart'],
  ['.a { color: #fff; }', 'use a token'],
  ['.a { color: white; }', 'use a token'],
  ['.a { color: rgb(0 0 0 / 0.5); }', 'use a token'],
  ['/* stylelint-disable-next-line color-named */\n.a { color: red; }', 'Disable'],
])('%s is a fault', async (code, said) => {
  const faults = await faultsOf(code);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults[0]).toMatch(/^src\/parts\/A\.module\.css:\d+: /);
  expect(faults.join('\n').toLowerCase()).toContain(said.toLowerCase());
});

test('colours have their place in the tokens', async () => {
  expect(await faultsOf(':root { --color-text: #1d2226; }', 'src/styles/tokens.css')).toEqual([]);
});

const BLOCK = '{ display: flex; gap: 1px; margin: 0; }';
const SAME = '{ margin: 0; display: flex; gap: 1px; }';

test('the same block twice on a floor is a fault, in whatever order', () => {
  const faults = repeats([
    { file: 'src/parts/A.module.css', css: `.a ${BLOCK}\n.b ${SAME}` },
    { file: 'src/parts/B.module.css', css: `\n.c ${BLOCK}` },
  ]);
  expect(faults).toEqual([
    expect.stringMatching(/^src\/parts\/A\.module\.css:2: .* src\/parts\/A\.module\.css:1 again: name both/),
    expect.stringMatching(/^src\/parts\/B\.module\.css:2: .* src\/parts\/A\.module\.css:1 again: share a class/),
  ]);
});

test('blocks of other floors, under other conditions, of two declarations, and of frames are apart', () => {
  const css = `.a ${BLOCK}
    @media print { .a ${BLOCK} }
    .b { display: flex; gap: 1px; } .c { display: flex; gap: 1px; }
    .d { composes: stack from global; gap: 1px; margin: 0; } .e { composes: stack from global; gap: 1px; margin: 0; }
    @keyframes x { 0% ${BLOCK} 100% ${BLOCK} }`;
  expect(
    repeats([
      { file: 'src/parts/A.module.css', css },
      { file: 'src/layout/B.module.css', css: `.a ${BLOCK}` },
      { file: 'src/console/parts/B.module.css', css: `.a ${BLOCK}` },
      { file: 'src/console/screens/B.module.css', css: `.a ${BLOCK}` },
    ]),
  ).toEqual([]);
});
