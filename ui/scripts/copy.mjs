/**
 * Copy check: every text of the catalogues and the seed exists in all five languages, is translated, follows the language's
 * spacing and quotation marks (experience.md §6, I6), and fits the length limit of its place. The rules are first tested on
 * examples.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { readCatalogue } from './catalogue.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;
const LANGUAGES = ['en', 'fr', 'de', 'es', 'zh'];

// ── Typography ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Rules for all languages: pattern and suggestion. */
const EVERYWHERE = [
  [/ {2,}/, 'one space'],
  [/\.\.\./, 'an ellipsis is one character, …'],
  [/(?<=[\p{L}\p{N}]) - (?=[\p{L}\p{N}])/u, 'a dash is no hyphen'],
  [/"/, 'no straight quotation marks'],
  [/\u00ad/, 'no soft hyphens: the browser divides words'],
  [/[\u200b\u2060\ufeff]/, 'no invisible joiners: NoWrap keeps words on one line'],
  [/\p{Extended_Pictographic}(?<![©®™↔])/u, 'no emoji'],
];

/** End of a standalone sign: a space, the end of the text, or a closing mark. */
const END = '(?=[\\s)»”“’]|$)';

const RULES = {
  en: [
    [/(?<=\p{L})'|'(?=\p{L})/u, 'typographic apostrophe ’'],
    [/\s[;!?:](?=\s|$)/, 'no space before ; : ! ?'],
    [/\d[\u00a0\u202f ]%/, 'no space before %'],
    [/[„«»]/, 'English quotes ‘ ’'],
  ],
  fr: [
    [/(?<=\p{L})'|'(?=\p{L})/u, 'typographic apostrophe ’'],
    [new RegExp(`[^\\u202f;!?][;!?]+${END}`), 'U+202F before ; ! ?'],
    [new RegExp(`[^\\u00a0]:${END}`), 'U+00A0 before the colon'],
    [/«(?!\u00a0)/, 'U+00A0 after «'],
    [/(?<!\u00a0)»/, 'U+00A0 before »'],
    [/[“”„]/, 'French quotes « »'],
    [/\d%|\d %/, 'U+00A0 before %'],
    [/\d €/, 'U+00A0 before €'],
    [
      /(?<![\p{L}’])(?:A (?:partir|propos|bientôt|la|votre|chaque)|Etat|Ecrire|Ecrivez|Etape|Edredon|Eté|Etoffe|Email)(?!\p{L})/u,
      'capitals keep their accents',
    ],
    [/(?<!\p{L})(?:tu|ton|tes|toi)(?!\p{L})/u, 'vous'],
  ],
  de: [
    [/(?<=\p{L})'|'(?=\p{L})/u, 'typographic apostrophe ’'],
    [/\s[;!?:](?=\s|$)/, 'no space before ; : ! ?'],
    [/\d%|\d %/, 'U+00A0 before %'],
    [/\d €/, 'U+00A0 before €'],
    [/[”«»]/, 'German quotes „ “'],
    [/“(?=\p{L})/u, 'German quotes open with „'],
    // Not within the name of a maker.
    [/(?<!\p{L}|Tissages )(?:du|dich|dein|deine|deinen|deinem)(?!\p{L})/u, 'Sie'],
  ],
  es: [
    [/(?<=\p{L})'|'(?=\p{L})/u, 'typographic apostrophe ’'],
    [/\s[;!?:](?=\s|$)/, 'no space before ; : ! ?'],
    [/\d%|\d %/, 'U+00A0 before %'],
    [/\d €/, 'U+00A0 before €'],
    [/«\s|\s»/, 'no space inside « »'],
    [/„/, 'Spanish quotes « »'],
    [/(?<!\p{L})(?:tú|tus|vosotros)(?!\p{L})/u, 'usted'],
  ],
  zh: [
    [/[\u4e00-\u9fff）」』”][,;:!?]|[\u4e00-\u9fff）”]\.(?!\w)/, 'full-width punctuation'],
    [/[\u4e00-\u9fff]\(|\)[\u4e00-\u9fff]/, 'full-width brackets （）'],
    [/[０-９Ａ-Ｚａ-ｚ]/, 'half-width digits and letters'],
    [/[，。：；！？、]\s(?=\S)|\s[，。：；！？、]/, 'no space beside full-width punctuation'],
    [/\d[\u00a0\u202f ]%/, 'no space before %'],
    [/[‘’](?=[\u4e00-\u9fff])|[\u4e00-\u9fff]['’]/, 'Chinese quotes “ ”'],
    [/[体國發歡們個訂單貨請購]{1}(?<=[國發歡們個訂單貨請購])/u, 'simplified characters'],
  ],
};

/** Paired marks. */
const PAIRS = {
  en: [['(', ')']],
  fr: [
    ['«', '»'],
    ['(', ')'],
  ],
  de: [
    ['„', '“'],
    ['(', ')'],
  ],
  es: [
    ['«', '»'],
    ['¿', '?'],
    ['¡', '!'],
    ['(', ')'],
  ],
  zh: [
    ['“', '”'],
    ['（', '）'],
  ],
};

/** Examples that a rule must match, and must not. */
const EXAMPLES = {
  en: {
    bad: ["It's here", 'Ready ?', '30 % off', 'a  b', 'Wait...'],
    good: ['It’s here: ready?', '30% off', '‘Website feedback’'],
  },
  fr: {
    bad: ['Prêt ?', 'Prêt?', 'Prix : 3', "l'eau", '«eau»', '30 %', '5 €', 'A partir de', 'C’est “bon”'],
    good: [
      'Prêt\u202f?',
      'Prix\u00a0: 3',
      'l’eau',
      '«\u00a0eau\u00a0»',
      '30\u00a0%',
      '5\u00a0€',
      'À partir de',
      'à 19:00',
    ],
  },
  de: {
    bad: ['Bereit ?', '30 %', '“gut”', '5 €', 'für dich', '„offen'],
    good: ['Bereit?', '30\u00a0%', '„gut“', 'Geht’s', 'Tissages du Fier'],
  },
  es: {
    bad: ['Listo?', 'Qué bien!', '« agua »', '30 %', 'para tus pies'],
    good: ['¿Listo?', '¡Qué bien!', '![Una cama](picture:bed)', '«agua»', '30\u00a0%'],
  },
  zh: {
    bad: ['好,谢谢', '价格(欧元)', '好 。', '１件', '請選擇', '“好'],
    good: ['好，谢谢', '价格（欧元）', '30%', '“好”', 'DHL包裹'],
  },
};

/** Text without placeholders, tags, links, pictures and Markdown emphasis. */
function bare(text) {
  return text
    .replace(/\{\w+, (?:plural|select)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, (all) =>
      [...all.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => inner).join(' '),
    )
    .replace(/!\[([^\]]*)\]\(picture:[^)]*\)/g, '$1')
    .replace(/\]\((?:help|page|mailto|https?):[^)]*\)/g, ']')
    .replace(/\{[^{}]*\}|<\/?\w*\/?>/g, 'x')
    .replace(/https?:\/\/\S+/g, 'x');
}

function faultsOf(lang, text) {
  const words = bare(text);
  const found = [...EVERYWHERE, ...RULES[lang]].filter(([pattern]) => pattern.test(words)).map(([, mend]) => mend);
  for (const [open, close] of PAIRS[lang]) {
    const count = (sign) => words.split(sign).length - 1;
    if (count(open) !== count(close)) found.push(`${open} and ${close} come in pairs`);
  }
  return found;
}

for (const [lang, { bad, good }] of Object.entries(EXAMPLES)) {
  for (const text of bad)
    if (faultsOf(lang, text).length === 0) throw new Error(`${lang}: nothing is found in “${text}”`);
  for (const text of good) {
    const found = faultsOf(lang, text);
    if (found.length > 0) throw new Error(`${lang}: “${text}”: ${found.join(', ')}`);
  }
}

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Catalogues of the interface: the shop's and the console's. */
const CATALOGUES = ['ui/locales', 'ui/locales/console'];

/** Texts of a catalogue: message → translation. */
function catalogueTexts(folder, lang) {
  const entries = readCatalogue(readFileSync(join(ROOT, folder, `${lang}.po`), 'utf8'));
  return new Map([...entries].map(([message, { translation }]) => [message, translation]));
}

/** Texts of a seed TOML file as `section.key[n]` → text. */
function readToml(text) {
  const texts = new Map();
  const walk = (value, path) => {
    if (typeof value === 'string') texts.set(path, value);
    else if (Array.isArray(value)) for (const [at, one] of value.entries()) walk(one, `${path}[${at}]`);
    else if (typeof value === 'object' && !(value instanceof Date))
      for (const [key, one] of Object.entries(value)) walk(one, path ? `${path}.${key}` : key);
  };
  walk(parse(text), '');
  return texts;
}

/** Pairs of a text in English and in a language, from a seed TOML file that holds all languages side by side. */
function pairs(value, lang) {
  if (Array.isArray(value)) return value.flatMap((one) => pairs(one, lang));
  if (value === null || typeof value !== 'object') return [];
  if (typeof value.en === 'string' && typeof value[lang] === 'string') return [[value.en, value[lang]]];
  return Object.values(value).flatMap((one) => pairs(one, lang));
}

/** Front matter and lines of a help page; tables by row, without rulers. */
function readPage(text) {
  const [, head = '', body = ''] = /^\+\+\+\n([\s\S]*?)\n\+\+\+\n([\s\S]*)$/.exec(text) ?? [];
  const texts = readToml(head);
  body
    .split('\n')
    // A line about a payment method starts with its code.
    // As it is where each condition holds, and where none does that has another text.
    .flatMap((line) => [
      line.replaceAll(/\{else\}(?:(?!\{end\}).)*(?=\{end\})/g, ''),
      ...(line.includes('{else}') ? [line.replaceAll(/\{if [^{}]*\}(?:(?!\{end\}).)*?\{else\}/g, '')] : []),
    ])
    .map((line) => line.replaceAll(/\{(if [^{}]*|else|end)\}/g, '').replace(/^\{\w+\}(?=[|-])/, ''))
    .filter((line) => line.trim() && line.trim() !== '>' && !/^\|[-|: ]+\|$/.test(line))
    .forEach((line, at) => {
      const cells = line.startsWith('|') ? line.slice(1, -1).split('|') : [line];
      cells.forEach((cell, column) => {
        texts.set(
          `line ${at + 1}.${column}`,
          cell
            .replace(/^[>#\s]*(?:[-*]|\d+\.)?\s*/, '')
            .replace(/\\$/, '')
            .replaceAll('**', '')
            .replaceAll('\\*', '*')
            .trim(),
        );
      });
    });
  return texts;
}

/** Text files of a language, with their parsers. */
function sources(lang) {
  const seed = (path) => readFileSync(join(ROOT, 'seed', path), 'utf8');
  const files = CATALOGUES.map((folder) => [folder, catalogueTexts(folder, lang)]);
  for (const name of ['categories', 'products', 'vocabulary']) {
    files.push([`catalogue/${name}`, readToml(seed(`catalogue/${lang}/${name}.toml`))]);
  }
  files.push(['home', readToml(seed(`home/${lang}.toml`))]);
  for (const file of readdirSync(join(ROOT, `seed/pages/${lang}`)).filter((name) => name.endsWith('.md'))) {
    files.push([`pages/${file}`, readPage(seed(`pages/${lang}/${file}`))]);
  }
  const countries = new Map();
  for (const name of ['countries', 'regions', 'currencies', 'shipping', 'holidays', 'vat']) {
    const path = `regions/${name}.toml`;
    if (!existsSync(join(ROOT, 'seed', path))) continue;
    for (const [english, own] of pairs(parse(seed(path)), lang)) countries.set(`${name}.${english}`, own);
  }
  files.push(['regions', countries]);
  return new Map(files);
}

/** Not text: keys, addresses, numbers and names. */
const isText = (key, text) => !/url_key|\.updated$|\.category$/.test(key) && /\p{L}{2}/u.test(text);

// ── Checks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Maximum length by kind, in characters; about half for Chinese. Buttons are found in the code (`buttons`), the rest by the
 * seed's keys.
 */
const LIMITS = [
  [/^catalogue\/products .*\.name$/, 64],
  [/^catalogue\/categories .*\.name$/, 34],
  [/^catalogue\/.*\.meta_title$/, 64],
  [/^(catalogue|pages|home).*(\.meta_description|\.description)$/, 170],
  [/^home .*\.cta$/, 34],
  [/^home .*(hero|hero_mobile|story)\.title$/, 60],
  [/^home .*\.title$/, 64],
  [/^pages\/.*\.title$/, 60],
  [/\.alt(\[\d+\])?$/, 150],
  [/^catalogue\/vocabulary (option|value|attribute|facet)\b/, 44],
];
const BUTTON = 38;
const HEADING = 72;

/** English texts of buttons and page headings. */
function shownBy(pattern) {
  const found = new Set();
  const read = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) read(path);
      else if (/(?<!\.test)\.tsx$/.test(entry.name)) {
        for (const [element] of readFileSync(path, 'utf8').matchAll(pattern)) {
          for (const [, text] of element.matchAll(/t`([^`$]*)`/g)) found.add(text);
        }
      }
    }
  };
  read(join(ROOT, 'ui/src'));
  return found;
}
const buttons = shownBy(/<(Button|ButtonLink)\b(?:(?!<\/?Button)[\s\S])*?<\/\1>/g);
const headings = shownBy(/<h1\b[\s\S]*?<\/h1>/g);
if (buttons.size < 40 || headings.size < 5) throw new Error('the buttons and headings of the code are not found');

/**
 * Texts that read as the English one although they are translated: names, units, words that the languages share.
 * Everything else that equals the English text was forgotten.
 */
const SHARED = JSON.parse(readFileSync(join(ROOT, 'ui/scripts/shared-words.json'), 'utf8'));
const used = new Set();
const isShared = (lang, text) => {
  const isKnown = SHARED.all.includes(text) || SHARED[lang].includes(text);
  if (isKnown) used.add(`${lang} ${text}`);
  return isKnown;
};

/** Sentences that the specification gives letter by letter. */
const LITERAL = new Set(['cart.qty_insufficient']);

const faults = [];
const english = sources('en');
for (const lang of LANGUAGES) {
  const own = sources(lang);
  for (const [file, texts] of own) {
    const originals = english.get(file);
    if (!originals) {
      faults.push(`${lang} ${file}: English has no such file`);
      continue;
    }
    for (const key of originals.keys()) {
      // Languages divide their paragraphs alike, lists of words need not have as many.
      const isLine = key.startsWith('line ');
      if (!texts.has(key) && !isLine) faults.push(`${lang} ${file} ${key}: missing`);
    }
    for (const [key, text] of texts) {
      const original = originals.get(key);
      if (text.trim() === '' && (original ?? '').trim() !== '') {
        faults.push(`${lang} ${file} ${key}: empty`);
        continue;
      }
      if (!isText(key, text) || (lang === 'en' && LITERAL.has(key))) continue;
      const place = `${lang} ${file} ${key}`;
      for (const fault of faultsOf(lang, text)) faults.push(`${place}: ${fault}: ${text.slice(0, 120)}`);
      const isFree = file === 'regions' || key.startsWith('line ') || (CATALOGUES.includes(file) && lang === 'en');
      if (lang !== 'en' && !isFree) {
        const source = CATALOGUES.includes(file) ? english.get(file).get(key) || key : original;
        const isSame = source !== undefined && source === text;
        if (isSame && /\p{L}{3}/u.test(bare(text).replaceAll('x', '')) && !isShared(lang, text))
          faults.push(`${place}: as in English: ${text}`);
      }
      const share = lang === 'zh' ? 0.6 : 1;
      const limit = CATALOGUES.includes(file)
        ? buttons.has(key)
          ? BUTTON
          : headings.has(key)
            ? HEADING
            : 0
        : (LIMITS.find(([pattern]) => pattern.test(`${file} ${key}`))?.[1] ?? 0);
      const length = [...bare(text)].length;
      if (limit > 0 && length > limit * share)
        faults.push(`${place}: ${length} characters, at most ${limit * share}: ${text}`);
    }
  }
}
for (const lang of LANGUAGES.slice(1)) {
  // What is listed and no longer there would hide the next text that is forgotten.
  for (const text of SHARED[lang])
    if (!used.has(`${lang} ${text}`)) faults.push(`shared-words.json: ${lang} no longer has “${text}”`);
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error(`${faults.length} faults in the copy`);
  process.exit(1);
}
