/** Renders a page's metadata as the HTML inside `<head>`. Server only. */

import type { Alternates } from '../api/types';
import { inLanguage } from '../domain/urls';
import { type HeadCollector, type PageHead, pageTitle } from '../state/page';
import type { PageInfo } from '../state/site';
import { breadcrumbs, organization, website } from './structured';

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function absolute(publicUrl: string, url: string): string {
  return /^https?:/.test(url) ? url : publicUrl + url;
}

/** One JSON-LD graph, so that nodes can refer to each other. `<` is escaped: data must not close the element. */
function jsonLd(nodes: object[]): string {
  if (nodes.length === 0) return '';
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replace(/</g, '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}

function meta(name: string, content: string | undefined): string {
  return content ? `<meta name="${name}" content="${escapeHtml(content)}">` : '';
}

function property(name: string, content: string | undefined): string {
  return content ? `<meta property="${name}" content="${escapeHtml(content)}">` : '';
}

/** Link previews in messengers do not support WebP. */
function asJpeg(src: string): string {
  return src.replace(/\.webp$/, '.jpg');
}

/** Preloads the LCP image; browsers without AVIF ignore it. */
function preload({ image, sizes }: NonNullable<HeadCollector['picture']>): string {
  if (!image.avif) return '';
  const attributes = `type="image/avif" imagesrcset="${escapeHtml(image.avif)}" imagesizes="${escapeHtml(sizes)}"`;
  return `<link rel="preload" as="image" fetchpriority="high" ${attributes}>`;
}

export function renderHead(
  head: PageHead,
  info: PageInfo,
  picture?: HeadCollector['picture'],
): { title: string; head: string; htmlLang: string } {
  const { site, status } = info;
  const language = site.languages.find(({ lang }) => lang === site.lang);
  const title = pageTitle(head, site.brand);
  const noindex = head.noindex || status !== 200;
  const own = absolute(site.public_url, head.path ?? (site.canonical || info.path));
  const canonical = noindex ? head.canonical && absolute(site.public_url, head.canonical) : own;
  const locale = (lang: string) => site.languages.find((one) => one.lang === lang)?.locale.replace('-', '_');

  const alternates: Alternates = head.alternates ?? site.alternates;
  const links: string[] = [];
  if (canonical) links.push(`<link rel="canonical" href="${escapeHtml(canonical)}">`);
  if (!noindex) {
    for (const { lang, hreflang } of site.languages) {
      const path = alternates[lang] ?? inLanguage(info.path, lang);
      const href = escapeHtml(absolute(site.public_url, path + (head.query ?? '')));
      links.push(`<link rel="alternate" hreflang="${hreflang}" href="${href}">`);
      if (lang === site.default_lang) links.push(`<link rel="alternate" hreflang="x-default" href="${href}">`);
    }
  }

  const data: object[] = [];
  if (!noindex) {
    data.push(organization(site));
    if (info.page === 'home') data.push(website(site, language?.locale ?? site.lang));
    if (head.breadcrumbs?.length) data.push(breadcrumbs(site, head.breadcrumbs));
    data.push(...(head.jsonLd ?? []));
  }

  const shown = head.image ?? site.card;
  const image = shown ? absolute(site.public_url, asJpeg(shown.src)) : undefined;
  return {
    title,
    htmlLang: language?.locale ?? site.lang,
    head: [
      picture ? preload(picture) : '',
      meta('description', head.description),
      noindex ? meta('robots', 'noindex, follow') : '',
      ...links,
      property('og:type', head.offer ? 'product' : 'website'),
      property('og:site_name', site.brand),
      property('og:title', title),
      property('og:description', head.description),
      noindex ? '' : property('og:url', head.shared ? absolute(site.public_url, head.shared) : own),
      property('og:locale', locale(site.lang)),
      ...(noindex ? [] : site.languages.filter(({ lang }) => lang !== site.lang)).map(({ lang }) =>
        property('og:locale:alternate', locale(lang)),
      ),
      property('product:price:amount', head.offer?.price),
      property('product:price:currency', head.offer?.currency),
      property('og:image', image),
      property('og:image:type', image && 'image/jpeg'),
      property('og:image:width', image && String(shown?.width)),
      property('og:image:height', image && String(shown?.height)),
      property('og:image:alt', image && shown?.alt),
      meta('twitter:card', image ? 'summary_large_image' : 'summary'),
      meta('twitter:title', title),
      meta('twitter:description', head.description),
      meta('twitter:image', image),
      meta('twitter:image:alt', image && shown?.alt),
      jsonLd(data),
    ].join(''),
  };
}
