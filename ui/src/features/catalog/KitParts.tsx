/** Parts of a kit with what each costs by itself, and a warning about those that are out of stock. */

import { useLingui } from '@lingui/react/macro';
import type { Product } from '../../api/types';
import { fromMinor, toMinor } from '../../domain/money';
import { Notice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { StockLine } from '../../parts/StockLine';
import { Thumb } from '../../parts/Thumb';
import { useFormat, useMessageText } from '../../state/i18n';
import styles from './KitParts.module.css';

export interface KitPartsProps {
  product: Pick<Product, 'parts' | 'price' | 'currency'>;
}

/** What all parts cost one by one, in minor units; undefined when one of them is not sold by itself. */
function sumOf(parts: Product['parts']): number | undefined {
  const prices = parts.map(({ price, qty }) => (price === null ? Number.NaN : toMinor(price) * qty));
  const sum = prices.reduce((all, one) => all + one, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

export function KitParts({ product: { parts, price, currency } }: KitPartsProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const missing = parts.filter((part) => part.availability === 'out_of_stock');
  const money = (minor: number) => format.money(fromMinor(minor), currency);
  const sum = sumOf(parts);
  const alone = sum === undefined ? '' : money(sum);
  const saving = sum !== undefined && sum > toMinor(price) ? money(sum - toMinor(price)) : '';
  return (
    <>
      <section className={styles.parts} aria-labelledby="product-parts">
        <h2 id="product-parts" className={styles.title}>{t`The set holds`}</h2>
        <ul className={styles.list}>
          {parts.map((part) => (
            <li key={part.item_id}>
              <Thumb image={part.image} />
              <div>
                <p className={styles.part}>
                  <Link href={part.url}>{`${part.qty} × ${part.name}`}</Link>
                  {part.price !== null && <span>{money(toMinor(part.price) * part.qty)}</span>}
                </p>
                {part.availability === 'out_of_stock' && <StockLine availability={part.availability} />}
              </div>
            </li>
          ))}
        </ul>
        {saving && (
          <p className={styles.sum}>
            <span>{t`Bought one by one: ${alone}.`}</span> <strong>{t`The set saves you ${saving}.`}</strong>
          </p>
        )}
      </section>
      {missing.length > 0 && (
        <Notice tone="warning" title={say({ id: 'cart.kit_parts_out' })}>
          <p>{format.list(missing.map((part) => part.name))}</p>
        </Notice>
      )}
    </>
  );
}
