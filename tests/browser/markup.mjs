/** Saves the pages and letters of `markup.test.mjs` into $MARKUP, for Nu's checker. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { openMarkup } from './support/markup.mjs';

const folder = process.env.MARKUP;
if (!folder) throw new Error('MARKUP must name a folder for the pages');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const markup = await openMarkup();
let files = 0;

/** @param {import('./support/markup.mjs').Page[]} pages @param {string} [lang] */
async function save(pages, lang = '') {
  for (const { name, html } of pages) {
    files += 1;
    const words = `${lang} ${name}`.replace(/[^\p{L}\d]+/gu, '-').slice(0, 60);
    await writeFile(`${folder}/${String(files).padStart(3, '0')}-${words}.html`, html);
  }
}

for (const { name, pages } of markup.visits) await save(await pages(), /, (\w\w)$/.exec(name)?.[1]);
await save(await markup.letters());
await markup.stop();
console.log(`${files} pages in ${folder}`);
