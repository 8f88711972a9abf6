/** The head of the document. */

import { describe, expect, it } from 'vitest';
import type { Language, Site } from '../api/types';
import type { PageInfo } from '../state/site';
import { renderHead } from './head';

const language = (lang: Language['lang'], locale: string, hreflang: string): Language => ({
  lang,
  name: lang,
  locale,
  hreflang,
  store_id: 94,
  store_code: `valmere_${lang}`,
});

const site = {
  brand: 'Valmère',
  lang: 'fr',
  languages: [language('en', 'en-GB', 'en'), language('fr', 'fr-FR', 'fr'), language('zh', 'zh-CN', 'zh-Hans')],
  default_lang: 'en',
  public_url: 'https://shop.example',
  phone: '+33',
  email: 'maison@valmere.example',
  company: {
    name: 'Valmère Maison SAS',
    address: ['12 quai du Lac', '74000 Annecy'],
  },
  seat: { postcode: '74000', city: 'Annecy', country: 'FR' },
  alternates: {},
  canonical: '',
} as unknown as Site;

const info = (change: Partial<PageInfo> = {}): PageInfo => ({
  site,
  page: 'category',
  status: 200,
  variant: 'desktop',
  path: '/fr/c/lits',
  search: '',
  ...change,
});

describe('document head', () => {
  it('has absolute hreflang links for every language, with the default one as x-default', () => {
    const { head, htmlLang } = renderHead(
      { title: 'Lits', path: '/fr/c/lits', alternates: { en: '/en/c/beds', fr: '/fr/c/lits' } },
      info(),
    );
    expect(htmlLang).toBe('fr-FR');
    expect(head).toContain('<link rel="canonical" href="https://shop.example/fr/c/lits">');
    expect(head).toContain('<link rel="alternate" hreflang="en" href="https://shop.example/en/c/beds">');
    expect(head).toContain('<link rel="alternate" hreflang="x-default" href="https://shop.example/en/c/beds">');
    expect(head).toContain('<link rel="alternate" hreflang="fr" href="https://shop.example/fr/c/lits">');
    expect(head).toContain('<link rel="alternate" hreflang="zh-Hans" href="https://shop.example/zh/c/lits">');
    const french = renderHead({ title: 'Lits', path: '/fr/c/lits' }, info({ site: { ...site, default_lang: 'fr' } }));
    expect(french.head).toContain('hreflang="x-default" href="https://shop.example/fr/c/lits">');
    expect(french.head.match(/x-default/g)).toHaveLength(1);
  });

  it('marks private and missing pages noindex without canonical', () => {
    for (const { head } of [
      renderHead({ title: 'Panier', noindex: true }, info()),
      renderHead({ title: '404' }, info({ status: 404 })),
    ]) {
      expect(head).toContain('<meta name="robots" content="noindex, follow">');
      expect(head).not.toContain('canonical');
      expect(head).not.toContain('hreflang');
      expect(head).not.toContain('ld+json');
    }
  });

  it('adds the brand once, and escapes attributes and scripts', () => {
    const { title, head } = renderHead(
      { title: 'Draps', description: '"<b>', jsonLd: [{ '@type': 'Product', name: '</script><script>' }] },
      info(),
    );
    expect(title).toBe('Draps – Valmère');
    expect(renderHead({ title: 'Le linge de Valmère' }, info()).title).toBe('Le linge de Valmère');
    expect(head).toContain('content="&quot;&lt;b&gt;"');
    expect(head).toContain('\\u003c/script>');
    expect(head.match(/<\/script>/g)?.length).toBe(head.match(/<script /g)?.length);
  });

  it('preloads the LCP image, and uses JPEG for previews', () => {
    const image = {
      src: '/media/bed.960.1a2b3c4d.webp',
      srcset: '/media/bed.960.1a2b3c4d.webp 960w',
      avif: '/media/bed.960.1a2b3c4d.avif 960w',
      width: 960,
      height: 1200,
      alt: 'Lit',
    };
    const { head } = renderHead({ title: 'Lit', image }, info(), { image, sizes: '(min-width: 900px) 56vw, 100vw' });
    expect(head).toContain(
      '<link rel="preload" as="image" fetchpriority="high" type="image/avif" imagesrcset="/media/bed.960.1a2b3c4d.avif 960w"',
    );
    expect(head).toContain('<meta property="og:image" content="https://shop.example/media/bed.960.1a2b3c4d.jpg">');
    const without = renderHead({ title: 'Lit' }, info(), { image: { ...image, avif: '' }, sizes: '100vw' }).head;
    expect(without).not.toContain('preload');
    expect(without).not.toContain('og:image');
  });
});
