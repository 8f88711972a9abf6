/**
 * Types of the wire, generated from the server's, and `Site`. Amounts are strings with two decimals, dates ISO 8601,
 * timestamps RFC 3339 in UTC.
 */

import type { Amount, Calls, Currency, Image, Message } from './contract';

export * from './contract';

export type Lang = 'en' | 'fr' | 'de' | 'es' | 'zh';
/** Path of the same page by language. */
export type Alternates = Partial<Record<Lang, string>>;
/** Chosen values by facet code. */
export type Filters = Record<string, string[]>;

/** The shop's time zone. */
export interface TimeZone {
  /** IANA. */
  name: string;
  /** From when (seconds since 1970, ascending) how many minutes ahead of UTC; before the first, as from it. */
  offsets: [from: number, minutes: number][];
}

/** A drawing of the house, at `/brand/FILE`; its size in pixels. */
export interface BrandDrawing {
  file: string;
  width: number;
  height: number;
}

/** What the house says of itself in the page's language, each possibly empty; `{brand}` stands for its name. */
export interface HouseWords {
  /** Below the name at the foot of every page. */
  line: string;
  newsletter_title: string;
  newsletter_text: string;
  invitation: string;
  hotel_letters: string;
  signature: string;
  about: string;
}

export interface SiteLook {
  typeface: 'spectral' | 'gilda' | 'figtree';
  logo: BrandDrawing | null;
  logo_on_dark: BrandDrawing | null;
  words: HouseWords;
}

/** Facts about the shop and this page's view of it; carried in the document. */
export interface Site {
  brand: string;
  lang: Lang;
  languages: Language[];
  /** Of visitors whose path, cookie and browser name none. */
  default_lang: Lang;
  store_id: number;
  store_code: string;
  currency: Currency;
  currencies: Currency[];
  services: string;
  phone: string;
  email: string;
  chat_id: number;
  /** When customer service answers in the chat, on the shop’s clocks (`08:00`); null where the chat is off. */
  service_hours: { opens: string; closes: string } | null;
  analytics_site_id: number;
  /** Analytics providers, loaded after consent; null when none is configured. */
  analytics: Analytics | null;
  mode: 'demo' | 'production';
  public_url: string;
  time_zone: TimeZone;
  eu: boolean;
  /** Whether the shop has a newsletter, and customer accounts. */
  newsletter: boolean;
  accounts: boolean;
  /** Whether passkeys can be made: not where the shop has no host name. */
  passkeys: boolean;
  /**
   * Whether the visitor is logged in; null on pages that are cached for everybody, where the cookie `isLogin` is the hint.
   */
  login: boolean | null;
  free_from: Amount;
  points_per_euro: number;
  /** Country used until an address is known; ISO 3166-1 alpha-2. */
  default_country: string;
  company: { name: string; address: string[] };
  /** Postal address of the company, for structured data. */
  seat?: { postcode: string; city: string; country: string };
  look: SiteLook;
  /** Path of the icon for home screens, 180 pixels wide. */
  icon: string;
  catalogue_id: string;
  alternates: Alternates;
  canonical: string;
  /** URL of the harmonised notice of the legal guarantee in this language; empty when not configured. */
  guarantee_notice: string;
  /** The shop is closed for some minutes: a page that can only say so. */
  maintenance?: boolean;
  /** Preview image for pages without an image of their own; null when there is none. */
  card?: Pick<Image, 'src' | 'width' | 'height' | 'alt'> | null;
}

export interface Analytics {
  /** Empty: no tag manager. */
  tag_manager_id: string;
  tag_manager_url: string;
  /** Empty: no Matomo. */
  matomo_url: string;
}

export interface Language {
  lang: Lang;
  name: string;
  locale: string;
  hreflang: string;
  store_id: number;
  store_code: string;
}

export type Path = keyof Calls;
export type Args<P extends Path> = Calls[P]['args'];
export type Answer<P extends Path> = Calls[P]['answer'];

/** The envelope of every answer (boutique.md §7). */
export interface Envelope {
  code: '0' | '1';
  message: string;
  data: unknown;
  error?: {
    id: string;
    params: Record<string, string>;
    fields: Record<string, string>;
    field_messages: Record<string, Message>;
  };
}
