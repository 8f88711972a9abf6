/**
 * Fails when catalogues are stale, a translation is missing, or its placeholders and tags differ from the original's.
 * Wording is checked by `copy.mjs`.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogue } from './catalogue.mjs';

const UI = new URL('..', import.meta.url).pathname;
const LANGUAGES = ['en', 'fr', 'de', 'es', 'zh'];

/** Placeholders and numbered tags, deduplicated. */
function marks(message) {
  return [...new Set(message.match(/\{\s*\w+(?=\s*[,}])|<\/?\d+\/?>/g)?.map((mark) => mark.replace(/\s/g, '')))]
    .sort()
    .join(' ');
}

const saved = mkdtempSync(join(tmpdir(), 'locales-'));
// With their times: younger catalogues would have everything built anew.
const WHOLE = { recursive: true, preserveTimestamps: true };
cpSync(join(UI, 'locales'), saved, WHOLE);
const faults = [];
try {
  execFileSync('npx', ['lingui', 'extract', '--clean'], { cwd: UI, stdio: 'pipe' });
  for (const folder of ['', 'console/']) {
    const fresh = readCatalogue(readFileSync(join(UI, `locales/${folder}en.po`), 'utf8'));
    const originals = new Map(
      [...fresh].map(([id, { translation, isExplicit }]) => [id, isExplicit ? translation : id]),
    );
    for (const lang of LANGUAGES) {
      const catalogue = readCatalogue(readFileSync(join(saved, `${folder}${lang}.po`), 'utf8'));
      const place = `${folder}${lang}`;
      for (const [id, original] of originals) {
        const translation = catalogue.get(id)?.translation;
        if (translation === undefined) faults.push(`${place}: not extracted: ${id}`);
        else if (translation === '') faults.push(`${place}: not translated: ${id}`);
        else if (marks(translation) !== marks(original)) faults.push(`${place}: other placeholders: ${id}`);
      }
      for (const id of catalogue.keys()) if (!originals.has(id)) faults.push(`${place}: no longer in the code: ${id}`);
    }
  }
} finally {
  cpSync(saved, join(UI, 'locales'), WHOLE);
  rmSync(saved, { recursive: true });
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error(`${faults.length} faults; run: npm run messages`);
  process.exit(1);
}
