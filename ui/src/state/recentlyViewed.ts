/**
 * Products seen last, kept in this browser alone: only while functional cookies are allowed, for 30 days, and until somebody
 * logs out or another person looks on.
 */

import type { Image, Lang } from '../api/types';
import { isAllowed } from './consent';

/** As in the table of cookies (`src/consent/cookies.rs`). */
const KEY = 'lastViewed';
const MOST = 8;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface SeenProduct {
  sku: string;
  name: string;
  url: string;
  image: Image | null;
  /** Of name and address. */
  lang: Lang;
}

interface Entry extends SeenProduct {
  /** Unix milliseconds. */
  at: number;
}

function isEntry(value: unknown): value is Entry {
  const { sku, name, url, at } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>;
  // The address becomes a link: one of this shop, whatever has been put there.
  return (
    [sku, name].every((text) => typeof text === 'string') && /^\/[a-z]/.test(String(url)) && typeof at === 'number'
  );
}

function read(now: number): Entry[] {
  if (!isAllowed('functional')) return [];
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((entry) => isEntry(entry) && now - entry.at < KEPT_MS) : [];
  } catch {
    return [];
  }
}

/** The latest first, in one language. */
export function recentlyViewed(lang: Lang, now = Date.now()): SeenProduct[] {
  return read(now).filter((entry) => entry.lang === lang);
}

export function noteViewed({ sku, name, url, image, lang }: SeenProduct, now = Date.now()): void {
  if (!isAllowed('functional')) return;
  const others = read(now).filter((entry) => entry.sku !== sku);
  try {
    window.localStorage.setItem(
      KEY,
      JSON.stringify([{ sku, name, url, image, lang, at: now }, ...others].slice(0, MOST)),
    );
  } catch {
    // Storage is blocked or full.
  }
}

export function forgetViewed(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
