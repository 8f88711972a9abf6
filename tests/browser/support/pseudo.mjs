/**
 * The pseudo-locale: every message of the interface with accents, forty per cent longer and between brackets, every text of
 * the catalogue between brackets. What is read without them was written into the code; what does not fit would not fit in the
 * language that is translated next (experience.md §6, I7).
 *
 * It is put in on the way to the browser: into the language pack, the answers in the document and those of the calls.
 */

const ACCENTS = {
  a: 'à',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ô',
  u: 'û',
  y: 'ÿ',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
};

/** @param {string} text */
const accented = (text) =>
  // Tags and entities stay what they are.
  text
    .split(/(<[^>]*>|&\w+;)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/[aceinouyAEIOU]/g, (letter) => ACCENTS[/** @type {'a'} */ (letter)]),
    )
    .join('');

/** Filling of two fifths of a text's length, in words that can be broken. @param {number} length */
function filling(length) {
  const words = ['lørem', 'dœs', 'ïpsum', 'ön', 'sït', 'âmet'];
  let text = '';
  for (let at = 0; text.length < length * 0.4; at += 1) text += ` ${words[at % words.length]}`;
  return text;
}

/**
 * A compiled message: text, or pieces with placeholders and the forms of a plural.
 * @param {any} compiled @param {boolean} [isInner] a form, whose whole is put between brackets @returns {any}
 */
function message(compiled, isInner = false) {
  if (typeof compiled === 'string')
    return isInner ? accented(compiled) : `⟦${accented(compiled)}${filling(compiled.length)}⟧`;
  if (!Array.isArray(compiled)) return compiled;
  const pieces = compiled.map((piece) => {
    if (typeof piece === 'string') return accented(piece);
    if (!piece[2]) return piece;
    const forms = Object.fromEntries(
      Object.entries(piece[2]).map(([form, of]) => [form, form === 'offset' ? of : message(of, true)]),
    );
    return [piece[0], piece[1], forms];
  });
  if (isInner) return pieces;
  const length = compiled.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 8), 0);
  return ['⟦', ...pieces, `${filling(length)}⟧`];
}

/** The source of a language pack. @param {string} source */
function pack(source) {
  return source.replace(/JSON\.parse\(`((?:[^`\\]|\\.)*)`\)/, (_, text) => {
    // The pack is a template literal around JSON.
    const json = JSON.parse(text.replace(/\\(`|\\|\$)/g, '$1'));
    const pseudo = Object.fromEntries(Object.entries(json).map(([id, of]) => [id, message(of)]));
    return `(${JSON.stringify(pseudo)})`;
  });
}

/** Fields of answers that people read. */
const READ =
  /^(?:name|title|text|label|intro|short_description|description_html|html|details|material|care|dimensions|safety|inci|address|announcement|cta|signal_word|best_sellers_title|updated_label|alt|meta_title|status_label|note)$/;
/** Names that stay: they belong to people and places, or are marks. */
const NAMES = new Set(['company', 'manufacturer', 'responsible', 'languages']);

/** @param {any} value @param {string} key @returns {any} */
function answer(value, key = '') {
  if (Array.isArray(value)) return value.map((one) => answer(one, key));
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, of]) => [name, NAMES.has(name) ? of : answer(of, name)]),
    );
  }
  if (typeof value !== 'string' || value === '' || !READ.test(key)) return value;
  // Of a document made of paragraphs each is put between brackets by itself.
  if (/^\s*</.test(value)) return value.replace(/>([^<>]*\p{L}[^<>]*)</gu, (_, text) => `>⟦${accented(text)}⟧<`);
  return `⟦${accented(value)}⟧`;
}

/**
 * Puts the pseudo-locale into what a page of English gets.
 * @param {import('playwright-core').Page} page
 */
export async function pretend(page) {
  await page.route('**/assets/en-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: pack(await response.text()) });
  });
  await page.route('**/hah_api/**', async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    await route.fulfill({ response, json: { ...envelope, data: answer(envelope.data) } });
  });
  await page.route(
    (url) => /^\/en(?:\/|$)/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch();
      const body = (await response.text())
        .replace(/(<script[^>]*id="primed"[^>]*>)([\s\S]*?)(<\/script>)/, (_, open, json, close) => {
          const primed = JSON.parse(json);
          primed.calls = answer(primed.calls);
          return `${open}${JSON.stringify(primed).replaceAll('<', '\\u003c')}${close}`;
        })
        // What the server wrote as HTML is left by the browser as it is: it is put between brackets here.
        .replace(
          /(<div class="prose">)([\s\S]*?)(<\/div>)/g,
          (_, open, html, close) => open + answer(html, 'html') + close,
        );
      return route.fulfill({ response, body });
    },
  );
}

/**
 * Words on the page that are in no brackets. Runs in the page.
 * @returns {string[]}
 */
export function unbracketed() {
  const found = new Set();
  /** Marks, codes, figures, addresses and names of languages: the same everywhere. */
  const isNeutral = (/** @type {string} */ text) =>
    !/\p{L}{2}/u.test(text) ||
    /^[\p{Lu}\d\s·+&–-]+$/u.test(text) ||
    /@|https?:|^\/|\.example|\b(?:SAS|SARL|AG)\b|, (?:France|Switzerland)$/.test(text) ||
    // Days, written by the one formatter of each language.
    /^\d+(?: \p{L}+)?(?: ?– ?\d+)? \p{L}+(?: \d{4})?$/u.test(text) ||
    /^[\p{Sc}\p{Lu}]*[\s\d.,]+\p{Sc}?(?: \/ 1 (?:l|kg))?$/u.test(text) ||
    /^(?:Valmère|English|Français|Deutsch|Español|中文|简体中文|Valm|re)$/.test(text);
  const within = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (!element || !text || isNeutral(text)) continue;
    if (element.closest('script, style, noscript, code, title, [lang]:not(html), address, #cookies')) continue;
    if (!element.checkVisibility()) continue;
    // A message may be divided among links and emphasis: brackets count within the whole of a block.
    let block = element;
    while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    const whole = block.textContent ?? '';
    const at = whole.indexOf(node.textContent ?? '');
    const before = whole.slice(0, at);
    const depth = before.split('⟦').length - before.split('⟧').length;
    if (text.includes('⟦') || text.includes('⟧') || depth > 0) continue;
    found.add(`“${text.slice(0, 80)}” in <${element.localName} class="${element.className}">`);
  }
  return [...found];
}
