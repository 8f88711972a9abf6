/**
 * Page metadata: title, description, canonical URL, alternates. A screen declares it with `usePage`; the server renders it
 * into `<head>`, the browser applies it after navigations.
 */

import { useLingui } from '@lingui/react/macro';
import { createContext, useContext, useEffect } from 'react';
import type { Alternates, Image, NamedLink } from '../api/types';
import { announce } from './liveRegion';
import { useSite } from './site';
import { createStore } from './store';

export interface PageHead {
  /** Without the brand, which is appended. */
  title: string;
  /** `title` is complete (home page). */
  fullTitle?: boolean;
  description?: string;
  /** Canonical path with its significant query (`?page=2`); defaults to the page's path. */
  path?: string;
  /** Paths by language; by default the path with another language. */
  alternates?: Alternates;
  /** Significant query in every language (`?page=2`). */
  query?: string;
  noindex?: boolean;
  /** Canonical path of a `noindex` page. */
  canonical?: string;
  image?: Image | null;
  /** Path for link previews when more specific than the canonical one (a variant's). */
  shared?: string;
  /** Structured data: from below the home page down to this page. */
  breadcrumbs?: NamedLink[];
  /** Price for link previews. */
  offer?: { price: string; currency: string };
  /** Further JSON-LD objects, without `@context`. */
  jsonLd?: object[];
  /** The form has errors: the title is prefixed. */
  hasErrors?: boolean;
}

/** Collects the head and the LCP image during server rendering. */
export interface HeadCollector {
  current: PageHead | undefined;
  picture?: { image: Image; sizes: string };
}

export const HeadContext = createContext<HeadCollector>({ current: undefined });

export function pageTitle(head: PageHead, brand: string): string {
  return head.fullTitle || head.title.includes(brand) ? head.title : `${head.title} – ${brand}`;
}

/** Alternates of the current page, for the language menu; null (use the site's) until the first client-side navigation. */
export const alternatesStore = createStore<{ alternates: Alternates | null }>({ alternates: null });

/** Set by a navigation: the next page that calls `usePage` receives focus and is announced (U25). */
let isArrivalPending = false;

export function announceNextPage(): void {
  isArrivalPending = true;
}

/** Focuses the page's heading, after navigation or when the focused element was removed. */
export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
  heading.focus(options);
}

function focusAndAnnounce(title: string): void {
  isArrivalPending = false;
  focusHeading({ preventScroll: true });
  announce(title);
}

/** Creates, updates or removes an element of the head. */
function setHead(tag: 'meta' | 'link', key: string, value: string, name: string, content: string | undefined): void {
  let element = document.head.querySelector(`${tag}[${key}=${value}]`);
  if (!content) {
    element?.remove();
    return;
  }
  if (!element) {
    element = document.createElement(tag);
    element.setAttribute(key, value);
    document.head.append(element);
  }
  element.setAttribute(name, content);
}

/** Declares the page; undefined while its data is loading. */
export function usePage(head: PageHead | undefined): void {
  const collector = useContext(HeadContext);
  const site = useSite();
  const { t } = useLingui();
  if (import.meta.env.SSR && head) collector.current = head;

  const title = head && pageTitle(head, site.brand);
  const documentTitle = head?.hasErrors ? t`Error: ${title}` : title;
  const description = head?.description;
  const path = head?.path;
  const alternates = head?.alternates;
  const noindex = head?.noindex;
  const canonical = noindex ? head?.canonical : (path ?? '');
  useEffect(() => {
    if (documentTitle === undefined) return;
    document.title = documentTitle;
    setHead('meta', 'name', 'description', 'content', description);
    setHead('meta', 'name', 'robots', 'content', noindex ? 'noindex, follow' : undefined);
    setHead(
      'link',
      'rel',
      'canonical',
      'href',
      canonical === undefined ? undefined : site.public_url + (canonical || window.location.pathname),
    );
    if (isArrivalPending) {
      alternatesStore.set({ alternates: alternates ?? {} });
      focusAndAnnounce(documentTitle);
    }
  }, [documentTitle, description, canonical, alternates, noindex, site]);
}
