/**
 * Fails when catalogues are stale, a translation is missing, or its placeholders and tags differ from the original's.
 * Wording is checked by `copy.mjs`.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const UI = new URL('..', import.meta.url).pathname;
const LANGUAGES = ['en', 'fr', 'de', 'es', 'zh'];

/** Catalogue entries: id → translation. */
function read(text) {
  const unquote = (lines) => lines.map((line) => JSON.parse(line.trim())).join('');
  return text
    .split(/\n\n+/)
    .filter((block) => !/^#~/m.test(block))
    .map((block) => {
      const id = /^msgid ((?:".*"\n?)+)/m.exec(block)?.[1].trim().split('\n') ?? [];
      const translation = /^msgstr ((?:".*"\n?)+)/m.exec(block)?.[1].trim().split('\n') ?? [];
      const context = /^msgctxt (".*")/m.exec(block)?.[1] ?? '';
      return {
        id: context + unquote(id),
        translation: unquote(translation),
        explicit: /js-lingui-explicit-id/.test(block),
      };
    })
    .filter(({ id }) => id !== '');
}

/** Placeholders and numbered tags, deduplicated. */
function marks(message) {
  return [...new Set(message.match(/\{\s*\w+(?=\s*[,}])|<\/?\d+\/?>/g)?.map((mark) => mark.replace(/\s/g, '')))]
    .sort()
    .join(' ');
}

const saved = mkdtempSync(join(tmpdir(), 'locales-'));
cpSync(join(UI, 'locales'), saved, { recursive: true });
const faults = [];
try {
  execFileSync('npx', ['lingui', 'extract', '--clean'], { cwd: UI, stdio: 'pipe' });
  const fresh = read(readFileSync(join(UI, 'locales/en.po'), 'utf8'));
  const originals = new Map(fresh.map(({ id, translation, explicit }) => [id, explicit ? translation : id]));
  for (const lang of LANGUAGES) {
    const catalogue = new Map(read(readFileSync(join(saved, `${lang}.po`), 'utf8')).map((entry) => [entry.id, entry]));
    for (const [id, original] of originals) {
      const translation = catalogue.get(id)?.translation;
      if (translation === undefined) faults.push(`${lang}: not extracted: ${id}`);
      else if (translation === '') faults.push(`${lang}: not translated: ${id}`);
      else if (marks(translation) !== marks(original)) faults.push(`${lang}: other placeholders: ${id}`);
    }
    for (const id of catalogue.keys()) if (!originals.has(id)) faults.push(`${lang}: no longer in the code: ${id}`);
  }
} finally {
  cpSync(saved, join(UI, 'locales'), { recursive: true });
  rmSync(saved, { recursive: true });
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error(`${faults.length} faults; run: npm run messages`);
  process.exit(1);
}
