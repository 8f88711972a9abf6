/** A product as search engines read it (schema.org): one offer, or the range of its variants. */

import type { Availability, Product } from '../../api/types';

const AVAILABILITY: Record<Availability, string> = {
  in_stock: 'https://schema.org/InStock',
  low_stock: 'https://schema.org/LimitedAvailability',
  out_of_stock: 'https://schema.org/OutOfStock',
};

export function productJsonLd(product: Product, publicUrl: string): object {
  const url = `${publicUrl}${product.url}`;
  const prices = product.variants.map((variant) => variant.price);
  // Amounts have two decimals, so length and then text order them as numbers do.
  const highest = prices.reduce(
    (high, price) => (price.length > high.length || (price.length === high.length && price > high) ? price : high),
    product.price,
  );
  const offers =
    product.variants.length > 1
      ? {
          '@type': 'AggregateOffer',
          url,
          priceCurrency: product.currency,
          lowPrice: product.price,
          highPrice: highest,
          offerCount: product.variants.length,
          availability: AVAILABILITY[product.availability],
        }
      : {
          '@type': 'Offer',
          url,
          priceCurrency: product.currency,
          price: product.price,
          availability: AVAILABILITY[product.availability],
          itemCondition: 'https://schema.org/NewCondition',
        };
  return {
    '@type': 'Product',
    name: product.name,
    description: product.short_description,
    sku: product.sku,
    url,
    image: product.images.slice(0, 4).map((image) => `${publicUrl}${image.src}`),
    manufacturer: { '@type': 'Organization', name: product.manufacturer.name },
    offers,
  };
}
