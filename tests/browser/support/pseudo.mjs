/**
 * Pseudo-locale: interface messages are accented, 40 % longer and bracketed, catalogue texts bracketed. Unbracketed text is
 * hard-coded; overflow would affect the next translation (experience.md §6, I7).
 * Applied on the way to the browser: to the language pack, primed answers and calls.
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
  // Tags and entities are kept.
  text
    .split(/(<[^>]*>|&\w+;)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/[aceinouyAEIOU]/g, (letter) => ACCENTS[/** @type {'a'} */ (letter)]),
    )
    .join('');

/** Padding of two fifths of a text's length, in breakable words. @param {number} length */
function filling(length) {
  const words = ['lørem', 'dœs', 'ïpsum', 'ön', 'sït', 'âmet'];
  let text = '';
  for (let at = 0; text.length < length * 0.4; at += 1) text += ` ${words[at % words.length]}`;
  return text;
}

/**
 * A compiled message: text, or parts with placeholders and plural forms.
 * @param {any} compiled @param {boolean} [isInner] a plural form: the message around it has the brackets @returns {any}
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

/** Source of a language pack. @param {string} source */
function pack(source) {
  return source.replace(/JSON\.parse\(`((?:[^`\\]|\\.)*)`\)/, (_, text) => {
    // The pack is a template literal around JSON.
    const json = JSON.parse(text.replace(/\\(`|\\|\$)/g, '$1'));
    const pseudo = Object.fromEntries(Object.entries(json).map(([id, of]) => [id, message(of)]));
    return `(${JSON.stringify(pseudo)})`;
  });
}

/** Fields of answers that are displayed. */
const READ =
  /^(?:name|title|text|label|intro|short_description|description_html|html|details|material|care|dimensions|safety|inci|address|announcement|cta|signal_word|best_sellers_title|updated_label|alt|meta_title|status_label|note)$/;
/** Proper names are kept. */
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
  // Each paragraph is bracketed.
  if (/^\s*</.test(value)) return value.replace(/>([^<>]*\p{L}[^<>]*)</gu, (_, text) => `>⟦${accented(text)}⟧<`);
  return `⟦${accented(value)}⟧`;
}

/**
 * Applies the pseudo-locale to English pages.
 * @param {import('playwright-core').Page} page
 */
export async function applyPseudoLocale(page) {
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
          // The house's words are data.
          const words = primed.site?.look?.words ?? {};
          for (const [name, text] of Object.entries(words)) if (text) words[name] = `⟦${accented(text)}⟧`;
          return `${open}${JSON.stringify(primed).replaceAll('<', '\\u003c')}${close}`;
        })
        // Server-rendered HTML is not hydrated: bracketed here.
        .replace(
          /(<div class="prose">)([\s\S]*?)(<\/div>)/g,
          (_, open, html, close) => open + answer(html, 'html') + close,
        );
      return route.fulfill({ response, body });
    },
  );
}

/**
 * Unbracketed words on the page. Runs in the page.
 * @returns {string[]}
 */
export function untranslated() {
  const found = new Set();
  const month =
    /January|February|March|April|May|June|July|August|September|October|November|December|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g;
  /** Symbols, codes, numbers, addresses and language names are not translated. */
  const isNeutral = (/** @type {string} */ text) =>
    !/\p{L}{2}/u.test(text) ||
    /^[\p{Lu}\d\s·+&–-]+$/u.test(text) ||
    /@|https?:|^\/|\.example|\b(?:SAS|SARL|AG)\b|, (?:France|Switzerland)$/.test(text) ||
    // Dates from the formatters, and the pieces into which a range is divided so that it breaks well.
    !/\p{L}{2}/u.test(text.replace(month, '')) ||
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
    // A message may span links and emphasis: brackets are matched per block.
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
