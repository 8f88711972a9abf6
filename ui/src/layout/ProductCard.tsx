/** Product in a list. The whole card is clickable; only the name is a link for screen readers. */

import { Plural, useLingui } from '@lingui/react/macro';
import type { ProductCard as Card } from '../api/types';
import { Link } from '../parts/Link';
import { Picture } from '../parts/Picture';
import { PriceBlock } from '../parts/PriceBlock';
import { StockLine } from '../parts/StockLine';
import { SwatchDots } from '../parts/Swatches';
import { useSite } from '../state/site';
import styles from './ProductCard.module.css';
import { WishlistButton } from './WishlistButton';

export interface ProductCardProps {
  card: Card;
  /** See Picture. */
  sizes?: string;
  priority?: boolean;
  /** Heading level: 2 in results, 3 below another heading. */
  level?: 2 | 3;
}

export function ProductCard({
  card,
  sizes = '(min-width: 1200px) 22vw, (min-width: 600px) 30vw, 46vw',
  priority,
  level = 2,
}: ProductCardProps) {
  const { t } = useLingui();
  const { accounts } = useSite();
  const Heading = level === 2 ? 'h2' : 'h3';
  const [hero, second] = card.images;
  const colours = card.swatches.length;
  const country = card.not_shipped_to;
  return (
    <article className={styles.card}>
      <div className={styles.pictures} data-second={second ? '' : undefined}>
        <Picture image={hero} sizes={sizes} priority={priority} preview decorative className={styles.hero} />
        {second && <Picture image={second} sizes={sizes} decorative className={styles.second} />}
      </div>
      <Heading className={styles.name}>
        <Link href={card.url} className={styles.link}>
          {card.name}
        </Link>
      </Heading>
      <PriceBlock
        price={card.price}
        currency={card.currency}
        from={card.price_from}
        lowest30d={card.lowest_price_30d}
        unitPrice={card.unit_price}
      />
      {colours > 1 && (
        <p className={styles.colours}>
          <SwatchDots colors={card.swatches} />
          <span>
            <Plural value={colours} one="# colour" other="# colours" />
          </span>
        </p>
      )}
      {card.availability === 'out_of_stock' && <StockLine availability={card.availability} />}
      {card.availability === 'low_stock' && <p className="visually-hidden">{t`Few left in stock`}</p>}
      {country && <p className="legal">{t`Delivery unavailable: ${country}`}</p>}
      {accounts && <WishlistButton itemId={card.item_id} sku={card.sku} name={card.name} />}
    </article>
  );
}
