/**
 * schema.org data of every page: organization, return policy, breadcrumbs, site search. Typed against the vocabulary.
 * Server only.
 */

import type { BreadcrumbListLeaf, MerchantReturnPolicyLeaf, OrganizationLeaf, WebSiteLeaf } from 'schema-dts';
import type { NamedLink, Site } from '../api/types';
import { urls } from '../domain/urls';

/** Days of withdrawal (Directive 2011/83/EU art. 9(1)), as on the returns page. */
const RETURN_DAYS = 14;

/** Node that others refer to; the same on every page and in every language. */
export const organizationId = (publicUrl: string) => `${publicUrl}/#organization`;

/** Default return policy, which offers refer to. */
export const returnsId = (publicUrl: string) => `${publicUrl}/#returns`;

/** Deviations from the default return policy. */
export interface ReturnTerms {
  /** EUR: cost of collection that the customer bears; without it customers ship by a carrier of their choice. */
  collection?: string | null;
  /** Countries of sale; defaults to the store's country. */
  countries?: string[];
}

/** Customers pay for returns by choice; faulty goods are returned free of charge. */
export function returnPolicy(site: Site, { collection, countries }: ReturnTerms = {}): MerchantReturnPolicyLeaf {
  const amount = collection
    ? ({ '@type': 'MonetaryAmount', value: collection as `${number}`, currency: 'EUR' } as const)
    : undefined;
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: countries ?? site.default_country,
    ...(site.seat ? { returnPolicyCountry: site.seat.country } : {}),
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: RETURN_DAYS,
    ...(amount
      ? {
          returnFees: 'https://schema.org/ReturnShippingFees',
          returnShippingFeesAmount: amount,
          customerRemorseReturnFees: 'https://schema.org/ReturnShippingFees',
          customerRemorseReturnShippingFeesAmount: amount,
        }
      : {
          // The vocabulary has no value for collected goods.
          returnMethod: 'https://schema.org/ReturnByMail',
          returnLabelSource: 'https://schema.org/ReturnLabelCustomerResponsibility',
          returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
          customerRemorseReturnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
        }),
    itemDefectReturnFees: 'https://schema.org/FreeReturn',
    refundType: 'https://schema.org/FullRefund',
    merchantReturnLink: site.public_url + urls.help(site.lang, 'returns'),
  };
}

/** Address lines above the postal code: street and number. */
function streetLines(lines: string[], postcode: string): string {
  const at = lines.findIndex((line) => postcode !== '' && line.includes(postcode));
  return lines.slice(0, at < 0 ? lines.length : at).join(', ');
}

export function organization(site: Site): OrganizationLeaf {
  const { name, address } = site.company;
  const { postcode, city, country } = site.seat ?? { postcode: '', city: '', country: '' };
  return {
    '@type': 'Organization',
    '@id': organizationId(site.public_url),
    name: site.brand,
    legalName: name,
    url: site.public_url + urls.home(site.lang),
    logo: {
      '@type': 'ImageObject',
      url: site.public_url + site.icon,
      width: '180',
      height: '180',
    },
    email: site.email,
    telephone: site.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: streetLines(address, postcode),
      postalCode: postcode,
      addressLocality: city,
      addressCountry: country,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: site.email,
      telephone: site.phone,
      url: `${site.public_url}/${site.lang}/contact-us`,
      availableLanguage: site.languages.map(({ hreflang }) => hreflang),
    },
    hasMerchantReturnPolicy: { '@id': returnsId(site.public_url), ...returnPolicy(site) },
  };
}

/** Site search box. */
export function website(site: Site, locale: string): WebSiteLeaf {
  const home = site.public_url + urls.home(site.lang);
  // The types do not include the `query-input` annotation.
  const input: object = { 'query-input': 'required name=search_term_string' };
  return {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: site.brand,
    url: home,
    inLanguage: locale,
    publisher: { '@id': organizationId(site.public_url) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${home}/search?q={search_term_string}` },
      ...input,
    },
  };
}

/** From the home page down to this page. */
export function breadcrumbs(site: Site, links: NamedLink[]): BreadcrumbListLeaf {
  const all = [{ name: site.brand, url: urls.home(site.lang) }, ...links];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, url }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: site.public_url + url,
    })),
  };
}
