/** Products that go with this one; alternatives when it is out of stock. Below them those that were seen before. */

import { useLingui } from '@lingui/react/macro';
import type { Product, ProductCard as ProductCardData } from '../../api/types';
import { ProductCard } from '../../layout/ProductCard';
import { RecentlyViewed } from '../../layout/RecentlyViewed';
import styles from './RelatedProducts.module.css';

export interface RelatedProductsProps {
  product: Product;
  soldOut: boolean;
}

export function RelatedProducts({ product, soldOut }: RelatedProductsProps) {
  const { sku, name, url, images, is_preview } = product;
  return (
    <>
      <Related cards={product.related} soldOut={soldOut} />
      {!is_preview && <RecentlyViewed current={{ sku, name, url, image: images[0] ?? null }} />}
    </>
  );
}

function Related({ cards, soldOut }: { cards: ProductCardData[]; soldOut: boolean }) {
  const { t } = useLingui();
  const shown = cards.filter((card) => !soldOut || card.availability !== 'out_of_stock');
  if (shown.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="product-related">
      <h2 id="product-related">{soldOut ? t`Available instead` : t`Goes well with it`}</h2>
      <ul className={styles.grid}>
        {shown.map((card) => (
          <li key={card.item_id}>
            <ProductCard card={card} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
