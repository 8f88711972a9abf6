/** Products that go with this one; alternatives when it is out of stock. */

import { useLingui } from '@lingui/react/macro';
import type { ProductCard as Card } from '../../api/types';
import { ProductCard } from '../../layout/ProductCard';
import styles from './RelatedProducts.module.css';

export interface RelatedProductsProps {
  cards: Card[];
  soldOut: boolean;
}

export function RelatedProducts({ cards, soldOut }: RelatedProductsProps) {
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
