/**
 * Every page as it leaves the server, every form that is refused and every letter on the way is valid HTML by html-validate.
 * `make markup` shows the same pages to Nu's checker. No browser is needed.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { openMarkup } from './support/markup.mjs';

/** Rules that no standard asks for. @type {import('html-validate').RuleConfig} */
const HOUSE = {
  // Names of attributes and the doctype have no case in HTML, and a slash at the end of `<img/>` means nothing: the renderer's spelling.
  'attr-case': 'off',
  'doctype-style': 'off',
  'void-style': 'off',
  // HTML takes any id without a space; those of help pages are their headings, "1-scope".
  'valid-id': ['error', { relaxed: true }],
  // ARIA allows a name on lists, as the footer's have.
  'aria-label-misuse': ['error', { allowAnyNamable: true }],
  // A list is fields of one name; a hidden field behind a group of radio buttons says that none was chosen.
  'form-dup-name': 'off',
  // Copied numbers have ordinary spaces.
  'tel-non-breaking': 'off',
  // The summary of errors, which takes the focus, stands before the heading of its page.
  'heading-level': ['error', { minInitialRank: 'h2' }],
  // What the shop serves itself needs no checksums; what is another's does.
  'require-sri': ['error', { target: 'crossorigin' }],
};

/** Programs that show letters know no style sheets: widths and alignment are attributes, colours stand with their elements. */
const LETTERS = {
  ...HOUSE,
  'no-inline-style': 'off',
  'no-deprecated-attr': 'off',
};

const extended = ['html-validate:recommended', 'html-validate:document'];

/** @param {import('html-validate').RuleConfig} rules */
const validator = (rules) => new HtmlValidate(new StaticConfigLoader({ extends: extended, rules }));

const ofPages = validator(HOUSE);
const ofLetters = validator(LETTERS);

const markup = await openMarkup();
after(() => markup.stop());

/**
 * @param {HtmlValidate} by
 * @param {import('./support/markup.mjs').Page[]} pages
 */
async function faults(by, pages) {
  const found = [];
  for (const { name, html } of pages) {
    const { results } = await by.validateString(html);
    for (const { ruleId, message, selector, offset } of results.flatMap((result) => result.messages)) {
      found.push(`${name}: ${ruleId}: ${message}: ${selector}: ${html.slice(offset, offset + 100)}`);
    }
  }
  return found;
}

for (const { name, pages } of markup.visits) {
  test(name, async () => assert.deepEqual(await faults(ofPages, await pages()), []));
}

test('letters', async () => {
  const letters = await markup.letters();
  assert.ok(letters.length > 10, `${letters.length} letters`);
  assert.deepEqual(await faults(ofLetters, letters), []);
});

test('faults are found', async () => {
  const page = (/** @type {string} */ main) => [
    {
      name: 'wrong',
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Valmère</title></head><body>${main}</body></html>`,
    },
  ];
  const wrong = [
    '<span><div>Bed</div></span>',
    '<p id="bed">Bed</p><p id="bed">Bath</p>',
    '<label for="nothing">Bed</label>',
    '<ul><p>Bed</p></ul>',
    '<p style="color: red">Bed</p>',
    '<table width="600"><tr><td>Bed</td></tr></table>',
    '<p>Bed</div>',
    '<img src="/bed.png">',
    '<button>Bed</button>',
    '<h1>Bed</h1><h3>Bath</h3>',
    '<script src="https://example.com/bed.js"></script>',
  ];
  for (const main of wrong) assert.notDeepEqual(await faults(ofPages, page(main)), [], main);
  assert.deepEqual(await faults(ofPages, page('<p>Bed</p>')), []);
});
