/** Language packs in parts: those of the first page come with it, the others with their pages, or when the browser is idle. */

import type { I18n, Messages } from '@lingui/core';
import { type Part, partsOf } from './domain/packParts';
import { routeNamed } from './domain/routeTable';

type Files = Record<string, () => Promise<Messages>>;

const files: Record<Part, Files> = import.meta.env.SSR
  ? { core: {}, rest: {}, account: {}, buying: {}, service: {}, guide: {} }
  : {
      core: import.meta.glob<Messages>('../locales/*.po', { query: '?part=core', import: 'messages' }),
      rest: import.meta.glob<Messages>('../locales/*.po', { query: '?part=rest', import: 'messages' }),
      account: import.meta.glob<Messages>('../locales/*.po', { query: '?part=account', import: 'messages' }),
      buying: import.meta.glob<Messages>('../locales/*.po', { query: '?part=buying', import: 'messages' }),
      service: import.meta.glob<Messages>('../locales/*.po', { query: '?part=service', import: 'messages' }),
      guide: import.meta.glob<Messages>('../locales/*.po', { query: '?part=guide', import: 'messages' }),
    };

async function read(part: Part, lang: string): Promise<Messages> {
  return (await files[part][`../locales/${lang}.po`]?.()) ?? {};
}

/** A document speaks one language. */
const loaded = new Set<Part>();

function partsOfPage(page: string): Part[] {
  return partsOf(routeNamed(page) ?? { core: true });
}

/** The served page has come with its parts. */
export function noteServedParts(page: string): void {
  for (const part of partsOfPage(page)) loaded.add(part);
}

async function add(i18n: I18n, part: Part): Promise<void> {
  if (loaded.has(part)) return;
  const messages = await read(part, i18n.locale);
  loaded.add(part);
  i18n.load(i18n.locale, messages);
}

/** Adds what components that are loaded later show, once. */
export function loadRest(i18n: I18n): Promise<void> {
  return add(i18n, 'rest');
}

/** Adds what a page shows, once. */
export async function loadPackOf(i18n: I18n, page: string): Promise<void> {
  await Promise.all(partsOfPage(page).map((part) => add(i18n, part)));
}
