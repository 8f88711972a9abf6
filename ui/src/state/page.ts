/**
 * What a page says about itself: title, description, address in the other languages. A screen declares it; the server
 * writes it into the head of the document, the browser applies it after each navigation.
 */

import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Alternates, Image, NamedLink } from '../api/types';
import { announce } from './liveRegion';
import { useSite } from './site';
import { createStore } from './store';

export interface PageHead {
  /** Without the brand, which is added. */
  title: string;
  /** Already holds the brand: taken as it stands (the home page). */
  fullTitle?: boolean;
  description?: string;
  /** Canonical path, with the query that belongs to it (`?page=2`). The page's own path when absent. */
  path?: string;
  /** Paths of this page in the languages; when absent, the path with its language exchanged. */
  alternates?: Alternates;
  /** The query that belongs to the page in every language (`?page=2`). */
  query?: string;
  noindex?: boolean;
  /** Of a page that is left out of indexes: the path of the page that stands for it there. */
  canonical?: string;
  image?: Image | null;
  /** The path that stands for this page where a link to it is shown, if it says more than the canonical one (a variant's). */
  shared?: string;
  /** For structured data: from below the home page down to this page. */
  breadcrumbs?: NamedLink[];
  /** What a link to a product tells of its price. */
  offer?: { price: string; currency: string };
  /** Further objects of structured data (schema.org), without `@context`. */
  jsonLd?: object[];
  /** A form was sent with errors: the title says so first. */
  hasErrors?: boolean;
}

/** What the server's render meets on its way: the page's head, and the picture that decides when the page is there. */
export interface HeadCollector {
  current: PageHead | undefined;
  picture?: { image: Image; sizes: string };
}

export const HeadContext = createContext<HeadCollector>({ current: undefined });

export function pageTitle(head: PageHead, brand: string, errorPrefix: string): string {
  const title = head.fullTitle || head.title.includes(brand) ? head.title : `${head.title} – ${brand}`;
  return head.hasErrors ? `${errorPrefix}${title}` : title;
}

/** Addresses of the page on screen, for the language menu; null (take the site's) until the first navigation inside the document. */
export const alternatesStore = createStore<{ alternates: Alternates | null }>({ alternates: null });

/** Set by a navigation: the next page to declare itself takes focus and is announced (U25). */
let isArrivalPending = false;

export function announceNextPage(): void {
  isArrivalPending = true;
}

/** Where reading begins: after an arrival, and after a change that took away what had focus. */
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

const ERROR_PREFIX: Record<string, string> = { fr: 'Erreur\u00a0: ', de: 'Fehler: ', zh: '错误：' };

/** Sets an element of the head; a page without one gets it. */
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

/** Declares the page. Call it with undefined while the page's data is not there yet. */
export function usePage(head: PageHead | undefined): void {
  const collector = useContext(HeadContext);
  const site = useSite();
  if (import.meta.env.SSR && head) collector.current = head;

  const title = head && pageTitle(head, site.brand, ERROR_PREFIX[site.lang] ?? 'Error: ');
  const description = head?.description;
  const path = head?.path;
  const alternates = head?.alternates;
  const noindex = head?.noindex;
  const canonical = noindex ? head?.canonical : (path ?? '');
  useEffect(() => {
    if (title === undefined) return;
    document.title = title;
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
      focusAndAnnounce(title);
    }
  }, [title, description, canonical, alternates, noindex, site]);
}
