/** Terms below the buy button: delivery, withdrawal, points, bed terms. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Product } from '../../api/types';
import { urls } from '../../domain/urls';
import { later } from '../../layout/Later';
import type { PointsProps } from '../../layout/Points';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { Scriptless } from '../../parts/Scriptless';
import { useFormat } from '../../state/i18n';
import { useRoute } from '../../state/route';
import { useLang } from '../../state/site';
import styles from './ProductTerms.module.css';

const Points = later<PointsProps>('Points');

interface ProductTermsProps {
  product: Product;
  /** From the live answer: dates are not in cached pages. */
  delivery: Product['delivery'];
  soldOut: boolean;
  /** Whether changes are announced. */
  live: 'polite' | 'off';
}

export function ProductTerms({ product, delivery, soldOut, live }: ProductTermsProps) {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const { points, not_shipped_to: country } = product;
  const deliveryDates = delivery ? format.dateRange(delivery.from, delivery.to, false) : '';
  const collection = product.return_cost ? format.money(product.return_cost, 'EUR') : '';
  return (
    <ul className={styles.terms}>
      {/* The line is there before its dates: nothing shifts. */}
      {!soldOut && (
        <li>
          <Icon name="truck" size={18} />
          <div>
            <span role="status" aria-live={live}>
              <NoWrap>
                {country
                  ? t`Delivery unavailable: ${country}`
                  : deliveryDates
                    ? t`Standard delivery ${deliveryDates}`
                    : t`Standard delivery`}
              </NoWrap>
            </span>
            <Scriptless>{import.meta.env.SSR && !country && !deliveryDates && <TodayLink />}</Scriptless>
          </div>
        </li>
      )}
      <li>
        <Icon name="undo" size={18} />
        <div>
          <Trans>
            14 days to <Link href={urls.help(lang, 'returns')}>change your mind</Link>
          </Trans>
          {collection && <p>{t`Too large for the post: we collect it for ${collection}.`}</p>}
        </div>
      </li>
      {points > 0 && (
        <li>
          <Icon name="plus" size={18} />
          <div>
            <Points points={points} />
          </div>
        </li>
      )}
      {product.bed_terms && (
        <li>
          <Icon name="info" size={18} />
          <span>
            <Trans>
              Made and delivered under our{' '}
              <Link href={urls.help(lang, 'bed-terms')}>terms for beds and mattresses</Link>
            </Trans>
          </span>
        </li>
      )}
    </ul>
  );
}

/** The same page with what moves by the day, which cached pages do not hold (`src/http/pages/query.rs`). */
function TodayLink() {
  const { t } = useLingui();
  const { path, search } = useRoute();
  return (
    <p>
      <a href={`${path}?${search && `${search}&`}today=1`} rel="nofollow">
        {t`See today’s stock and delivery dates`}
      </a>
    </p>
  );
}
