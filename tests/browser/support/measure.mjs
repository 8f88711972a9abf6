/** Layout measurements in the page, reported in words. */

/**
 * Overflow at the current width. Runs in the page.
 * @returns {string[]}
 */
export function overflows() {
  /** @type {string[]} */
  const faults = [];
  const root = /** @type {Element} */ (document.scrollingElement);
  const width = root.clientWidth;
  const dialog = document.querySelector('dialog[open]');
  const within = dialog ?? document.body;
  /** @param {Element} element */
  const outline = (element) => {
    const words = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
    return `<${element.localName} ${element.id ? `#${element.id}` : [...element.classList].join('.')}> “${words}”`;
  };
  /** @param {Element} element */
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[class*="visually-hidden"], [inert]');
  /** Whether an ancestor clips or scrolls on purpose. @param {Element} element */
  const isContained = (element) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflowX !== 'visible') return true;
    }
    return false;
  };

  // No horizontal scrolling of page or dialogs.
  for (const scroller of [root, ...document.querySelectorAll('dialog[open], dialog[open] *')]) {
    const { overflowX } = getComputedStyle(scroller);
    if (scroller !== root && overflowX !== 'auto' && overflowX !== 'scroll') continue;
    if (scroller.scrollWidth <= scroller.clientWidth + 1) continue;
    const widest = [...scroller.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > scroller.getBoundingClientRect().left + scroller.clientWidth + 1,
    );
    const blamed = widest.filter((one) => isShown(one) && !isContained(one)).slice(0, 3);
    faults.push(
      `scrolls sideways, ${scroller.scrollWidth} > ${scroller.clientWidth}: ${outline(scroller)}: ${blamed.map(outline).join(', ')}`,
    );
  }

  // Text stays inside its container.
  for (const box of within.querySelectorAll('button, a, summary, label, select, legend, h1, h2, h3, dt, dd, th, td')) {
    if (!isShown(box)) continue;
    const { left, right, top, bottom, width: wide, height: high } = box.getBoundingClientRect();
    if (wide === 0 || high === 0) continue;
    if ((left < -1 || right > width + 1) && !isContained(box)) {
      faults.push(`sticks out of the page (${Math.round(left)} to ${Math.round(right)} of ${width}): ${outline(box)}`);
    }
    const style = getComputedStyle(box);
    const isCut = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    if (isCut && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)) {
      faults.push(`words are cut off: ${outline(box)}`);
    }
    if (!box.matches('button, summary, a[class*="button"]')) continue;
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!text.textContent?.trim() || !text.parentElement || !isShown(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const part of range.getClientRects()) {
        const isOut = part.left < left - 1 || part.right > right + 1 || part.top < top - 3 || part.bottom > bottom + 3;
        if (isOut && part.width > 0) faults.push(`words run over the edge: ${outline(box)}`);
      }
    }
  }

  // No single-letter columns, and no word broken without a hyphen.
  const all = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let text = all.nextNode(); text; text = all.nextNode()) {
    const said = text.textContent?.trim() ?? '';
    const box = text.parentElement;
    // Visually hidden text is clipped to one pixel.
    if (said.length < 6 || !box || !isShown(box) || box.getBoundingClientRect().width < 2) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
    // A Chinese character is a word or half of one.
    const least = /\p{Script=Han}/u.test(said) ? 2 : 4;
    if (lines.size > 3 && said.length / lines.size < least) faults.push(`squeezed into a column: ${outline(box)}`);
    if (lines.size < 2 || !box.closest('td, th, dt, button, label, legend, summary, a[class*="button"]')) continue;
    for (const { 0: token, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
      // Addresses and numbers may break anywhere.
      const word = /^[\p{Ps}\p{Pi}]*(\p{Script=Latin}{4,})\p{P}*$/u.exec(token)?.[1];
      if (!word) continue;
      range.setStart(text, index + token.indexOf(word));
      range.setEnd(text, index + token.indexOf(word) + word.length);
      const tops = [...range.getClientRects()].filter(({ width: wide }) => wide > 0).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 4) faults.push(`“${word}” is broken: ${outline(box)}`);
    }
  }

  // French and German do not break "e-mail", nor, in headings and controls, short hyphenated words.
  const words = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let text = words.nextNode(); text && /^(fr|de)/.test(document.documentElement.lang); text = words.nextNode()) {
    const box = text.parentElement;
    // Narrow table columns may break any word.
    if (!box || !isShown(box) || box.closest('td') || text.textContent?.includes('@')) continue;
    const isShort = box.closest('h1, h2, h3, button, label, legend, summary, th, dt, a[class*="button"]') !== null;
    const torn = isShort ? /(?<!\p{L})\p{L}{1,2}-\p{L}+|\p{L}+-\p{L}{1,2}(?!\p{L})/gu : /e-mails?/gi;
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(torn)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width: wide }) => wide > 0).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 4) faults.push(`“${word}” is torn apart: ${outline(box)}`);
    }
  }

  // Controls of the header do not overlap.
  const tools = [...document.querySelectorAll('header a, header button')].filter(
    (one) => !one.closest('dialog') && isShown(one) && one.getBoundingClientRect().width > 0,
  );
  for (const [at, one] of tools.entries()) {
    const a = one.getBoundingClientRect();
    for (const other of tools.slice(at + 1)) {
      const b = other.getBoundingClientRect();
      const isOver =
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      if (isOver && !one.contains(other) && !other.contains(one)) {
        faults.push(`lie on each other: ${outline(one)} and ${outline(other)}`);
      }
    }
  }
  return [...new Set(faults)];
}

/**
 * Images that fail to load, including lazy ones. Runs in the page.
 * @returns {Promise<string[]>}
 */
export async function missingPictures() {
  const lost = await Promise.all(
    [...document.images].map(async (image) => {
      image.loading = 'eager';
      try {
        await image.decode();
        return image.naturalWidth > 0 ? '' : image.currentSrc;
      } catch {
        return image.currentSrc || image.src;
      }
    }),
  );
  return lost.filter(Boolean);
}

/**
 * Sums layout shifts (CLS) without user input. Runs in the page before any script. Shifts after an interaction are its
 * result, however slow the machine; shifts after a client-side navigation belong to the next page.
 */
export function watchShifts() {
  const shifts = { sum: 0, /** @type {string[]} */ sources: [] };
  let touched = Number.POSITIVE_INFINITY;
  for (const kind of ['pointerdown', 'keydown', 'input']) {
    addEventListener(
      kind,
      ({ timeStamp }) => {
        touched = Math.min(touched, timeStamp);
      },
      { capture: true },
    );
  }
  const goOn = history.replaceState.bind(history);
  history.replaceState = (state, unused, url) => {
    const { pathname } = new URL(url ?? location.href, location.href);
    if (pathname !== location.pathname) touched = Math.min(touched, performance.now());
    goOn(state, unused, url);
  };
  /** @param {any[]} entries */
  const note = (entries) => {
    for (const { hadRecentInput, value, sources, startTime } of entries) {
      if (hadRecentInput || startTime > touched) continue;
      shifts.sum += value;
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        shifts.sources.push(`${value.toFixed(3)} ${element?.localName}.${element?.className}`);
      }
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, {
    shifts: () => {
      note(observer.takeRecords());
      return shifts;
    },
  });
}

/**
 * Sum of layout shifts since the page was opened. Runs in the page.
 * @returns {Promise<{ sum: number, sources: string[] }>}
 */
export async function layoutShift() {
  // Entries are reported after the frame is drawn.
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  return /** @type {any} */ (window).shifts();
}

/** Scrolls through the page and back. Runs in the page. */
export async function scrollThrough() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let at = 0; at < document.documentElement.scrollHeight; at += window.innerHeight) {
    window.scrollTo({ top: at, behavior: 'instant' });
    await frame();
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  await frame();
}

/** Maximum CLS. */
const STILL = 0.02;

/**
 * Layout shifts since the page was opened, and missing images, after scrolling through it unless a dialog is open.
 * @param {import('playwright-core').Page} page
 * @param {string} [overlay]
 * @returns {Promise<string[]>}
 */
export async function instabilities(page, overlay) {
  if (!overlay) await page.evaluate(scrollThrough);
  const lost = await page.evaluate(missingPictures);
  const { sum, sources } = await page.evaluate(layoutShift);
  return [
    ...lost.map((url) => `no picture: ${url}`),
    ...(sum > STILL ? [`moved by ${sum.toFixed(3)}: ${sources.join(', ')}`] : []),
  ];
}
