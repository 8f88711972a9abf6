/**
 * What the screens speak of: the wire types, generated from the server's own, and what every page is told about the shop.
 * Amounts are strings with two decimals, dates ISO 8601, times RFC 3339 in UTC.
 */

import type { Amount, Calls, Currency, Image, Message, PaymentMethod } from './contract';

export * from './contract';

export type Lang = 'en' | 'fr' | 'de' | 'es' | 'zh';
/** Language → path of the same page. */
export type Alternates = Partial<Record<Lang, string>>;
/** Facet code → chosen values. */
export type Filters = Record<string, string[]>;
/** A sentence of the server: its id and what fills its placeholders. */
export type Notice = Message;
export type PaymentCode = PaymentMethod;

/** What every page is told about the shop; the document carries it. */
export interface Site {
  brand: string;
  lang: Lang;
  languages: Language[];
  store_id: number;
  store_code: string;
  currency: Currency;
  currencies: Currency[];
  services: string;
  phone: string;
  email: string;
  chat_id: number;
  analytics_site_id: number;
  /** Who counts visits, once it is allowed; null where nobody does. */
  analytics: Analytics | null;
  mode: 'demo' | 'production';
  public_url: string;
  eu: boolean;
  /** Whether the shop sends letters, and whether it keeps accounts. */
  newsletter: boolean;
  accounts: boolean;
  /** Whether a customer asks; null on pages that are the same for everybody: there the cookie `isLogin` has to do. */
  login: boolean | null;
  free_from: Amount;
  points_per_euro: number;
  /** Where an order goes until an address is known; ISO 3166-1 alpha-2. */
  default_country: string;
  company: { name: string; address: string[] };
  /** Where the company is, in parts: for structured data on pages. */
  seat?: { postcode: string; city: string; country: string };
  catalogue_id: string;
  alternates: Alternates;
  canonical: string;
  /** Address of the harmonised notice of the legal guarantee in this language; empty: the operator has put none. */
  guarantee_notice: string;
  /** What stands for pages without a picture where a link to them is shown; null: nothing. */
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

/** The envelope of every answer (specification §7). */
export interface Envelope {
  code: '0' | '1';
  message: string;
  data: unknown;
  error?: {
    id: string;
    params: Record<string, string>;
    fields: Record<string, string>;
    field_messages: Record<string, Notice>;
  };
}
