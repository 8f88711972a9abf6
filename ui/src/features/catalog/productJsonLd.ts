/**
 * schema.org data of a product: one offer, or a product group with an offer per variant. Prices in the page's currency,
 * delivery and returns for the store's country.
 */

import type { OfferLeaf, OfferShippingDetailsLeaf, ProductGroupLeaf, ProductLeaf } from 'schema-dts';
import type { Availability, Product, ShippingOffer, Site, UnitPrice, Variant } from '../../api/types';
import { returnPolicy, returnsId } from '../../layout/structured';
import { choiceOf } from './variants';

const AVAILABILITY = {
  in_stock: 'https://schema.org/InStock',
  low_stock: 'https://schema.org/LimitedAvailability',
  out_of_stock: 'https://schema.org/OutOfStock',
} as const satisfies Record<Availability, string>;

/** UN/CEFACT recommendation 20. */
const UNIT = { l: 'LTR', kg: 'KGM' } as const;

/** Deduplicates: the first variant carries shared terms in full, the others refer to them by id. */
class Terms {
  private readonly emitted = new Set<string>();

  constructor(
    private readonly product: Product,
    private readonly site: Site,
  ) {}

  private once<T extends object>(id: string, build: () => T): (T & { '@id': string }) | { '@id': string } {
    if (this.emitted.has(id)) return { '@id': id };
    this.emitted.add(id);
    return { '@id': id, ...build() };
  }

  delivery(offer: ShippingOffer) {
    const id = `${this.site.public_url}${this.product.url}#delivery-${offer.amount}`;
    return this.once(id, () => delivery(offer, this.product.currency));
  }

  /** Bulky goods are collected at a price; everything else is returned by parcel under the default policy. */
  returns() {
    const { return_cost: collection, ship_to, url } = this.product;
    const isSoldHere = ship_to.includes(this.site.default_country);
    if (!collection && isSoldHere) return { '@id': returnsId(this.site.public_url) };
    const terms = { collection, ...(isSoldHere ? {} : { countries: ship_to }) };
    return this.once(`${this.site.public_url}${url}#returns`, () => returnPolicy(this.site, terms));
  }
}

/** Working days from order to delivery; handling takes the first. */
function delivery(offer: ShippingOffer, currency: string): OfferShippingDetailsLeaf {
  return {
    '@type': 'OfferShippingDetails',
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: offer.country },
    shippingRate: { '@type': 'MonetaryAmount', value: offer.amount as `${number}`, currency },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 1, unitCode: 'DAY' },
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: Math.max(offer.min_days - 1, 0),
        maxValue: offer.max_days,
        unitCode: 'DAY',
      },
    },
  };
}

interface Priced {
  sku: string;
  price: string;
  lowest_price_30d: string | null;
  unit_price: UnitPrice | null;
  availability: Availability;
  price_valid_until?: string | null;
}

/** Strikethrough price and unit price. */
function priceSpecifications({ price, lowest_price_30d: low, unit_price: unit }: Priced, currency: string): object[] {
  const struck = low !== null && Number(low) > Number(price);
  return [
    ...(struck
      ? [
          {
            '@type': 'UnitPriceSpecification',
            priceType: 'https://schema.org/StrikethroughPrice',
            price: low,
            priceCurrency: currency,
          },
        ]
      : []),
    ...(unit
      ? [
          {
            '@type': 'UnitPriceSpecification',
            price: unit.amount,
            priceCurrency: currency,
            referenceQuantity: { '@type': 'QuantitativeValue', value: '1', unitCode: UNIT[unit.unit] },
          },
        ]
      : []),
  ];
}

function offerOf(terms: Terms, item: Priced, currency: string, url: string, shipping: ShippingOffer | null): OfferLeaf {
  const specifications = priceSpecifications(item, currency);
  return {
    '@type': 'Offer',
    url,
    priceCurrency: currency,
    price: item.price as `${number}`,
    ...(item.price_valid_until ? { priceValidUntil: item.price_valid_until } : {}),
    ...(specifications.length > 0 ? { priceSpecification: specifications as OfferLeaf['priceSpecification'] } : {}),
    availability: AVAILABILITY[item.availability],
    itemCondition: 'https://schema.org/NewCondition',
    ...(shipping ? { shippingDetails: terms.delivery(shipping) } : {}),
    hasMerchantReturnPolicy: terms.returns(),
  };
}

/** Options as the properties of the vocabulary. */
function choicesOf(product: Product, variant: Variant) {
  const chosen = product.options.flatMap((option) => {
    const value = option.values.find(({ code }) => code === variant.options[option.code]);
    return value ? [{ option, label: value.label }] : [];
  });
  const property = (kind: 'colour' | 'size') => chosen.find(({ option }) => kindOf(option.code) === kind)?.label;
  const others = chosen.filter(({ option }) => kindOf(option.code) === 'other');
  return { labels: chosen.map(({ label }) => label), color: property('colour'), size: property('size'), others };
}

function kindOf(option: string): 'colour' | 'size' | 'other' {
  if (/colou?r/.test(option)) return 'colour';
  return option.endsWith('size') ? 'size' : 'other';
}

export function productJsonLd(product: Product, site: Site): (ProductLeaf | ProductGroupLeaf)[] {
  const url = `${site.public_url}${product.url}`;
  const images = (indexes: number[]) =>
    indexes.flatMap((at) => product.images[at] ?? []).map(({ src }) => `${site.public_url}${src}`);
  const terms = new Terms(product, site);
  const own = images(Array.from({ length: Math.max(product.own_images, 1) }, (_, at) => at));
  const common = {
    name: product.name,
    description: product.short_description,
    url,
    brand: { '@type': 'Brand', name: site.brand },
    ...(product.manufacturer.name
      ? { manufacturer: { '@type': 'Organization' as const, name: product.manufacturer.name } }
      : {}),
    ...(product.material ? { material: product.material } : {}),
    category: product.breadcrumbs.map(({ name }) => name).join(' > '),
  } as const;
  if (product.kind !== 'configurable') {
    return [
      {
        '@type': 'Product',
        '@id': `${url}#product`,
        ...common,
        sku: product.sku,
        image: own,
        offers: offerOf(terms, product, product.currency, url, product.shipping),
      },
    ];
  }
  const kinds = new Set(product.options.map(({ code }) => kindOf(code)));
  return [
    {
      '@type': 'ProductGroup',
      '@id': `${url}#group`,
      ...common,
      productGroupID: product.sku,
      image: own,
      variesBy: [
        ...(kinds.has('colour') ? ['https://schema.org/color'] : []),
        ...(kinds.has('size') ? ['https://schema.org/size'] : []),
        ...(kinds.has('other') ? ['https://schema.org/additionalProperty'] : []),
      ],
      hasVariant: product.variants.map((variant): ProductLeaf => {
        const { labels, color, size, others } = choicesOf(product, variant);
        const amount = variant.shipping_amount ?? product.shipping?.amount;
        const shipping = product.shipping && amount ? { ...product.shipping, amount } : null;
        return {
          '@type': 'Product',
          name: [product.name, ...labels].join(site.lang === 'zh' ? '，' : ', '),
          sku: variant.sku,
          image: variant.images ? images(variant.images.slice(0, 1)) : own.slice(0, 1),
          ...(color ? { color } : {}),
          ...(size ? { size } : {}),
          ...(others.length > 0
            ? {
                additionalProperty: others.map(({ option, label }) => ({
                  '@type': 'PropertyValue' as const,
                  name: option.name,
                  value: label,
                })),
              }
            : {}),
          offers: offerOf(terms, variant, product.currency, `${url}?${choiceOf(product, variant)}`, shipping),
        };
      }),
    },
  ];
}
