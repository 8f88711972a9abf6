/** Price with its mandatory details (experience.md §3): reduction, unit price, VAT and shipping. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Amount, Currency, UnitPrice } from '../api/types';
import { isLess } from '../domain/money';
import { urls } from '../domain/urls';
import { useFormat } from '../state/i18n';
import { useLang } from '../state/site';
import { Link } from './Link';
import styles from './PriceBlock.module.css';

export interface PriceBlockProps {
  price: Amount;
  currency?: Currency;
  /** "from": variants cost more. */
  from?: boolean;
  /** Lowest price in the 30 days before a reduction, shown struck through. */
  lowest30d?: Amount | null;
  unitPrice?: UnitPrice | null;
  /** `card` in lists, `product` on the product page, `line` in the cart (without the VAT note). */
  variant?: 'card' | 'product' | 'line';
}

export function PriceBlock({ price, currency, from, lowest30d, unitPrice, variant = 'card' }: PriceBlockProps) {
  const { t } = useLingui();
  const format = useFormat();
  const reduced = Boolean(lowest30d && isLess(price, lowest30d));
  const shown = format.money(price, currency);
  const before = lowest30d ? format.money(lowest30d, currency) : '';
  return (
    <div className={`${styles.block} ${styles[variant]}`}>
      <p className={styles.prices}>
        <span className={reduced ? styles.reduced : styles.price}>{from ? t`from ${shown}` : shown}</span>
        {reduced && (
          <>
            {' '}
            <s className={styles.struck}>
              <span className="visually-hidden">{t`Before:`}</span>
              {` ${before}`}
            </s>
          </>
        )}
      </p>
      {reduced && <p className="legal">{t`Lowest price in the last 30 days: ${before}`}</p>}
      {unitPrice && <p className="legal">{format.unitPrice(unitPrice, currency)}</p>}
      {variant === 'card' && <p className="legal">{t`incl. VAT, plus shipping`}</p>}
      {variant === 'product' && (
        <p className="legal">
          <PriceNote />
        </p>
      )}
    </div>
  );
}

/** VAT and shipping note of every price. */
export function PriceNote() {
  const lang = useLang();
  return (
    <Trans>
      incl. VAT, plus <Link href={urls.help(lang, 'shipping-and-returns')}>shipping</Link>
    </Trans>
  );
}

/** French eco-participation contained in the price (Code de l'environnement art. L541-10-20). */
export function EcoParticipation({ amount }: { amount: Amount }) {
  const { t } = useLingui();
  const eco = useFormat().money(amount, 'EUR');
  return t`including éco-participation of ${eco}`;
}
