/** Words for products: their kinds, fields, and what they lack. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { ItemKind, Lang } from '../api/types';
import { LANGUAGE_NAMES } from './language';

const KINDS: Record<ItemKind, MessageDescriptor> = {
  simple: msg({ context: 'kind of product', message: 'Simple' }),
  configurable: msg({ context: 'kind of product', message: 'With options' }),
  kit: msg({ context: 'kind of product', message: 'Set' }),
  variant: msg({ context: 'kind of product', message: 'Variant' }),
};

const FIELDS: Record<string, MessageDescriptor> = {
  name: msg`Name`,
  url_key: msg`Address of the page`,
  short: msg`Short description`,
  long_html: msg`Description`,
  details: msg`Details, one a line`,
  material: msg`Material`,
  care: msg`Care`,
  dimensions: msg`Dimensions`,
  safety: msg`Safety warnings`,
  meta_description: msg`Text for search engines`,
  alt: msg`What the picture shows`,
  type: msg`Type of goods`,
  category: msg`Main category`,
  categories: msg`Categories`,
  attributes: msg`Filters in lists`,
  position: msg`Place in lists`,
  enabled: msg`On sale`,
  manufacturer: msg`Manufacturer`,
  vat_class: msg`VAT class`,
  weight_g: msg`Weight in grams`,
  max_qty: msg`Most in one order`,
  promotion_category: msg`Group for promotions`,
  bed_terms: msg`Terms for beds apply`,
  content_amount: msg`Content of one piece`,
  content_unit: msg`Unit of the content`,
  eco_participation: msg`Éco-participation in euros`,
  inci: msg`Ingredients (INCI)`,
  hazard: msg`Hazard codes (CLP)`,
  ship_group: msg`Countries of delivery`,
  picture: msg`Picture of the variant`,
  pictures: msg`Pictures`,
  fibres: msg`Fibres`,
  options: msg`Options`,
  choice: msg`What the variant is`,
  parts: msg`Parts of the set`,
  related: msg`Goes well with`,
  price: msg`Price`,
  variants: msg`Variants`,
  text: msg`Texts`,
  content: msg`Content of one piece`,
};

/** As a gap. */
const PICTURE = msg({ context: 'missing', message: 'Picture' });

export function useProductNames() {
  const { i18n } = useLingui();
  /** `name.de` → `Name (German)`, in the reader's words. */
  const field = (code: string) => {
    const [name = '', lang] = code.split('.');
    const word = FIELDS[name];
    const text = word ? i18n._(word) : name;
    return lang ? `${text} (${LANGUAGE_NAMES[lang as Lang] ?? lang})` : text;
  };
  /** What a product lacks: `picture` is any, not that of one variant. */
  const gap = (code: string) => (code === 'picture' ? i18n._(PICTURE) : field(code));
  return { gap, kind: (kind: ItemKind) => i18n._(KINDS[kind]), field };
}
