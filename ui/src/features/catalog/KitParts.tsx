/** Parts of a kit, and a warning about those that are out of stock. */

import { useLingui } from '@lingui/react/macro';
import type { Product } from '../../api/types';
import { Notice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { StockLine } from '../../parts/StockLine';
import { Thumb } from '../../parts/Thumb';
import { useFormat, useMessageText } from '../../state/i18n';
import styles from './KitParts.module.css';

export function KitParts({ product: { parts } }: { product: Product }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const missing = parts.filter((part) => part.availability === 'out_of_stock');
  return (
    <>
      <section className={styles.parts} aria-labelledby="product-parts">
        <h2 id="product-parts" className={styles.title}>{t`The set holds`}</h2>
        <ul className={styles.list}>
          {parts.map((part) => (
            <li key={part.item_id}>
              <Thumb image={part.image} />
              <div>
                <Link href={part.url}>{`${part.qty} × ${part.name}`}</Link>
                {part.availability === 'out_of_stock' && <StockLine availability={part.availability} />}
              </div>
            </li>
          ))}
        </ul>
      </section>
      {missing.length > 0 && (
        <Notice tone="warning" title={say({ id: 'cart.kit_parts_out' })}>
          <p>{format.list(missing.map((part) => part.name))}</p>
        </Notice>
      )}
    </>
  );
}
